import Files

/// The single run of a command in a build. The program ends with the object at the latest.
final class CommandRun {
    /// The standard error of a program that succeeded.
    private(set) var warnings: [SeedIssue] = []

    private let words: [String]
    private let folder: String
    private let path: String
    private var child: ChildProcess?
    private var kept: TemporaryFolder?
    /// An input that was opened for its columns and whose rows were not read yet.
    private var waiting: (any RecordSource)?
    private var hasStarted = false

    /// - Parameters:
    ///   - folder: the working folder.
    ///   - path: the name of the output in messages.
    init(_ words: [String], in folder: String, path: String) {
        self.words = words
        self.folder = folder
        self.path = path
    }

    /// Returns the rows of the output, which comes through a pipe. It can be opened once for the columns, and then
    /// once more for the rows if nothing was read in between.
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

    /// Returns a file with the whole output, after the program succeeded.
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

    /// Waits for the program after its output ended, and checks that it succeeded.
    ///
    /// - Throws: ``SeedFailure``, even if rejected rows are allowed.
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

/// The standard output of a program, which must have succeeded at its end.
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
