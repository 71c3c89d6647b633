import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command that is part of `zseed`. When the command is parsed alone, ArgumentParser then
    /// skips its search for `--generate-completion-script`, which takes as long as the rest. If parsing fails, the root
    /// command still finds the option.
    var partOfZSeed: CommandConfiguration {
        var configuration = self
        configuration._superCommandName = "zseed"
        return configuration
    }
}
