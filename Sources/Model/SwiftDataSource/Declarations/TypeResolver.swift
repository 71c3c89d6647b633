import ObjectModel
import SwiftSource

/// Resolves types in the source. A name is looked up as in Swift: outward through the scopes around it, in the module,
/// then in imported modules.
struct TypeResolver {
    /// The scope of a type.
    struct Scope {
        /// The innermost type around it.
        var type: DeclaredType?
        var unit: SourceUnit
        /// The arguments for the parameters of generic aliases.
        var substitutions: [String: ResolvedType] = [:]
    }

    let table: DeclarationTable
    /// The models of the versioned schema that is read, by the names of their entities.
    var listed: [String: DeclaredType] = [:]
    private let effort = Effort()
    private static let deepest = 50

    /// The number of types that are still inspected for one question. It is limited because nested aliases of two
    /// others have exponentially many parts.
    private final class Effort {
        var left = 0

        /// Returns whether effort is left. The count starts again for a question that is not part of another.
        func take(depth: Int) -> Bool {
            left = depth == 0 ? 10_000 : left - 1
            return left > 0 && depth < TypeResolver.deepest
        }
    }

    /// Returns the type that a text refers to.
    func resolve(_ syntax: TypeSyntax, in scope: Scope, depth: Int = 0) -> ResolvedType {
        guard effort.take(depth: depth) else { return .unknown(syntax.description) }
        func inner(_ type: TypeSyntax) -> ResolvedType { resolve(type, in: scope, depth: depth + 1) }
        switch syntax {
        case .optional(let type), .unwrapped(let type): return .optional(inner(type))
        case .array(let type): return .array(inner(type))
        case .dictionary(let key, let value): return .dictionary(key: inner(key), value: inner(value))
        case .tuple, .function, .composition, .other: return .notStorable(syntax.description)
        case .constrained: return .notStorable(syntax.description)
        case .member: return .unknown(syntax.description)
        case .name(let parts): return resolve(parts, in: scope, depth: depth)
        }
    }

    private func resolve(
        _ parts: [TypeSyntax.Component], in scope: Scope, depth: Int
    ) -> ResolvedType {
        guard let first = parts.first else { return .unknown("") }
        let text = TypeSyntax.name(parts).description
        if parts.count == 1, let known = scope.substitutions[first.name] { return known }
        if parts.count == 1, let type = scope.type, type.parameters.contains(first.name) {
            return .notStorable(first.name)
        }
        switch lookUp(first, in: scope, depth: depth) {
        case nil: break
        case .declared(let type)?:
            return member(parts.dropFirst(), of: type, scope: scope, text: text, depth: depth)
        case let other?:
            if parts.count == 1 { return other }
            if case .ambiguous = other { return other }
        }
        if let standard = standard(parts, in: scope, depth: depth) { return standard }
        if let type = table.foreign[first.name], parts.count > 1 {
            let found = member(parts.dropFirst(), of: type, scope: scope, text: text, depth: depth)
            if case .unknown = found { return .unknown(text) }
            return found
        }
        // A type may be qualified by a module's name.
        if parts.count > 1, isModule(first.name) {
            let rest = Array(parts.dropFirst())
            return resolve(rest, in: Scope(type: nil, unit: scope.unit), depth: depth + 1)
        }
        return .unknown(text)
    }

    private func isModule(_ name: String) -> Bool {
        StandardType.modules.contains(name)
            || table.units.contains { unit in
                unit.module == name || unit.path.split(separator: "/").dropLast().contains { $0 == name }
            }
    }

    // MARK: Names

    /// Returns the declaration that a name refers to, in the types around the scope or in the module.
    private func lookUp(
        _ part: TypeSyntax.Component, in scope: Scope, depth: Int
    ) -> ResolvedType? {
        var outer = scope.type
        while let type = outer {
            if part.name == "Self" { return .declared(type) }
            if let found = ownMember(part, of: type, from: scope, depth: depth) { return found }
            if type.parameters.contains(part.name) { return .notStorable(part.name) }
            outer = type.parent
        }
        let isStandard = StandardType.all[part.name] != nil || Self.generics.contains(part.name)
        let types = Visibility.nearest(table.types[part.name] ?? [], to: scope.unit)
            .filter { !isStandard || Visibility.hidesImports($0, from: scope.unit) }
        let aliases = Visibility.nearest(table.aliases[part.name] ?? [], to: scope.unit)
            .filter { !isStandard || Visibility.hidesImports($0, from: scope.unit) }
        return choose(types, aliases, part, scope, depth)
    }

    private static let generics: Set<String> = ["Optional", "Array", "Set", "Dictionary"]

    /// Returns a type or alias that a type or its superclass declares.
    private func ownMember(
        _ part: TypeSyntax.Component, of type: DeclaredType, from scope: Scope, depth: Int
    ) -> ResolvedType? {
        guard depth < Self.deepest else { return nil }
        let types = type.types[part.name].map(Self.active) ?? []
        let aliases = type.aliases[part.name] ?? []
        if let found = choose(types, aliases, part, scope, depth) { return found }
        guard type.kind == .class, let parent = superclass(of: type, depth: depth + 1) else {
            return nil
        }
        return ownMember(part, of: parent, from: scope, depth: depth + 1)
    }

    /// Returns the types outside of `#if` clauses that do not hold, or all types if there are none.
    private static func active(_ types: [DeclaredType]) -> [DeclaredType] {
        let active = types.filter { !$0.isInactive }
        return active.isEmpty ? types : active
    }

    private func choose(
        _ types: [DeclaredType], _ aliases: [DeclaredType.Alias], _ part: TypeSyntax.Component,
        _ scope: Scope, _ depth: Int
    ) -> ResolvedType? {
        if types.count > 1 {
            // Copies of one file in several targets are equivalent.
            guard types.dropFirst().allSatisfy({ Self.isSame($0, types[0]) }) else {
                return .ambiguous(part.name, types)
            }
        }
        if let type = types.first { return .declared(type) }
        guard let alias = aliases.first else { return nil }
        var inner = Scope(type: alias.scope, unit: alias.unit)
        for (name, argument) in zip(alias.declaration.parameters, part.arguments) {
            inner.substitutions[name] = resolve(argument, in: scope, depth: depth + 1)
        }
        // An alias like `typealias Trip = Trip` must not resolve to itself.
        if case .name(let parts) = alias.declaration.type, parts.count == 1,
            parts[0].name == part.name, alias.scope == nil
        {
            return nil
        }
        return resolve(alias.declaration.type, in: inner, depth: depth + 1)
    }

    private static func isSame(_ one: DeclaredType, _ other: DeclaredType) -> Bool {
        one.kind == other.kind && one.isModel == other.isModel
            && one.inherited.map(\.type) == other.inherited.map(\.type)
            && one.cases.map(\.element.name) == other.cases.map(\.element.name)
            && one.properties.map(\.binding.name) == other.properties.map(\.binding.name)
            && one.properties.map(\.type) == other.properties.map(\.type)
            && one.properties.map(\.head.attributes.count)
                == other.properties.map(\.head.attributes.count)
    }

    private func member(
        _ parts: ArraySlice<TypeSyntax.Component>, of type: DeclaredType, scope: Scope,
        text: String, depth: Int
    ) -> ResolvedType {
        guard let part = parts.first else { return .declared(type) }
        guard let found = ownMember(part, of: type, from: scope, depth: depth) else {
            if part.name == "RawValue", parts.count == 1, let raw = rawValue(of: type, depth: depth) {
                return raw
            }
            // `Identifiable` defines `ID` as the type of `id`.
            if part.name == "ID", parts.count == 1,
                let id = type.properties.first(where: { $0.binding.name == "id" }),
                let syntax = id.type ?? id.binding.value?.type,
                !type.head.isStatic, syntax != .name([.init("ID")])
            {
                return resolve(syntax, in: Scope(type: type, unit: id.unit), depth: depth + 1)
            }
            if part.name == "ID", type.isModel, let standard = StandardType.all["PersistentIdentifier"] {
                return .standard(standard)
            }
            return .unknown(text)
        }
        guard case .declared(let inner) = found else {
            return parts.count == 1 ? found : .unknown(text)
        }
        return member(parts.dropFirst(), of: inner, scope: scope, text: text, depth: depth)
    }

    /// Returns the type of `RawValue` in a type that does not declare it: the raw type of an enumeration, or the type
    /// of `rawValue`.
    private func rawValue(of type: DeclaredType, depth: Int) -> ResolvedType? {
        if let property = type.properties.first(where: { $0.binding.name == "rawValue" }),
            let syntax = property.type
        {
            return resolve(syntax, in: Scope(type: type, unit: property.unit), depth: depth + 1)
        }
        guard type.kind == .enum, let first = type.inherited.first else { return nil }
        let scope = Scope(type: first.scope, unit: first.unit)
        guard case .standard(let raw) = resolve(first.type, in: scope, depth: depth + 1) else { return nil }
        return .standard(raw)
    }

    private func standard(
        _ parts: [TypeSyntax.Component], in scope: Scope, depth: Int
    ) -> ResolvedType? {
        var parts = parts[...]
        if parts.count > 1, let first = parts.first, StandardType.modules.contains(first.name) {
            parts = parts.dropFirst()
        }
        guard let first = parts.first else { return nil }
        func argument(_ index: Int) -> ResolvedType {
            guard index < first.arguments.count else { return .unknown(first.name) }
            return resolve(first.arguments[index], in: scope, depth: depth + 1)
        }
        if parts.count == 1 {
            switch first.name {
            case "Optional": return .optional(argument(0))
            case "Array", "ContiguousArray":
                return first.name == "Array" ? .array(argument(0)) : .unknown(first.name)
            case "Set": return .set(argument(0))
            case "Dictionary": return .dictionary(key: argument(0), value: argument(1))
            case "Any", "AnyObject", "Error", "Codable", "Hashable":
                return .notStorable(first.name)
            default: break
            }
        }
        let name = parts.map(\.name).joined(separator: ".")
        return StandardType.all[name].map { .standard($0) }
    }

    // MARK: Classes

    /// Returns the superclass of a class if the sources declare it.
    func superclass(of type: DeclaredType, depth: Int = 0) -> DeclaredType? {
        guard type.kind == .class, let first = type.inherited.first, effort.take(depth: depth) else {
            return nil
        }
        let scope = Scope(type: first.scope, unit: first.unit)
        guard case .declared(let parent) = resolve(first.type, in: scope, depth: depth + 1),
            parent.kind == .class, parent !== type
        else { return nil }
        return parent
    }

    /// Returns whether an enumeration has raw values, or a type declares to be `RawRepresentable`.
    func hasRawType(_ type: DeclaredType) -> Bool {
        isRawRepresentable(type)
            || type.inherited.contains { entry in
                let scope = Scope(type: entry.scope, unit: entry.unit)
                if case .standard = resolve(entry.type, in: scope) { return true }
                return false
            }
    }

    /// Returns whether a type declares to be `RawRepresentable`, as option sets do.
    func isRawRepresentable(_ type: DeclaredType) -> Bool {
        type.inherited.contains { entry in
            ["RawRepresentable", "OptionSet"].contains(entry.type.components?.last?.name ?? "")
        }
    }

    /// Returns whether a type conforms to a protocol, directly or through protocols of the sources; nil if it has
    /// protocols or macros that the sources do not declare and that may add the conformance.
    func conforms(_ type: DeclaredType, to names: Set<String>, depth: Int = 0) -> Bool? {
        guard effort.take(depth: depth) else { return nil }
        var isSure = true
        for (syntax, unit, scope) in type.inherited {
            let parts: [TypeSyntax]
            if case .composition(let types) = syntax { parts = types } else { parts = [syntax] }
            for part in parts {
                guard let name = part.components?.last?.name else { continue }
                if names.contains(name) { return true }
                switch resolve(part, in: Scope(type: scope, unit: unit), depth: depth + 1) {
                case .declared(let parent):
                    switch conforms(parent, to: names, depth: depth + 1) {
                    case true?: return true
                    case nil: isSure = false
                    case false?: break
                    }
                case .unknown, .ambiguous, .notStorable:
                    if !Self.plainProtocols.contains(name) { isSure = false }
                case .standard, .optional, .array, .set, .dictionary: break
                }
            }
        }
        let known: Set<String> = ["Model", "available", "MainActor", "frozen", "objc", "Observable"]
        if type.head.attributes.contains(where: { !known.contains($0.name) }) { isSure = false }
        return isSure ? false : nil
    }

    /// Protocols of the standard library and Apple's frameworks that do not make a type Codable.
    private static let plainProtocols: Set<String> = [
        "Equatable", "Hashable", "Comparable", "Identifiable", "CaseIterable", "Sendable", "Error",
        "CustomStringConvertible", "CustomDebugStringConvertible", "LocalizedError", "RawRepresentable",
        "ObservableObject", "View", "App", "Transferable", "AnyObject", "ExpressibleByStringLiteral",
        "VersionedSchema", "SchemaMigrationPlan", "NSObject", "Copyable", "Escapable",
    ]
}
