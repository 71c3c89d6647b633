import Files
import Foundation

/// The one run of a command in a build: it ends with the object, at the latest.
final class CommandRun {
    /// What the program wrote to standard error although it ended well.
    private(set) var warnings: [SeedIssue] = []

    private let words: [String]
    private let folder: String
    private let path: String
    private var child: ChildProcess?
    private var kept: TemporaryFolder?
    /// The source that was opened for its columns, and whose rows nobody has read.
    private var waiting: (any RecordSource)?
    private var hasStarted = false

    /// - Parameters:
    ///   - folder: where it runs.
    ///   - path: how messages call its output.
    init(_ words: [String], in folder: String, path: String) {
        self.words = words
        self.folder = folder
        self.path = path
    }

    /// The rows of the output, which comes through a pipe: opened once to see the columns, and once more,
    /// where nothing was read since, to read the rows.
    ///
    /// - Throws: ``SeedIssue``.
    func stream(_ open: (any ByteInput) throws -> any RecordSource) throws -> any RecordSource {
        if let waiting {
            self.waiting = nil
            return waiting
        }
        guard !hasStarted else { throw issue(.readBefore) }
        do {
            let source = try open(CommandInput(try start(), self))
            waiting = source
            return source
        } catch let failure as SeedFailure {
            throw failure.issues[0]
        }
    }

    /// The file that the whole output is in, once the program has ended well.
    ///
    /// - Throws: ``SeedIssue``.
    func keptOutput() throws -> String {
        let name = "output"
        if let kept { return kept.path + "/" + name }
        do {
            let folder = try TemporaryFolder(files: [name], for: path)
            let file = folder.path + "/" + name
            try write(CommandInput(try start(), self), to: file)
            kept = folder
            return file
        } catch let error as FileError {
            throw SeedIssue(.file(.fileSystem(error.reason)), at: .init(path: path))
        } catch let failure as SeedFailure {
            throw failure.issues[0]
        }
    }

    private func write(_ input: CommandInput, to path: String) throws {
        guard let file = System.openOutput(path, O_WRONLY | O_CREAT | O_EXCL) else {
            throw SeedIssue(.file(.fileSystem(System.words())), at: .init(path: self.path))
        }
        defer { System.closeFile(file) }
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        while case let count = try input.read(into: buffer), count > 0 {
            let code = System.writeAll(UnsafeRawBufferPointer(rebasing: buffer[..<count]), to: file)
            guard code == 0 else {
                throw SeedIssue(.file(.fileSystem(System.words(code))), at: .init(path: self.path))
            }
        }
    }

    private func start() throws -> ChildProcess {
        hasStarted = true
        do {
            let child = try ChildProcess(words, in: folder)
            self.child = child
            return child
        } catch let failure as ChildProcess.StartFailure {
            switch failure {
            case .notFound: throw issue(.notFound(words[0]))
            case .other(let reason): throw issue(.notStarted(words[0], words: reason))
            }
        }
    }

    /// The output has ended: so must the program, and well.
    ///
    /// - Throws: ``SeedFailure``, whatever becomes of single rows.
    fileprivate func finish(_ child: ChildProcess) throws {
        let ending = child.wait()
        let errors = child.errorText()
        guard ending == .status(0) else {
            throw SeedFailure([issue(.failed(ending, errors: errors))])
        }
        if !errors.isEmpty { warnings = [issue(.said(errors))] }
    }

    fileprivate func issue(_ reason: SeedIssue.Reason.Command) -> SeedIssue {
        SeedIssue(.command(reason), at: .init(path: path))
    }
}

/// What a program writes to standard output; at its end the program must have ended well.
private final class CommandInput: ByteInput {
    private let child: ChildProcess
    private unowned let run: CommandRun
    private var isAtEnd = false

    init(_ child: ChildProcess, _ run: CommandRun) {
        self.child = child
        self.run = run
    }

    var fractionRead: Double? { nil }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isAtEnd else { return 0 }
        let count = System.retrying { System.readSome(child.output, into: buffer) }
        guard count >= 0 else {
            isAtEnd = true
            throw run.issue(.notStarted("", words: System.words()))
        }
        if count == 0 {
            isAtEnd = true
            try run.finish(child)
        }
        return count
    }
}
