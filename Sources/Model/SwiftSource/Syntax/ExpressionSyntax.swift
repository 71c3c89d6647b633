/// An expression, reduced to the parts that determine its type or value without running it.
package indirect enum ExpressionSyntax: Equatable, Sendable {
    /// An argument of a call, an attribute or a macro.
    package struct Argument: Equatable, Sendable {
        /// The label, or nil if there is none.
        package let label: String?
        /// The value.
        package let value: ExpressionSyntax

        /// Creates an argument.
        package init(_ label: String?, _ value: ExpressionSyntax) {
            self.label = label
            self.value = value
        }
    }

    /// An entry of a dictionary literal.
    package struct Entry: Equatable, Sendable {
        package let key: ExpressionSyntax
        package let value: ExpressionSyntax
    }

    /// A text, or nil if a part of it is known only at run time.
    case string(String?)
    /// A whole number as written, with a sign, without `_`.
    case integer(String)
    /// Any other number as written, with a sign, without `_`.
    case number(String)
    case boolean(Bool)
    case null
    /// A name, with its generic arguments if it is a type's.
    case name(TypeSyntax.Component)
    /// `base.name`
    case member(ExpressionSyntax, TypeSyntax.Component)
    /// `.name`
    case implicitMember(String)
    case call(ExpressionSyntax, [Argument])
    case array([ExpressionSyntax])
    case dictionary([Entry])
    /// `(a, b: c)`. Never used for a single element without a label.
    case tuple([Argument])
    /// `\Root.path.path`. The root is nil if it is omitted.
    case keyPath(root: TypeSyntax?, path: [String])
    /// `value as T`
    case cast(ExpressionSyntax, TypeSyntax)
    /// `value!`
    case forced(ExpressionSyntax)
    /// `a + b * c`: the operands and the operators between them, as written.
    case sequence([ExpressionSyntax], operators: [String])
    case closure
    /// Any other expression, usually a computation.
    case other

    /// Returns the expression with an operator and another operand appended.
    func followed(by name: String, _ operand: ExpressionSyntax) -> ExpressionSyntax {
        if case .sequence(let operands, let operators) = self {
            return .sequence(operands + [operand], operators: operators + [name])
        }
        return .sequence([self, operand], operators: [name])
    }

    /// The expression read as a type, such as `[Trip.Stop]` in `[Trip.Stop]()`, or nil if it is not a type.
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
