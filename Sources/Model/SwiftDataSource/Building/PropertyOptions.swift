import ObjectModel
import SwiftSource

/// The options of `@Attribute(…)`.
struct PropertyOptions {
    var isUnique = false
    var isExternal = false
    var isEphemeral = false
    var isPreserved = false
    var isInSpotlight = false
    var isEncrypted = false
    /// The transformer of `.transformable(by:)`.
    var transformer: String?
    var originalName: String?
    var hashModifier: String?
    /// The options that are not supported or not known.
    var problems: [ModelSourceIssue.Problem] = []

    init(_ attribute: AttributeSyntax?) {
        for argument in attribute?.arguments ?? [] {
            switch argument.label {
            case "originalName": originalName = Self.text(argument.value, &problems)
            case "hashModifier": hashModifier = Self.text(argument.value, &problems)
            case nil: add(argument.value)
            case let label?: problems.append(.unknownOption(label))
            }
        }
    }

    /// Returns a literal text; nil for `nil`.
    static func text(
        _ value: ExpressionSyntax, _ problems: inout [ModelSourceIssue.Problem]
    ) -> String? {
        switch value {
        case .string(let text?): return text
        case .null: return nil
        default:
            problems.append(.unknownOption("a text that is computed"))
            return nil
        }
    }

    private mutating func add(_ value: ExpressionSyntax) {
        switch value {
        case .implicitMember(let name): add(name)
        case .member(_, let part): add(part.name)
        case .call(.implicitMember("transformable"), let arguments):
            addTransformer(arguments)
        case .call(.member(_, let part), let arguments) where part.name == "transformable":
            addTransformer(arguments)
        case .array(let values): for value in values { add(value) }
        default: problems.append(.unknownOption("an option that is computed"))
        }
    }

    private mutating func addTransformer(_ arguments: [ExpressionSyntax.Argument]) {
        switch arguments.first?.value {
        case .string(let name?)?: transformer = name
        case .member(let base, let part)? where part.name == "self":
            transformer = base.type?.components?.last?.name
        default: break
        }
        if transformer == nil { problems.append(.unknownOption("transformable(by:)")) }
    }

    private mutating func add(_ name: String) {
        switch name {
        case "unique": isUnique = true
        case "externalStorage": isExternal = true
        case "ephemeral": isEphemeral = true
        case "preserveValueOnDeletion": isPreserved = true
        case "spotlight": isInSpotlight = true
        case "allowsCloudEncryption": isEncrypted = true
        default: problems.append(.unknownOption(".\(name)"))
        }
    }
}
