/// An expression, as far as its type or value can be told without running it.
package indirect enum ExpressionSyntax: Equatable, Sendable {
    /// An argument of a call, an attribute or a macro.
    package struct Argument: Equatable, Sendable {
        /// The label; nil where there is none.
        package let label: String?
        /// The value.
        package let value: ExpressionSyntax

        /// Creates an argument.
        package init(_ label: String?, _ value: ExpressionSyntax) {
            self.label = label
            self.value = value
        }
    }

    /// One entry of a dictionary literal.
    package struct Entry: Equatable, Sendable {
        package let key: ExpressionSyntax
        package let value: ExpressionSyntax
    }

    /// A text; nil where a part of it is only known when it runs.
    case string(String?)
    /// A whole number as it is written, with a sign, without `_`.
    case integer(String)
    /// Another number as it is written, with a sign, without `_`.
    case number(String)
    case boolean(Bool)
    case null
    /// A name, with generic arguments where it is a type's.
    case name(TypeSyntax.Component)
    /// `base.name`
    case member(ExpressionSyntax, TypeSyntax.Component)
    /// `.name`
    case implicitMember(String)
    case call(ExpressionSyntax, [Argument])
    case array([ExpressionSyntax])
    case dictionary([Entry])
    /// `(a, b: c)`; a single element without label is never one.
    case tuple([Argument])
    /// `\Root.path.path`; the root is nil where it is left out.
    case keyPath(root: TypeSyntax?, path: [String])
    /// `value as T`
    case cast(ExpressionSyntax, TypeSyntax)
    /// `value!`
    case forced(ExpressionSyntax)
    /// `a + b * c`: the operands, and the operators between them, as they are written.
    case sequence([ExpressionSyntax], operators: [String])
    case closure
    /// Anything else, a computation above all.
    case other

    /// The expression with another operand behind it.
    func followed(by name: String, _ operand: ExpressionSyntax) -> ExpressionSyntax {
        if case .sequence(let operands, let operators) = self {
            return .sequence(operands + [operand], operators: operators + [name])
        }
        return .sequence([self, operand], operators: [name])
    }

    /// The expression read as a type: `[Trip.Stop]` of `[Trip.Stop]()`. Nil where it is none.
    package var type: TypeSyntax? {
        switch self {
        case .name(let component): return .name([component])
        case .member(let base, let component):
            guard let type = base.type else { return nil }
            if case .name(let components) = type { return .name(components + [component]) }
            return .member(type, component)
        case .array(let elements):
            guard elements.count == 1, let type = elements[0].type else { return nil }
            return .array(type)
        case .dictionary(let entries):
            guard entries.count == 1, let key = entries[0].key.type,
                let value = entries[0].value.type
            else { return nil }
            return .dictionary(key, value)
        case .cast(.other, let type): return type
        default: return nil
        }
    }
}
