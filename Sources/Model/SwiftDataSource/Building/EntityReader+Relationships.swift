import ObjectModel
import SwiftSource

extension EntityReader {
    /// Reads a relationship, and whether it is `.unique`.
    mutating func relationship(
        _ property: DeclaredType.Property, _ name: String, _ resolved: ResolvedType,
        to target: DeclaredType, of type: DeclaredType
    ) -> (draft: RelationshipDraft, isUnique: Bool) {
        let (inner, isOptional) = resolved.unwrapped
        var isToMany = false
        switch inner {
        case .array, .set: isToMany = true
        default: break
        }
        let macro = property.head.attribute("Relationship")
        let draft = RelationshipDraft(
            owner: type, destination: target, property: property, name: name,
            isOptional: isOptional, isToMany: isToMany, isAnnotated: macro != nil)
        var isUnique = false
        for argument in macro?.arguments ?? [] {
            var problems: [ModelSourceIssue.Problem] = []
            switch (argument.label, argument.value) {
            case (nil, .implicitMember("unique")): isUnique = true
            case (nil, .member(_, let part)) where part.name == "unique": isUnique = true
            case ("deleteRule"?, .implicitMember(let rule)):
                draft.deleteRule = Self.deleteRule(rule) ?? Self.unknown(rule, &problems)
            case ("deleteRule"?, .member(_, let part)):
                draft.deleteRule = Self.deleteRule(part.name) ?? Self.unknown(part.name, &problems)
            case ("minimumModelCount"?, .integer(let text)): draft.minimum = Int(text) ?? 0
            case ("maximumModelCount"?, .integer(let text)): draft.maximum = Int(text) ?? 0
            case ("minimumModelCount"?, .null), ("maximumModelCount"?, .null): break
            case ("originalName"?, let value):
                draft.originalName = PropertyOptions.text(value, &problems)
            case ("hashModifier"?, let value):
                draft.hashModifier = PropertyOptions.text(value, &problems)
            case ("inverse"?, .keyPath(let root, let path)): draft.inversePath = (root, path)
            case ("inverse"?, .null): break
            case (let label, _): problems.append(.unknownOption(label ?? "an option"))
            }
            for problem in problems { add(draft.issue(.error, problem)) }
        }
        if draft.minimum != 0 || draft.maximum != 0 || isUnique || draft.hashModifier != nil
            || draft.originalName != nil
        {
            let words = isUnique ? ".unique of a relationship" : "an option of a relationship"
            add(draft.issue(.warning, .analogy(words)))
        }
        return (draft, isUnique)
    }

    private static func deleteRule(_ name: String) -> RelationshipDescription.DeleteRule? {
        switch name {
        case "noAction": .noAction
        case "nullify": .nullify
        case "cascade": .cascade
        case "deny": .deny
        default: nil
        }
    }

    private static func unknown(
        _ name: String, _ problems: inout [ModelSourceIssue.Problem]
    ) -> RelationshipDescription.DeleteRule {
        problems.append(.unknownOption(".\(name)"))
        return .nullify
    }
}
