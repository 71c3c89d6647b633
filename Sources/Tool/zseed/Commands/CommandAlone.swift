import ArgumentParser

/// A command that is parsed alone, with the same options.
///
/// It has no names for help, because ArgumentParser would build them for each run, which takes as long as parsing a few
/// arguments. Requests for help are therefore rejected here, and parsed with all commands.
struct CommandAlone<Command: ParsableCommand>: ParsableCommand, CustomReflectable {
    static var configuration: CommandConfiguration {
        var configuration = Command.configuration
        configuration.helpNames = []
        return configuration
    }

    private(set) var command: Command

    init() { command = Command() }

    init(from decoder: any Decoder) throws { command = try Command(from: decoder) }

    /// ArgumentParser finds the options of a command by its mirror.
    var customMirror: Mirror { Mirror(reflecting: command) }

    mutating func validate() throws { try command.validate() }

    mutating func run() throws { try command.run() }
}

extension ParsableCommand {
    /// Returns the command for valid arguments; nil for all other arguments, including requests for help.
    static func parsedAlone(_ arguments: [String]) -> (any ParsableCommand)? {
        let parsed = try? CommandAlone<Self>.parseAsRoot(arguments)
        return (parsed as? CommandAlone<Self>)?.command
    }
}
