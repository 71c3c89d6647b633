/// A type as written.
package indirect enum TypeSyntax: Equatable, Sendable {
    /// A part of a name with its generic arguments, such as `Array<Int>`.
    package struct Component: Equatable, Sendable {
        /// The name, without backticks.
        package let name: String
        /// The generic arguments between `<` and `>`.
        package let arguments: [TypeSyntax]

        /// Creates a part.
        package init(_ name: String, arguments: [TypeSyntax] = []) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// One element of a tuple or one parameter of a function.
    package struct Element: Equatable, Sendable {
        /// The label, or nil if there is none.
        package let label: String?
        /// The type.
        package let type: TypeSyntax
    }

    /// A name with its parts, outermost first: `Schema.Version`.
    case name([Component])
    /// A member of a type that is not a name: `[Int].Element`.
    case member(TypeSyntax, Component)
    /// `T?`
    case optional(TypeSyntax)
    /// `T!`
    case unwrapped(TypeSyntax)
    /// `[T]`
    case array(TypeSyntax)
    /// `[K: V]`
    case dictionary(TypeSyntax, TypeSyntax)
    /// `(A, b: B)`. Never used for a single element without a label.
    case tuple([Element])
    /// `(A) throws -> B`
    case function([Element], TypeSyntax)
    /// `some T`, `any T`, `~T`, `each T` or `repeat T`, with the word.
    case constrained(String, TypeSyntax)
    /// `A & B`
    case composition([TypeSyntax])
    /// Any other type.
    case other

    /// The type without enclosing `?` and `!`, and whether there was one.
    package var unwrapped: (type: TypeSyntax, isOptional: Bool) {
        switch self {
        case .optional(let type), .unwrapped(let type): (type.unwrapped.type, true)
        default: (self, false)
        }
    }

    /// The parts of a name, or nil for any other type.
    package var components: [Component]? {
        guard case .name(let components) = self else { return nil }
        return components
    }
}

extension TypeSyntax: CustomStringConvertible {
    /// The type in a canonical form, independent of white space in the source.
    package var description: String {
        switch self {
        case .name(let components): components.map(\.description).joined(separator: ".")
        case .member(let base, let component): "\(base).\(component)"
        case .optional(let type): "\(type.operand)?"
        case .unwrapped(let type): "\(type.operand)!"
        case .array(let element): "[\(element)]"
        case .dictionary(let key, let value): "[\(key): \(value)]"
        case .tuple(let elements): Self.list(elements)
        case .function(let parameters, let result): "\(Self.list(parameters)) -> \(result)"
        case .constrained(let word, let type): word == "~" ? "~\(type)" : "\(word) \(type)"
        case .composition(let types): types.map(\.operand).joined(separator: " & ")
        case .other: "_"
        }
    }

    /// The type as the operand of `?` or `&`.
    private var operand: String {
        switch self {
        case .function, .constrained, .composition: "(\(self))"
        default: description
        }
    }

    private static func list(_ elements: [Element]) -> String {
        let texts = elements.map { element in
            (element.label.map { "\($0): " } ?? "") + element.type.description
        }
        return "(" + texts.joined(separator: ", ") + ")"
    }
}

extension TypeSyntax.Component: CustomStringConvertible {
    /// The part as written.
    package var description: String {
        guard !arguments.isEmpty else { return name }
        return name + "<" + arguments.map(\.description).joined(separator: ", ") + ">"
    }
}
