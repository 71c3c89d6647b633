import ArgumentParser

extension CommandConfiguration {
    /// The configuration of a command that is part of `zseed`. When it parses the command alone,
    /// ArgumentParser then skips its search for `--generate-completion-script`, which takes as long
    /// as the rest; the root, which is asked when that fails, still finds it.
    var partOfZSeed: CommandConfiguration {
        var configuration = self
        configuration._superCommandName = "zseed"
        return configuration
    }
}
