import SwiftSource

/// The type of a property: as declared, or as its initial value shows.
struct PropertyType {
    /// What the type is; nil where the value does not tell.
    let resolved: ResolvedType?
    /// The type as it is written or follows; nil where it is not known.
    let syntax: TypeSyntax?

    init(_ property: DeclaredType.Property, in scope: TypeResolver.Scope, _ resolver: TypeResolver) {
        if let type = property.type {
            syntax = type
            resolved = resolver.resolve(type, in: scope)
            return
        }
        syntax = property.binding.value.flatMap { Self.type(of: $0, in: scope, resolver, depth: 0) }
        resolved = syntax.map { resolver.resolve($0, in: scope) }
    }

    private static func named(_ name: String) -> TypeSyntax {
        .name([.init("Swift"), .init(name)])
    }

    /// The type of a value, by the language's rules for literals, calls of types and members.
    private static func type(
        of value: ExpressionSyntax, in scope: TypeResolver.Scope, _ resolver: TypeResolver,
        depth: Int
    ) -> TypeSyntax? {
        guard depth < 20 else { return nil }
        switch value {
        case .string: return named("String")
        case .integer: return named("Int")
        case .number: return named("Double")
        case .boolean: return named("Bool")
        case .cast(.other, .optional): return nil
        case .cast(_, let type): return type
        case .array(let elements):
            let types = elements.map { type(of: $0, in: scope, resolver, depth: depth + 1) }
            guard let first = types.first, let first, types.allSatisfy({ $0 == first }) else {
                return nil
            }
            return .array(first)
        case .call(.member(let base, let part), _) where part.name == "init":
            return known(base.type, in: scope, resolver)
        case .call(let callee, _):
            if let type = known(callee.type, in: scope, resolver) { return type }
            // `Kind.make()`: its result is not known.
            return nil
        case .member(let base, let part):
            guard let type = known(base.type, in: scope, resolver) else { return nil }
            return isMember(part.name, of: type, in: scope, resolver) ? type : nil
        default: return nil
        }
    }

    /// A type that is one indeed.
    private static func known(
        _ syntax: TypeSyntax?, in scope: TypeResolver.Scope, _ resolver: TypeResolver
    ) -> TypeSyntax? {
        guard let syntax else { return nil }
        switch resolver.resolve(syntax, in: scope) {
        case .unknown, .ambiguous, .notStorable: return nil
        default: return syntax
        }
    }

    /// Whether a static member of a type is a value of the type itself.
    private static func isMember(
        _ name: String, of syntax: TypeSyntax, in scope: TypeResolver.Scope,
        _ resolver: TypeResolver
    ) -> Bool {
        switch resolver.resolve(syntax, in: scope) {
        case .standard(let type):
            let members: [String: Set<String>] = [
                "Date": ["now", "distantPast", "distantFuture"], "Decimal": ["zero", "nan", "pi"],
                "Int": ["zero", "max", "min"], "Int16": ["zero", "max", "min"],
                "Int32": ["zero", "max", "min"], "Int64": ["zero", "max", "min"],
                "Double": ["zero", "pi", "infinity", "nan"], "Float": ["zero", "pi", "infinity", "nan"],
            ]
            return members[type.name]?.contains(name) ?? false
        case .declared(let type):
            if type.cases.contains(where: { $0.element.name == name && $0.element.associated.isEmpty }) {
                return true
            }
            guard
                let property = type.properties.first(where: {
                    $0.head.isStatic && $0.binding.name == name
                })
            else { return false }
            let inner = TypeResolver.Scope(type: type, unit: property.unit)
            let own =
                property.type
                ?? property.binding.value.flatMap {
                    Self.type(of: $0, in: inner, resolver, depth: 19)
                }
            guard let own else { return false }
            return resolver.resolve(own, in: inner).declared === type
        default: return false
        }
    }
}
