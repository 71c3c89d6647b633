/// A declaration, with what a model may need of it.
package indirect enum DeclarationSyntax: Equatable, Sendable {
    case type(TypeDeclaration)
    case variable(VariableDeclaration)
    case enumCase(CaseDeclaration)
    case alias(AliasDeclaration)
    case macro(MacroExpansion)
    /// `#if`: its clauses in order.
    case conditional([ConditionalClause])
    /// Any other, whose body is skipped.
    case other(OtherDeclaration)
}

/// What stands in front of a declaration.
package struct DeclarationHead: Equatable, Sendable {
    /// The attributes and attached macros.
    package var attributes: [AttributeSyntax] = []
    /// The modifiers, such as `private(set)`.
    package var modifiers: [String] = []
    /// Where the declaration begins.
    package var location: SourceLocation

    /// The attribute of a name, with or without the name of a module before it.
    package func attribute(_ name: String) -> AttributeSyntax? {
        attributes.first { $0.name == name }
    }

    /// Whether it belongs to the type and not to its values.
    package var isStatic: Bool { modifiers.contains("static") || modifiers.contains("class") }
}

/// `@Name(arguments)`
package struct AttributeSyntax: Equatable, Sendable {
    /// The last part of the name.
    package let name: String
    /// The whole name as a type.
    package let type: TypeSyntax
    /// The arguments; nil where there are no parentheses.
    package let arguments: [ExpressionSyntax.Argument]?
    /// Where it begins.
    package let location: SourceLocation
}

/// A class, structure, enumeration, actor, protocol or extension.
package struct TypeDeclaration: Equatable, Sendable {
    /// The kinds, by the word that begins them.
    package enum Kind: String, Equatable, Sendable {
        case `class`, `struct`, `enum`, `actor`, `protocol`, `extension`
    }

    package let kind: Kind
    package let head: DeclarationHead
    /// The name; what is extended, for an extension.
    package let name: String
    /// Where the name stands.
    package let nameLocation: SourceLocation
    /// What an extension extends; nil for all others.
    package let extended: TypeSyntax?
    /// The names of the generic parameters.
    package let parameters: [String]
    /// What stands behind the colon.
    package let inherited: [TypeSyntax]
    package let members: [DeclarationSyntax]
    /// Where it ends.
    package let end: SourceLocation
}

/// `var` or `let`, with all its bindings.
package struct VariableDeclaration: Equatable, Sendable {
    /// What follows a property in braces.
    package enum Accessors: Equatable, Sendable {
        /// Nothing: a stored property.
        case none
        /// `willSet` or `didSet`: a stored property, too.
        case observers
        /// A getter, with the one expression that is all of it, if it is.
        case computed(ExpressionSyntax?)
    }

    /// One name with its type and value.
    package struct Binding: Equatable, Sendable {
        /// The name; nil for a pattern of several.
        package let name: String?
        package let type: TypeSyntax?
        package let value: ExpressionSyntax?
        package let accessors: Accessors
        /// Where the name stands.
        package let location: SourceLocation

        /// Whether values of the type keep it.
        package var isStored: Bool { accessors == .none || accessors == .observers }
    }

    package let head: DeclarationHead
    package let isConstant: Bool
    package let bindings: [Binding]
}

/// `case a, b = "c"`
package struct CaseDeclaration: Equatable, Sendable {
    /// One case.
    package struct Element: Equatable, Sendable {
        package let name: String
        /// The associated values; empty where there are none.
        package let associated: [TypeSyntax.Element]
        package let rawValue: ExpressionSyntax?
        package let location: SourceLocation
    }

    package let head: DeclarationHead
    package let elements: [Element]
}

/// `typealias Name<T> = Type`
package struct AliasDeclaration: Equatable, Sendable {
    package let head: DeclarationHead
    package let name: String
    package let parameters: [String]
    package let type: TypeSyntax
    package let location: SourceLocation
}

/// `#Name<T>(arguments)` as a declaration.
package struct MacroExpansion: Equatable, Sendable {
    package let name: String
    package let generics: [TypeSyntax]
    package let arguments: [ExpressionSyntax.Argument]
    package let location: SourceLocation
}

/// One clause of `#if`.
package struct ConditionalClause: Equatable, Sendable {
    /// The condition as it is written, one space between its parts; nil for `#else`.
    package let condition: String?
    package let members: [DeclarationSyntax]
}

/// A declaration of which only kind and name are kept.
package struct OtherDeclaration: Equatable, Sendable {
    /// The word that begins it: `func`, `init`, `import`…
    package let kind: String
    /// The name; empty where it has none.
    package let name: String
    package let location: SourceLocation
    /// What a function gives; nil where it gives nothing.
    package var result: TypeSyntax?
    /// Whether it is `init?` or `init!`.
    package var isFailable = false
    /// Whether it is `init(from: …)`, which decodes.
    package var isDecoding = false
}
