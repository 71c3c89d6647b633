import ObjectModel
import SwiftSource

/// Infers the type of a value by the language's rules for literals, initialiser calls, members and operators. A value
/// that has to be computed for that has no type here.
struct ExpressionTyper {
    /// A type, and its spelling in source.
    struct Found {
        let resolved: ResolvedType
        let syntax: TypeSyntax

        var optional: Found { Found(resolved: .optional(resolved), syntax: .optional(syntax)) }

        /// The type of the standard library or Foundation.
        var standard: StandardType? {
            guard case .standard(let type) = resolved else { return nil }
            return type
        }
    }

    let resolver: TypeResolver
    private let effort = Effort()
    private static let deepest = 20

    /// The number of expressions that are still inspected for one property. It is limited because nested sums of
    /// constants have exponentially many terms.
    private final class Effort {
        var left = 10_000
    }

    /// Returns the type of a value; nil if it does not follow from the value alone.
    func type(
        of value: ExpressionSyntax, in scope: TypeResolver.Scope, depth: Int = 0
    ) -> Found? {
        effort.left -= 1
        guard depth < Self.deepest, effort.left > 0 else { return nil }
        func inner(_ value: ExpressionSyntax) -> Found? {
            type(of: value, in: scope, depth: depth + 1)
        }
        switch value {
        case .string: return Self.standard("String")
        case .integer: return Self.standard("Int")
        case .number: return Self.standard("Double")
        case .boolean: return Self.standard("Bool")
        case .cast(.other, .optional): return nil
        case .cast(_, let type): return known(type, in: scope)
        case .forced(let value):
            guard let found = inner(value), case .optional(let type) = found.resolved else {
                return nil
            }
            return Found(resolved: type, syntax: found.syntax.unwrapped.type)
        case .array(let elements):
            // In `[Kind.first, .second]`, the first element gives the type of the second.
            var typed = elements.filter { if case .implicitMember = $0 { false } else { true } }
            if typed.isEmpty { typed = elements }
            return common(typed, typed.map(inner)).map { element in
                Found(resolved: .array(element.resolved), syntax: .array(element.syntax))
            }
        case .dictionary(let entries):
            guard let key = common(entries.map(\.key), entries.map { inner($0.key) }),
                let value = common(entries.map(\.value), entries.map { inner($0.value) })
            else { return nil }
            return Found(
                resolved: .dictionary(key: key.resolved, value: value.resolved),
                syntax: .dictionary(key.syntax, value.syntax))
        case .sequence(let operands, let operators):
            return sequence(operands, operands.map(inner), operators)
        case .name(let component):
            return resolver.constant(named: component.name, in: scope).flatMap {
                type(of: $0, depth: depth + 1)
            }
        case .call(let callee, let arguments):
            return call(callee, arguments, in: scope, depth: depth)
        case .member(let base, let part): return member(part.name, of: base, in: scope, depth: depth)
        default: return nil
        }
    }

    /// Returns the type of a declared constant or property.
    func type(of declared: TypeResolver.Constant, depth: Int = 0) -> Found? {
        if let type = declared.type { return known(type, in: declared.scope) }
        return declared.value.flatMap { self.type(of: $0, in: declared.scope, depth: depth + 1) }
    }

    static func standard(_ name: String) -> Found? {
        StandardType.all[name].map { type in
            Found(resolved: .standard(type), syntax: .name([.init("Swift"), .init(name)]))
        }
    }

    /// Returns the type if it is known and can be stored; otherwise nil.
    func known(_ syntax: TypeSyntax?, in scope: TypeResolver.Scope) -> Found? {
        guard let syntax else { return nil }
        let resolved = resolver.resolve(syntax, in: scope)
        switch resolved {
        case .unknown, .ambiguous, .notStorable: return nil
        default: return Found(resolved: resolved, syntax: syntax)
        }
    }

    // MARK: Several values

    /// Returns the type that all of several values have. Integer literals may be values of floating-point types.
    func common(_ values: [ExpressionSyntax], _ types: [Found?]) -> Found? {
        let found = types.compactMap(\.self)
        guard let first = found.first, found.count == types.count else { return nil }
        if found.allSatisfy({ Self.isSame($0, first) }) { return first }
        let typed = zip(values, found).filter { value, _ in !Self.isWholeNumber(value) }.map(\.1)
        guard let real = typed.first, real.standard.map({ Self.reals.contains($0.name) }) ?? false,
            typed.allSatisfy({ Self.isSame($0, real) })
        else { return nil }
        return real
    }

    private static let reals: Set<String> = [
        "Double", "Float", "TimeInterval", "CGFloat", "Decimal", "Float32", "Float64",
    ]

    private static func isWholeNumber(_ value: ExpressionSyntax) -> Bool {
        if case .integer = value { true } else { false }
    }

    private static func isSame(_ one: Found, _ other: Found) -> Bool {
        func name(_ type: StandardType) -> String { type.name == "TimeInterval" ? "Double" : type.name }
        switch (one.resolved, other.resolved) {
        case (.standard(let left), .standard(let right)): return name(left) == name(right)
        case (.declared(let left), .declared(let right)): return left === right
        default: return one.syntax == other.syntax
        }
    }

    private static let computing: Set<String> = ["+", "-", "*", "/", "%", "&+", "&-", "&*", "|", "&", "^"]
    private static let comparing: Set<String> = [
        "==", "!=", "<", ">", "<=", ">=", "&&", "||", "===", "!==",
    ]

    private func sequence(
        _ operands: [ExpressionSyntax], _ types: [Found?], _ operators: [String]
    ) -> Found? {
        let known = Self.computing.union(Self.comparing)
        if operators.allSatisfy(known.contains), operators.contains(where: Self.comparing.contains) {
            return Self.standard("Bool")
        }
        if operators == ["??"] {
            // The type of a literal follows from the operand before it.
            guard case .optional(let type)? = types[0]?.resolved, let syntax = types[0]?.syntax else {
                return nil
            }
            if case .optional? = types[1]?.resolved { return types[0] }
            return Found(resolved: type, syntax: syntax.unwrapped.type)
        }
        guard operators.allSatisfy(Self.computing.contains) else { return nil }
        if let first = types.first, let first, first.standard?.name == "Date",
            types.dropFirst().allSatisfy({ found in
                found?.standard.map { Self.reals.contains($0.name) || $0.name == "Int" } ?? false
            })
        {
            return first
        }
        return common(operands, types)
    }
}
