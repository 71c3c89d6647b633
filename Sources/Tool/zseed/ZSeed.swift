import ArgumentParser
import Files
import Messages

/// The command `zseed`.
@main
struct ZSeed: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "zseed",
        abstract: "Builds and verifies Core Data seed stores, without Core Data or a Mac.",
        discussion: """
            A seed store is the SQLite file that an app copies on first launch. zseed fills one \
            from spreadsheets and legacy databases, and checks that the app can use it.

            'zseed help alike' compares similar commands, 'zseed help models' lists the forms of a model, \
            and 'zseed help exit-codes' the exit codes for scripts. '--version --verbose' also shows the \
            libraries that zseed was built with.
            """,
        version: ProgramVersions.zseed,
        groupedSubcommands: HelpText.groups)

    /// Runs a command and sets the exit code of the process. ArgumentParser's own code for an invalid command line is
    /// 64; zseed uses 2.
    static func main() {
        ProcessArguments.restore()
        Terminal.openStandardStreams()
        System.ignoreFileSizeSignal()
        Terminal.holdPipeSignal()
        InputFiles.watch()
        CleanupWarning.listen { Diagnostics.emit(IssueDescription($0), .warning) }
        TemporaryFolder.removeLeftovers()
        guard argumentsAreText else {
            Terminal.report("error: an argument is not UTF-8")
            exit(withError: ExitStatus.plan.code)
        }
        do {
            let flags = Set(CommandLine.arguments.dropFirst())
            if flags == ["--version", "--verbose"] || flags == ["--version"] {
                let lines = flags.count == 1 ? [ProgramVersions.zseed] : ProgramVersions.lines
                for line in lines { Terminal.print(line) }
                try checkOutput()
                return
            }
            if let topic = helpTopic() {
                Terminal.print(topic)
                try checkOutput()
                return
            }
            var command = try namedCommand() ?? parseAsRoot(try checkedArguments())
            try command.run()
            try checkOutput()
        } catch let code as ExitCode {
            do { try checkOutput(isDone: code == .success) } catch { exit(withError: error) }
            exit(withError: code)
        } catch {
            let code = exitCode(for: error)
            if code == .success {
                // Help, the version or a completion script was requested.
                Terminal.printData(HelpText.arranged(fullMessage(for: error)))
                do { try checkOutput() } catch { exit(withError: error) }
                exit(withError: code)
            }
            guard code == .validationFailure else { exit(withError: reported(error)) }
            Terminal.report(fullMessage(for: error))
            if GitHubAnnotation.areWanted {
                let annotation = GitHubAnnotation(
                    severity: .error, path: nil, message: "zseed: " + message(for: error))
                Terminal.report(annotation.text)
            }
            exit(withError: ExitStatus.plan.code)
        }
    }

    /// Whether all arguments are valid UTF-8. Invalid bytes would be changed on the way, and could then name another
    /// file.
    private static var argumentsAreText: Bool {
        (0..<Int(CommandLine.argc)).allSatisfy { index in
            CommandLine.unsafeArgv[index].map { String(validatingCString: $0) != nil } ?? true
        }
    }

    /// Returns the command that the first argument names, if the other arguments are valid for it. Parsing this command
    /// alone is faster than parsing all commands. Invalid arguments and requests for help are parsed with all commands.
    private static func namedCommand() -> (any ParsableCommand)? {
        let arguments = CommandLine.arguments.dropFirst()
        let named = configuration.subcommands.first {
            $0.configuration.commandName == arguments.first
        }
        return named?.parsedAlone(Array(arguments.dropFirst()))
    }

    /// Returns the text of `zseed help TOPIC` for a topic that is not a command.
    private static func helpTopic() -> String? {
        let arguments = CommandLine.arguments.dropFirst()
        guard arguments.count == 2, arguments.first == "help" else { return nil }
        return arguments.last.flatMap(HelpText.topic)
    }

    /// Returns the arguments, if they begin with an existing command.
    private static func checkedArguments() throws -> [String] {
        let arguments = Array(CommandLine.arguments.dropFirst())
        let names = configuration.subcommands.compactMap { $0.configuration.commandName }
        let named = arguments.first == "help" ? arguments.dropFirst().first : arguments.first
        if let named, !named.hasPrefix("-"), named != "help", !names.contains(named) {
            let topics = arguments.first == "help" ? HelpText.topics.map(\.key) : []
            throw ValidationError(Suggestion.words(command: named, known: names + topics))
        }
        // ArgumentParser would print the version and ignore the rest.
        if let flag = arguments.firstIndex(of: "--version"), flag > 0, flag + 1 < arguments.count,
            !arguments[flag + 1].hasPrefix("-")
        {
            throw ValidationError(
                "--version shows the version of zseed; --model-version chooses that of a model: "
                    + "did you mean `--model-version \(arguments[flag + 1])`?")
        }
        return arguments
    }

    /// Reports a known error that no command has reported.
    ///
    /// - Returns: the error to exit with.
    private static func reported(_ error: any Error) -> any Error {
        guard let failure = Failure(error, about: configuration.commandName ?? "zseed") else { return error }
        failure.report()
        return failure.status.code
    }

    /// Throws if the output could not be printed completely, because a script must not mistake a part for the whole.
    ///
    /// - Parameter isDone: whether everything succeeded. After an error, its exit code is more useful than that of a
    ///   signal.
    private static func checkOutput(isDone: Bool = true) throws {
        if isDone { Terminal.endWithReader() }
        guard let failure = Terminal.takeFailure() else { return }
        Terminal.report("standard output: error: cannot write: \(failure)")
        throw ExitStatus.machine.code
    }
}
