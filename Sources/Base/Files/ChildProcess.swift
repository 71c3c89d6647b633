import CSpawn
import Foundation

/// Another program that writes into a pipe.
///
/// It runs in its own session, so that no terminal can stop it and its child processes end with it.
///
/// `@unchecked`: used by one thread at a time.
package final class ChildProcess: @unchecked Sendable {
    /// The way in which the program ended.
    package enum Ending: Equatable, Sendable {
        case status(Int32)
        case signal(Int32)
    }

    /// The reason that the program could not be started.
    package enum StartFailure: Error, Equatable {
        /// The program does not exist.
        case notFound
        /// Another reason, in the system's text.
        case other(String)
    }

    /// The read end of the pipe for the program's output. It is closed with the object.
    package let output: Int32
    private let errorFile: Int32
    private let process: pid_t
    private var slot: Int?
    private var ending: Ending?

    /// Starts a program with empty input and the environment of this process.
    ///
    /// - Parameters:
    ///   - words: the program's name or path, and its arguments.
    ///   - folder: the working folder, which is also the base of a relative program path.
    ///   - variables: additional environment variables.
    /// - Throws: ``StartFailure``.
    package init(_ words: [String], in folder: String, variables: [String: String] = [:]) throws {
        var ends: [Int32] = [-1, -1]
        guard pipe(&ends) == 0 else { throw StartFailure.other(System.words()) }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        let errors = Self.temporaryFile()
        guard errors >= 0 else {
            let words = System.words()
            for end in ends { close(end) }
            throw StartFailure.other(words)
        }
        var process: pid_t = 0
        let code = Self.spawn(words, in: folder, variables, output: ends[1], errors: errors, &process)
        close(ends[1])
        guard code == 0 else {
            close(ends[0])
            close(errors)
            throw code == ENOENT ? StartFailure.notFound : .other(System.words(code))
        }
        output = ends[0]
        errorFile = errors
        self.process = process
        slot = InterruptCleanup.register(process: process)
    }

    deinit {
        terminate()
        close(output)
        close(errorFile)
    }

    /// Creates an unnamed file.
    private static func temporaryFile() -> Int32 {
        var name = Array((TemporaryFolder.parent + "/zseed-errors-XXXXXX").utf8CString)
        let file = System.retrying { mkstemp(&name) }
        guard file >= 0 else { return file }
        unlink(name)
        _ = fcntl(file, F_SETFD, FD_CLOEXEC)
        return file
    }

    private static func spawn(
        _ words: [String], in folder: String, _ variables: [String: String], output: Int32, errors: Int32,
        _ process: inout pid_t
    ) -> Int32 {
        #if canImport(Darwin)
            var actions: posix_spawn_file_actions_t?
            var attributes: posix_spawnattr_t?
        #else
            var actions = posix_spawn_file_actions_t()
            var attributes = posix_spawnattr_t()
        #endif
        posix_spawn_file_actions_init(&actions)
        posix_spawnattr_init(&attributes)
        defer {
            posix_spawn_file_actions_destroy(&actions)
            posix_spawnattr_destroy(&attributes)
        }
        posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO)
        posix_spawn_file_actions_adddup2(&actions, errors, STDERR_FILENO)
        posix_spawn_file_actions_addchdir_np(&actions, folder)
        // Threads of this process may block signals. The program must not inherit that, nor the ignored signals.
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        posix_spawnattr_setflags(
            &attributes, Int16(POSIX_SPAWN_SETSIGMASK) | Int16(POSIX_SPAWN_SETSIGDEF) | setSession)
        var program = words[0]
        // Without a known working folder, the system searches for the program and fails.
        if program.contains("/"), !program.hasPrefix("/") {
            let path = FilePath(folder).appending(program)
            program = (try? path.absolute.text) ?? path.text
        }
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        let sorted = ProcessInfo.processInfo.environment.merging(variables) { $1 }.sorted { $0.key < $1.key }
        var environment: [UnsafeMutablePointer<CChar>?] =
            sorted.map { strdup("\($0.key)=\($0.value)") } + [nil]
        defer { for text in arguments + environment { free(text) } }
        return posix_spawnp(&process, program, &actions, &attributes, &arguments, &environment)
    }

    /// `POSIX_SPAWN_SETSID`, which some headers hide.
    private static var setSession: Int16 {
        #if canImport(Darwin)
            0x400
        #else
            0x80
        #endif
    }

    /// Reads the output to its end.
    ///
    /// - Throws: ``StartFailure`` if the output cannot be read.
    package func allOutput() throws -> [UInt8] {
        var all: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let count = buffer.withUnsafeMutableBytes { bytes in
                System.retrying { System.readSome(output, into: bytes) }
            }
            guard count >= 0 else { throw StartFailure.other(System.words()) }
            guard count > 0 else { return all }
            all += buffer[..<count]
        }
    }

    /// Waits until the program has ended.
    package func wait() -> Ending {
        if let ending { return ending }
        // The system does not reuse the process's number until the process is reaped.
        var information = siginfo_t()
        _ = System.retrying { waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT) }
        return reap()
    }

    private func reap() -> Ending {
        InterruptCleanup.unregisterProcess(slot)
        slot = nil
        var status: Int32 = 0
        _ = System.retrying { waitpid(process, &status, 0) }
        let signal = status & 0x7F
        let ending: Ending = signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
        self.ending = ending
        return ending
    }

    /// Ends the program and its child processes, first with SIGTERM and after a second with SIGKILL.
    package func terminate() {
        guard ending == nil else { return }
        kill(-process, SIGTERM)
        for _ in 0..<100 {
            var information = siginfo_t()
            let code = waitid(P_PID, id_t(process), &information, WEXITED | WNOWAIT | WNOHANG)
            if code != 0 || information.si_signo == SIGCHLD { break }
            usleep(10_000)
        }
        kill(-process, SIGKILL)
        _ = wait()
    }

    /// Returns the end of the program's standard error.
    package func errorText(longest: Int = 2_000) -> String {
        let size = System.size(of: errorFile) ?? 0
        var bytes = [UInt8](repeating: 0, count: min(size, longest))
        let count = bytes.withUnsafeMutableBytes {
            System.readAll(errorFile, into: $0, at: max(size - longest, 0))
        }
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}
