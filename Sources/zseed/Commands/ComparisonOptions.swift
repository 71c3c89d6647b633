import ArgumentParser
import Comparing
import ObjectModel

/// What of stores is compared or shown, and what tells their objects apart.
struct ComparisonOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The attributes that tell the objects of an entity apart.",
            valueName: "Entity=attribute,…"))
    var key: [String] = []

    @Option(
        help: ArgumentHelp(
            "Only these entities, with their subentities; parted by commas, or given again.",
            valueName: "names"))
    var entity: [String] = []

    @Option(
        help: ArgumentHelp(
            "Leave out an entity, a property of all entities, or Entity.property; parted by commas, or given again.",
            valueName: "names"))
    var ignore: [String] = []

    @Option(help: "The app's model, for a store that carries none.")
    var model: String?

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelOptions

    func validate() throws {
        try choosing.validate(besides: model)
        try Self.validate(keys: key)
    }

    /// Refuses what is no `Entity=attribute,…`.
    static func validate(keys: [String]) throws {
        for pair in keys {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !Self.names(String(parts[1])).isEmpty else {
                throw ValidationError("--key needs Entity=attribute,…, not '\(pair)'")
            }
        }
    }

    static func names(_ text: String) -> [String] {
        text.split(separator: ",").map { $0.filter { $0 != " " } }.filter { !$0.isEmpty }
    }

    /// Attributes by the names of entities.
    static func keys(_ pairs: [String]) -> [String: [String]] {
        var keys: [String: [String]] = [:]
        for pair in pairs {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            keys[parts[0]] = Self.names(parts[1])
        }
        return keys
    }

    /// What the options say.
    var choice: ComparisonChoice {
        ComparisonChoice(
            keys: Self.keys(key), entities: Set(entity.flatMap(Self.names)),
            ignored: Set(ignore.flatMap(Self.names)))
    }

    /// The model that was named.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`.
    func app() throws -> ManagedObjectModel? {
        guard let model else { return nil }
        let file = try ModelFile.read(path: model, choice: choosing.choice)
        ModelSourceRenderer.report(file.modelIssues)
        return file.model
    }

    /// Runs a comparison; what it does not find in the models is the command line's fault.
    func reported(about path: String, _ body: () throws -> Void) throws {
        do {
            try Failures.described(about: path, body)
        } catch ComparisonError.unknownNames(let names) {
            throw ValidationError(
                "the model has no \(names.map { "'\($0)'" }.joined(separator: ", ")) "
                    + "(--entity, --ignore and --key take names of entities and properties)")
        } catch let failure as Failure {
            failure.report()
            throw failure.status.code
        }
    }
}
