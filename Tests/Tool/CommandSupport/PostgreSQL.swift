import Foundation
import TestSupport

/// A private server in its own folder, which no other program can reach.
package final class PostgreSQL {
    package let folder: String
    private let bin: String
    private let data: String
    private let server = Process()

    private struct Failure: Error { let words: String }

    /// The programs of the newest installed server.
    private static let bin: String? = {
        let roots = ["/usr/lib/postgresql", "/opt/homebrew/opt", "/usr/local/opt"]
        let candidates = roots.flatMap { root in
            ((try? FileManager.default.contentsOfDirectory(atPath: root)) ?? []).sorted()
                .map { "\(root)/\($0)/bin" }
        }
        return candidates.last { FileManager.default.isExecutableFile(atPath: $0 + "/initdb") }
    }()

    package static var isPresent: Bool {
        bin != nil && (try? TestSupport.run("psql", ["--version"]).status) == 0
    }

    package init() throws {
        bin = Self.bin ?? ""
        // The path of a socket must be short.
        folder = "/tmp/zseed-pg-\(UUID().uuidString.prefix(8))"
        data = folder + "/data"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        if getuid() == 0 { try check(TestSupport.run("chown", ["postgres", folder])) }
        let words = Self.words(
            bin + "/initdb", "-D", data, "-U", "postgres", "-A", "trust", "-N", "-E", "UTF8", "--locale=C")
        try check(TestSupport.run(words[0], Array(words.dropFirst()), in: folder))
        // The server is not started by pg_ctl, because the end of a process that starts a background server is never
        // detected.
        server.arguments = Self.words(
            bin + "/postgres", "-D", data, "-c", "listen_addresses=", "-c", "fsync=off", "-k", folder)
        server.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        server.currentDirectoryURL = URL(fileURLWithPath: folder)
        server.standardOutput = FileHandle.nullDevice
        server.standardError = FileHandle.nullDevice
        try server.run()
        for _ in 0..<600 where server.isRunning {
            if try TestSupport.run("psql", ["-h", folder, "-U", "postgres", "-c", "SELECT 1", "postgres"])
                .status == 0
            {
                return
            }
            usleep(100_000)
        }
        stop()
        throw Failure(words: "the server does not answer")
    }

    /// Returns the words that run a program as another user, because the server does not run as root.
    private static func words(_ words: String...) -> [String] {
        guard getuid() == 0 else { return words }
        return ["setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"] + words
    }

    package func run(_ sql: String) throws {
        try check(
            TestSupport.run("psql", ["-h", folder, "-U", "postgres", "-X", "-q", "-c", sql, "postgres"]))
    }

    private func check(_ result: ProcessResult) throws {
        guard result.status == 0 else { throw Failure(words: result.errors + result.output) }
    }

    package func stop() {
        // The server is stopped immediately, because none of its data is kept.
        kill(server.processIdentifier, SIGQUIT)
        server.waitUntilExit()
        try? FileManager.default.removeItem(atPath: folder)
    }
}
