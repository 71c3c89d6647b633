import ObjectModel
import SwiftSource

extension ExpressionTyper {
    /// Returns the type of a call's result, for a type's initialiser or a function with a known result.
    func call(
        _ callee: ExpressionSyntax, _ arguments: [ExpressionSyntax.Argument],
        in scope: TypeResolver.Scope, depth: Int
    ) -> Found? {
        if case .member(let base, let part) = callee, part.name == "init" {
            return known(base.type, in: scope).flatMap {
                made(by: $0, arguments, in: scope, depth: depth)
            }
        }
        if let syntax = callee.type {
            if let found = collection(syntax, arguments, in: scope, depth: depth) { return found }
            if let found = known(syntax, in: scope) {
                return made(by: found, arguments, in: scope, depth: depth)
            }
        }
        switch callee {
        case .name(let component) where component.name == "NSLocalizedString":
            return Self.standard("String")
        case .member(let base, let part):
            if let owner = known(base.type, in: scope) {
                return staticResult(of: part.name, owner)
            }
            guard let owner = type(of: base, in: scope, depth: depth + 1) else { return nil }
            return result(of: part.name, owner)
        default: return nil
        }
    }

    /// Returns the type of `Array(repeating: 0, count: 3)`, whose element type follows from its arguments.
    private func collection(
        _ syntax: TypeSyntax, _ arguments: [ExpressionSyntax.Argument],
        in scope: TypeResolver.Scope, depth: Int
    ) -> Found? {
        guard let last = syntax.components?.last, last.arguments.isEmpty else { return nil }
        guard ["Array", "Set"].contains(last.name), let first = arguments.first else { return nil }
        switch (last.name, first.label, first.value) {
        case ("Array", "repeating"?, let value):
            guard let element = type(of: value, in: scope, depth: depth + 1) else { return nil }
            return Found(resolved: .array(element.resolved), syntax: .array(element.syntax))
        case ("Set", nil, .array(let elements)):
            let types = elements.map { type(of: $0, in: scope, depth: depth + 1) }
            guard let element = common(elements, types) else { return nil }
            return Found(
                resolved: .set(element.resolved),
                syntax: .name([.init("Set", arguments: [element.syntax])]))
        default: return nil
        }
    }

    /// Returns the type of an initialiser's result: an optional if the initialiser may fail.
    private func made(
        by found: Found, _ arguments: [ExpressionSyntax.Argument], in scope: TypeResolver.Scope,
        depth: Int
    ) -> Found? {
        switch found.resolved {
        case .declared(let type):
            if type.kind == .enum, arguments.first?.label == "rawValue" { return found.optional }
            return type.hasFailableInitializer ? nil : found
        case .array(.unknown), .set(.unknown): return nil
        case .standard(let type):
            let label = arguments.first?.label
            if let label, Self.failing[type.name]?.contains(label) ?? false { return found.optional }
            guard Self.numbers.contains(type.name) else { return found }
            if label == "exactly" { return found.optional }
            guard let first = arguments.first, label == nil else { return found }
            switch self.type(of: first.value, in: scope, depth: depth + 1)?.standard?.name {
            case "String"?: return type.name == "Decimal" ? nil : found.optional
            case nil: return nil
            default: return found
            }
        default: return found
        }
    }

    private static let numbers: Set<String> = [
        "Int", "Int8", "Int16", "Int32", "Int64", "UInt", "UInt8", "UInt16", "UInt32", "UInt64", "Double",
        "Float", "CGFloat", "Decimal", "Bool",
    ]

    /// The first labels of initialisers that may fail.
    private static let failing: [String: Set<String>] = [
        "URL": ["string", "dataRepresentation"], "UUID": ["uuidString"], "Decimal": ["string"],
        "Data": ["base64Encoded"], "String": ["data", "bytes", "validating", "validatingUTF8"],
        "TimeZone": ["identifier", "abbreviation", "secondsFromGMT"],
    ]

    private func staticResult(of name: String, _ owner: Found) -> Found? {
        switch owner.resolved {
        case .standard(let type):
            return name == "random" && Self.numbers.contains(type.name) ? owner : nil
        case .declared(let type):
            if type.cases.contains(where: { $0.element.name == name }) { return owner }
            return declaredResult(of: name, type)
        default: return nil
        }
    }

    private func declaredResult(of name: String, _ type: DeclaredType) -> Found? {
        guard let results = type.results[name], let first = results.first, let first,
            results.allSatisfy({ $0?.type == first.type })
        else { return nil }
        return known(first.type, in: TypeResolver.Scope(type: type, unit: first.unit))
    }

    private func result(of name: String, _ owner: Found) -> Found? {
        if case .declared(let type) = owner.resolved { return declaredResult(of: name, type) }
        switch (owner.standard?.name, name) {
        case ("Date"?, "addingTimeInterval"), ("Date"?, "advanced"): return owner
        case ("Date"?, "formatted"), ("Date"?, "ISO8601Format"): return Self.standard("String")
        case ("String"?, "uppercased"), ("String"?, "lowercased"), ("String"?, "trimmingCharacters"),
            ("String"?, "replacingOccurrences"), ("String"?, "appending"):
            return owner
        case ("Calendar"?, "startOfDay"): return Self.standard("Date")
        case ("Calendar"?, "component"): return Self.standard("Int")
        case ("Calendar"?, "date"): return Self.standard("Date")?.optional
        default: return nil
        }
    }
}
