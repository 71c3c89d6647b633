/// A declaration, reduced to the parts that a model may need.
package indirect enum DeclarationSyntax: Equatable, Sendable {
    case type(TypeDeclaration)
    case variable(VariableDeclaration)
    case enumCase(CaseDeclaration)
    case alias(AliasDeclaration)
    case macro(MacroExpansion)
    /// The clauses of an `#if`, in order.
    case conditional([ConditionalClause])
    /// Any other declaration. Its body is skipped.
    case other(OtherDeclaration)
}

/// The attributes, modifiers and location of a declaration.
package struct DeclarationHead: Equatable, Sendable {
    /// The attributes and attached macros.
    package var attributes: [AttributeSyntax] = []
    /// The modifiers, such as `private(set)`.
    package var modifiers: [String] = []
    /// The start of the declaration.
    package var location: SourceLocation

    /// Returns the attribute with a name, with or without a module name before it.
    package func attribute(_ name: String) -> AttributeSyntax? {
        attributes.first { $0.name == name }
    }

    /// Whether the declaration belongs to the type, not to its values.
    package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
}

/// An attribute, `@Name(arguments)`.
package struct AttributeSyntax: Equatable, Sendable {
    /// The last part of the name.
    package let name: String
    /// The whole name as a type.
    package let type: TypeSyntax
    /// The arguments, or nil if there are no parentheses.
    package let arguments: [ExpressionSyntax.Argument]?
    /// The start of the attribute.
    package let location: SourceLocation
}

/// A class, structure, enumeration, actor, protocol or extension.
package struct TypeDeclaration: Equatable, Sendable {
    /// The kinds of types, by their keyword.
    package enum Kind: String, Equatable, Sendable {
        case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`
    }

    package let kind: Kind
    package let head: DeclarationHead
    /// The name, or for an extension the name of the extended type.
    package let name: String
    /// The location of the name.
    package let nameLocation: SourceLocation
    /// The extended type, or nil if the declaration is not an extension.
    package let extended: TypeSyntax?
    /// The names of the generic parameters.
    package let parameters: [String]
    /// The types after the colon.
    package let inherited: [TypeSyntax]
    package let members: [DeclarationSyntax]
    /// The end of the declaration.
    package let end: SourceLocation
}

/// A `var` or `let` declaration with all its bindings.
package struct VariableDeclaration: Equatable, Sendable {
    /// The braces after a property.
    package enum Accessors: Equatable, Sendable {
        /// No braces: a stored property.
        case none
        /// `willSet` or `didSet`, also a stored property.
        case observers
        /// A getter, with its expression if the body is a single one.
        case computed(ExpressionSyntax?)
    }

    /// A name with its type and value.
    package struct Binding: Equatable, Sendable {
        /// The name, or nil for a pattern with several names.
        package let name: String?
        package let type: TypeSyntax?
        package let value: ExpressionSyntax?
        package let accessors: Accessors
        /// The location of the name.
        package let location: SourceLocation

        /// Whether the property is stored.
        package var isStored: Bool { accessors == .none || accessors == .observers }
    }

    package let head: DeclarationHead
    package let isConstant: Bool
    package let bindings: [Binding]
}

/// A case declaration, such as `case a, b = "c"`.
package struct CaseDeclaration: Equatable, Sendable {
    /// One case.
    package struct Element: Equatable, Sendable {
        package let name: String
        /// The associated values, which may be empty.
        package let associated: [TypeSyntax.Element]
        package let rawValue: ExpressionSyntax?
        package let location: SourceLocation
    }

    package let head: DeclarationHead
    package let elements: [Element]
}

/// A type alias, `typealias Name<T> = Type`.
package struct AliasDeclaration: Equatable, Sendable {
    package let head: DeclarationHead
    package let name: String
    package let parameters: [String]
    package let type: TypeSyntax
    package let location: SourceLocation
}

/// A macro expansion used as a declaration, `#Name<T>(arguments)`.
package struct MacroExpansion: Equatable, Sendable {
    package let name: String
    package let generics: [TypeSyntax]
    package let arguments: [ExpressionSyntax.Argument]
    package let location: SourceLocation
}

/// A clause of an `#if`.
package struct ConditionalClause: Equatable, Sendable {
    /// The condition as written, with single spaces, or nil for `#else`.
    package let condition: String?
    package let members: [DeclarationSyntax]
}

/// A declaration of which only the kind and the name are kept.
package struct OtherDeclaration: Equatable, Sendable {
    /// The keyword: `func`, `init`, `import`…
    package let kind: String
    /// The name, which may be empty.
    package let name: String
    package let location: SourceLocation
    /// The result type of a function, or nil if it has none.
    package var result: TypeSyntax?
    /// Whether it is `init?` or `init!`.
    package var isFailable = false
    /// Whether it is `init(from: …)`, the initializer for decoding.
    package var isDecoding = false
}
