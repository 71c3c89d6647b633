import ArgumentParser

/// A command as it is parsed without the others, by the same options.
///
/// It has no names for help: ArgumentParser would make them up for each run, which takes as long as to
/// parse a few arguments. What asks for help is refused here, and goes to all commands.
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
    /// The command by arguments that are right for it; nil for all others, and for those that ask for
    /// something else, such as help.
    static func parsedAlone(_ arguments: [String]) -> (any ParsableCommand)? {
        let parsed = try? CommandAlone<Self>.parseAsRoot(arguments)
        return (parsed as? CommandAlone<Self>)?.command
    }
}
