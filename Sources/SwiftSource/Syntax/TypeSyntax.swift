/// A type as it is written.
package indirect enum TypeSyntax: Equatable, Sendable {
    /// One part of a name with its generic arguments, such as `Array<Int>`.
    package struct Component: Equatable, Sendable {
        /// The name, without backticks.
        package let name: String
        /// What stands between `<` and `>`.
        package let arguments: [TypeSyntax]

        /// Creates a part.
        package init(_ name: String, arguments: [TypeSyntax] = []) {
            self.name = name
            self.arguments = arguments
        }
    }

    /// One element of a tuple or one parameter of a function.
    package struct Element: Equatable, Sendable {
        /// The label; nil where there is none.
        package let label: String?
        /// The type.
        package let type: TypeSyntax
    }

    /// A name, outermost part first: `Schema.Version`.
    case name([Component])
    /// A part of a type that is no name: `[Int].Element`.
    case member(TypeSyntax, Component)
    /// `T?`
    case optional(TypeSyntax)
    /// `T!`
    case unwrapped(TypeSyntax)
    /// `[T]`
    case array(TypeSyntax)
    /// `[K: V]`
    case dictionary(TypeSyntax, TypeSyntax)
    /// `(A, b: B)`; a single element without label is never one.
    case tuple([Element])
    /// `(A) throws -> B`
    case function([Element], TypeSyntax)
    /// `some T`, `any T`, `~T`, `each T`, `repeat T`, by the word.
    case constrained(String, TypeSyntax)
    /// `A & B`
    case composition([TypeSyntax])
    /// Anything else.
    case other

    /// The type without `?` and `!` around it, and whether there was one.
    package var unwrapped: (type: TypeSyntax, isOptional: Bool) {
        switch self {
        case .optional(let type), .unwrapped(let type): (type.unwrapped.type, true)
        default: (self, false)
        }
    }

    /// The parts of a name; nil for any other type.
    package var components: [Component]? {
        guard case .name(let components) = self else { return nil }
        return components
    }
}

extension TypeSyntax: CustomStringConvertible {
    /// The type in one form, whatever spaces it was written with.
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

    /// As the operand of `?` and `&`.
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
    /// The part as it is written.
    package var description: String {
        guard !arguments.isEmpty else { return name }
        return name + "<" + arguments.map(\.description).joined(separator: ", ") + ">"
    }
}
