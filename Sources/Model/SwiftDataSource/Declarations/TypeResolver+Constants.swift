import SwiftSource

extension TypeResolver {
    /// A declaration with a type, a value or both, and its scope.
    struct Constant {
        let type: TypeSyntax?
        let value: ExpressionSyntax?
        let scope: Scope
        /// Whether its value is always the same.
        let isConstant: Bool
    }

    /// Returns a property of a type.
    func property(_ name: String, of type: DeclaredType, isStatic: Bool) -> Constant? {
        guard
            let property = type.properties.first(where: {
                $0.binding.name == name && $0.head.isStatic == isStatic
            })
        else { return nil }
        let scope = Scope(type: type, unit: property.unit)
        if case .computed(let value) = property.binding.accessors {
            return Constant(type: property.type, value: value, scope: scope, isConstant: value != nil)
        }
        return Constant(
            type: property.type, value: property.binding.value, scope: scope,
            isConstant: property.isConstant)
    }

    /// Returns the declaration that a bare name refers to in a property's value: a static property of the types around
    /// it, or a variable outside of all types.
    func constant(named name: String, in scope: Scope) -> Constant? {
        var outer = scope.type
        while let type = outer {
            if let found = property(name, of: type, isStatic: true) { return found }
            outer = type.parent
        }
        let all = table.variables[name] ?? []
        let own = all.filter { $0.unit === scope.unit }
        guard let variable = own.count == 1 ? own[0] : all.count == 1 ? all[0] : nil else { return nil }
        return Constant(
            type: variable.binding.type, value: variable.binding.value,
            scope: Scope(type: nil, unit: variable.unit), isConstant: variable.isConstant)
    }

    /// Returns the value after following names of constants, casts and raw values to a literal, where possible.
    func followed(
        _ value: ExpressionSyntax, in scope: Scope, depth: Int = 0
    ) -> (value: ExpressionSyntax, scope: Scope) {
        guard depth < 20 else { return (.other, scope) }
        var constant: Constant?
        switch value {
        case .cast(let inner, _) where inner != .other:
            return followed(inner, in: scope, depth: depth + 1)
        case .name(let component): constant = self.constant(named: component.name, in: scope)
        case .member(let base, let part):
            if let owner = base.type.flatMap({ resolve($0, in: scope).declared }) {
                constant = property(part.name, of: owner, isStatic: true)
            } else if part.name == "rawValue" {
                return (rawValue(of: base, in: scope, depth: depth + 1) ?? value, scope)
            }
        default: break
        }
        guard let constant, constant.isConstant, let inner = constant.value else { return (value, scope) }
        return followed(inner, in: constant.scope, depth: depth + 1)
    }

    private func rawValue(
        of value: ExpressionSyntax, in scope: Scope, depth: Int
    ) -> ExpressionSyntax? {
        let (value, scope) = followed(value, in: scope, depth: depth)
        guard case .member(let base, let part) = value,
            let type = base.type.flatMap({ resolve($0, in: scope).declared }),
            let known = rawCases(of: type)?
                .first(where: { $0.name == part.name })
        else { return nil }
        switch known.rawValue {
        case .string(let text): return .string(text)
        case .integer(let number): return .integer(String(number))
        default: return nil
        }
    }
}
