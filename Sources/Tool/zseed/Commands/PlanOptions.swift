import ArgumentParser
import Seeding

/// The command-line options that override a plan.
struct PlanOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Give `${NAME}` in the plan a value.", valueName: "name=value"))
    var set: [String] = []

    @Option(help: ArgumentHelp("Read a source from another file than the plan's.", valueName: "name=path"))
    var source: [String] = []

    func validate() throws { _ = try overrides() }

    var areGiven: Bool { !set.isEmpty || !source.isEmpty }

    /// Returns the values of the options.
    ///
    /// - Throws: `ValidationError` for a text that is not a pair, and for a name that is given twice.
    func overrides() throws -> PlanOverrides {
        var overrides = PlanOverrides()
        overrides.variables = try OptionText.pairs(of: "--set", form: "NAME=VALUE", set)
        overrides.sources = try OptionText.pairs(of: "--source", form: "NAME=PATH", source)
        for pair in overrides.sources where pair.text.isEmpty {
            throw ValidationError("--source \(pair.name) needs a path")
        }
        return overrides
    }
}
