import ArgumentParser
import Copying
import Messages
import ObjectLayer
import ObjectModel
import StoreFormat

/// The objects to copy, and how to copy them.
struct CopyOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Copy these entities, with their subentities; separated by commas, or repeated. By default, all.",
            valueName: "names"))
    var entity: [String] = []

    @Option(
        name: .customLong("where"),
        help: ArgumentHelp(
            "Copy the objects of an entity that match a predicate, as in a query; may be repeated.",
            valueName: "Entity: predicate"))
    var condition: [String] = []

    @Option(
        help: """
            The related objects to copy: deep (the members of chosen objects, and all that they refer to), \
            all (all connected objects), required (required ones), or none.
            """)
    var follow = CopyChoice.Follow.deep

    @Option(
        help: """
            What happens to an object of INTO with the same unique values: keep (it is unchanged), update \
            (it gets the copied values), or error.
            """)
    var conflicts = CopyChoice.Conflicts.keep

    @Option(
        help: ArgumentHelp(
            """
            Make values unrecognizable: hash, null, redact (letters become x) or constant:VALUE; may be \
            repeated.
            """, valueName: "Entity.attribute=way"))
    var mask: [String] = []

    @Option(help: ArgumentHelp("A secret that the hashes of masks depend on.", valueName: "text"))
    var maskKey: String?

    func validate() throws {
        for text in condition where Self.parts(text) == nil {
            throw ValidationError("--where needs Entity: predicate, not '\(text)'")
        }
        for text in mask where Mask(text) == nil {
            throw ValidationError(
                "--mask needs Entity.attribute=hash, =null, =redact or =constant:VALUE, not '\(text)'")
        }
        let names = mask.compactMap { Mask($0).map { "\($0.entity).\($0.attribute)" } }
        guard Set(names).count == names.count else {
            throw ValidationError("--mask has an attribute twice")
        }
        guard maskKey == nil || !mask.isEmpty else {
            throw ValidationError("--mask-key needs --mask")
        }
    }

    private static func parts(_ text: String) -> (entity: String, predicate: String)? {
        guard let colon = text.firstIndex(of: ":") else { return nil }
        let entity = text[..<colon].filter { $0 != " " }
        let predicate = String(text[text.index(after: colon)...].drop { $0 == " " })
        return entity.isEmpty || predicate.isEmpty ? nil : (entity, predicate)
    }

    /// Returns the choice that the options describe.
    ///
    /// - Throws: ``ConditionError`` for an invalid predicate.
    func choice() throws -> CopyChoice {
        var choice = CopyChoice()
        choice.entities = entity.flatMap(OptionText.names)
        for (name, text) in condition.compactMap(Self.parts) {
            do {
                choice.conditions.append(
                    .init(entity: name, predicate: try Predicate(format: text)))
            } catch {
                throw ConditionError(
                    message: "\(name): \(error.description)",
                    pointer: error.pointer.split(separator: "\n", omittingEmptySubsequences: false)
                        .map(String.init))
            }
        }
        choice.follow = follow
        choice.conflicts = conflicts
        choice.masks = mask.compactMap { Mask($0) }
        choice.maskKey = Array((maskKey ?? "").utf8)
        return choice
    }

    /// An error for a condition that is invalid, or that does not fit the model.
    struct ConditionError: Error {
        let message: String
        /// The text, and a mark below the error in it.
        let pointer: [String]
    }

    /// Runs a copy.
    ///
    /// - Throws: ``ConditionError`` for a condition that does not fit the model.
    func reported<Result>(about path: String, modelPath: String?, _ body: () throws -> Result) throws
        -> Result
    {
        do {
            return try body()
        } catch let error as FetchRequestError {
            let texts = condition.compactMap { Self.parts($0)?.predicate }
            let store = try ReferenceStore(path: path, modelPath: modelPath)
            let (words, pointer) = QueryErrorRenderer(
                subject: "--where", text: texts.joined(separator: " "), model: store.model
            ).message(error)
            throw ConditionError(message: words, pointer: pointer)
        }
    }
}

extension CopyChoice.Follow: ExpressibleByArgument {}
extension CopyChoice.Conflicts: ExpressibleByArgument {}
