import SwiftSource

/// The type of a property, either declared or inferred from its initial value.
struct PropertyType {
    /// The resolved type; nil if the value does not show it.
    let resolved: ResolvedType?
    /// The spelling of the type, either written or inferred; nil if it is not known.
    let syntax: TypeSyntax?

    init(_ property: DeclaredType.Property, in scope: TypeResolver.Scope, _ resolver: TypeResolver) {
        if let type = property.type {
            syntax = type
            resolved = resolver.resolve(type, in: scope)
            return
        }
        let found = property.binding.value.flatMap {
            ExpressionTyper(resolver: resolver).type(of: $0, in: scope)
        }
        syntax = found?.syntax
        resolved = found?.resolved
    }
}
