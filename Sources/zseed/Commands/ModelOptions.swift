import ArgumentParser
import ObjectModel
import SwiftDataSource

/// Which model of a folder of versions or of Swift source a command means.
struct ModelOptions: ParsableArguments {
    /// How pairs of relationships are read that Swift source leaves open.
    enum Inverses: String, ExpressibleByArgument {
        case inferred
        case declared
    }

    @Option(help: "The version of an .xcdatamodeld or .momd; the current one otherwise.")
    var modelVersion: String?

    @Option(help: "Of Swift source: the VersionedSchema whose models are meant.")
    var schema: String?

    @Option(
        help: """
            Of an Xcode project or a package: the target whose models are meant; the only application \
            otherwise.
            """)
    var target: String?

    @Option(
        help: ArgumentHelp(
            "Of Swift source: the models, parted by commas; what they lead to comes with them.",
            valueName: "A,B"))
    var models: String?

    @Option(
        help: ArgumentHelp(
            "Of Swift source: a store that the app made, which settles what the source leaves open.",
            valueName: "store"))
    var beside: String?

    @Option(
        help: """
            Of Swift source: whether relationships that may or may not be inverses of one another \
            are: inferred or declared (only those with `inverse:`).
            """)
    var inverses: Inverses?

    func validate() throws {
        guard schema == nil || models == nil else {
            throw ValidationError("--schema and --models exclude each other")
        }
        guard models.map({ !ModelOptions.names($0).isEmpty }) ?? true else {
            throw ValidationError("--models names no model")
        }
    }

    private static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }

    /// What the options say.
    var choice: ModelChoice {
        ModelChoice(
            version: modelVersion, schema: schema, models: models.map(Self.names) ?? [],
            store: beside, infersOpenInverses: inverses.map { $0 == .inferred }, target: target)
    }

    /// Refuses the options where the model that they choose from is missing.
    ///
    /// - Throws: `ValidationError`, which names those that are given.
    func validate(besides model: String?) throws {
        guard model == nil else { return }
        let given = [
            ("--model-version", modelVersion), ("--schema", schema), ("--target", target),
            ("--models", models),
            ("--beside", beside), ("--inverses", inverses?.rawValue),
        ]
        .filter { $0.1 != nil }.map(\.0)
        guard let last = given.last else { return }
        throw ValidationError(
            given.count == 1
                ? "\(last) is about --model, which is missing"
                : given.dropLast().joined(separator: ", ")
                    + " and \(last) are about --model, which is missing")
    }
}
