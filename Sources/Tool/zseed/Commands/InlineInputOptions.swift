import ArgumentParser
import Drafting

/// Inputs that are written on the command line as in a plan.
struct InlineInputOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            A source, written as in plans: `--source 'items={ command: [psql, shop, --csv, -c, "SELECT * FROM \
            items"] }'`.
            """, valueName: "name={…}"))
    var source: [String] = []

    @Flag(help: "Allow `--source` to run programs, in the plan's folder and without a shell. Each runs once.")
    var allowCommands = false

    func validate() throws { _ = try sources }

    /// Whether a build of the drafted plan runs commands.
    var runsCommands: Bool { allowCommands && !source.isEmpty }

    /// The inputs, each with its own name.
    var sources: [InlineInput] {
        get throws {
            try OptionText.pairs(of: "--source", form: "NAME={ … }", source)
                .map { InlineInput(name: $0.name, text: $0.text) }
        }
    }
}
