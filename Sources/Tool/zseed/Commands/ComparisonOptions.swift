import ArgumentParser
import Comparing
import Messages
import ObjectModel

/// The parts of stores to compare or show, and the attributes that identify objects.
struct ComparisonOptions: ParsableArguments {
    @OptionGroup
    var identity: KeyOption

    @Option(
        help: ArgumentHelp(
            "Only these entities, with their subentities; separated by commas, or repeated.",
            valueName: "names"))
    var entity: [String] = []

    @Option(
        help: ArgumentHelp(
            "Leave out an entity, a property of all entities, or Entity.property; separated by commas, or "
                + "repeated.",
            valueName: "names"))
    var ignore: [String] = []

    @OptionGroup
    var model: ModelOptions

    func validate() throws { try model.requirePath() }

    /// The choice that the options describe.
    var choice: ComparisonChoice {
        ComparisonChoice(
            keys: identity.keys, entities: Set(entity.flatMap(OptionText.names)),
            ignored: Set(ignore.flatMap(OptionText.names)))
    }

    /// Runs a comparison. Names that the models lack are errors of the command line.
    func reported(about path: String, _ body: () throws -> Void) throws {
        do {
            try Failures.described(about: path, body)
        } catch ComparisonError.unknownNames(let names) {
            throw ValidationError(
                "the model has no \(names.map { "'\($0)'" }.joined(separator: ", ")) "
                    + "(--entity, --ignore and --key need names of entities and properties)")
        } catch let failure as Failure {
            failure.report()
            throw failure.status.code
        }
    }
}

/// The attributes that identify the objects of an entity.
struct KeyOption: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The attributes that identify the objects of an entity.",
            valueName: "Entity=attribute,…"))
    var key: [String] = []

    func validate() throws {
        for pair in key {
            let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !OptionText.names(String(parts[1])).isEmpty else {
                throw ValidationError("--key needs Entity=attribute,…, not '\(pair)'")
            }
        }
    }

    /// The attributes by entity name.
    var keys: [String: [String]] {
        var keys: [String: [String]] = [:]
        for pair in key {
            let parts = pair.split(separator: "=", maxSplits: 1).map(String.init)
            keys[parts[0]] = OptionText.names(parts[1])
        }
        return keys
    }
}
