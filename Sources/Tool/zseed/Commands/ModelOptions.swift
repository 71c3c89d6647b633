import ArgumentParser
import Messages
import ObjectModel
import SwiftDataSource

/// The model of a store without one, for most commands about stores.
struct ModelOptions: ParsableArguments {
    @Option(name: .customLong("model"), help: "The app's model, for a store that contains none.")
    var path: String?

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    /// The choice among several models in the file.
    var choice: ModelChoice { choosing.choice }

    /// Throws if options choose from a model that is not given. For commands whose subject is always a store.
    func requirePath() throws { try choosing.validate(besides: path) }

    /// Returns the model, if given, and prints its issues.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`.
    func app() throws -> ManagedObjectModel? {
        guard let path else { return nil }
        let file = try ModelFile.read(path: path, choice: choice)
        ModelSourceRenderer.report(file.modelIssues)
        return file.model
    }
}

/// The choice of a model from a folder of versions or from Swift source.
struct ModelChoiceOptions: ParsableArguments {
    /// The interpretation of relationship pairs that Swift source does not determine.
    enum Inverses: String, ExpressibleByArgument {
        case inferred
        case declared
    }

    @Option(help: "The version of an .xcdatamodeld or .momd. By default, the current one.")
    var modelVersion: String?

    @Option(help: "For Swift source: the VersionedSchema with the models.")
    var schema: String?

    @Option(
        help: """
            For an Xcode project or a package: the target with the models. By default, the only application.
            """)
    var target: String?

    @Option(
        help: ArgumentHelp(
            "For Swift source: the models, separated by commas. Related models are included.",
            valueName: "A,B"))
    var models: String?

    @Option(
        help: ArgumentHelp(
            "For Swift source: a store that the app created. It decides what the source does not determine.",
            valueName: "store"))
    var beside: String?

    @Option(
        help: """
            For Swift source: which relationships are inverses if the source does not determine it: \
            inferred, or declared (only those with `inverse:`).
            """)
    var inverses: Inverses?

    func validate() throws {
        guard schema == nil || models == nil else {
            throw ValidationError("--schema and --models exclude each other")
        }
        guard models.map({ !OptionText.names($0).isEmpty }) ?? true else {
            throw ValidationError("--models has no model")
        }
    }

    /// The choice that the options describe.
    var choice: ModelChoice {
        ModelChoice(
            version: modelVersion, schema: schema, models: models.map(OptionText.names) ?? [],
            store: beside, infersOpenInverses: inverses.map { $0 == .inferred }, target: target)
    }

    /// Throws if options are given without the model that they choose from.
    ///
    /// - Throws: `ValidationError`, which names the given options.
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
                ? "\(last) needs --model"
                : given.dropLast().joined(separator: ", ")
                    + " and \(last) need --model")
    }
}
