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
        let found = property.binding.value.flatMap {
            ExpressionTyper(resolver: resolver).type(of: $0, in: scope)
        }
        syntax = found?.syntax
        resolved = found?.resolved
    }
}
