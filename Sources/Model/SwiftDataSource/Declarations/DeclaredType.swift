import SwiftSource

/// A type that the sources declare, with the members that extensions add to it.
final class DeclaredType {
    /// A stored or computed property, with its place in the sources.
    struct Property {
        let head: DeclarationHead
        let binding: VariableDeclaration.Binding
        let isConstant: Bool
        /// The type. For `var a, b: Int`, the type of the later binding.
        let type: TypeSyntax?
        let unit: SourceUnit
        /// The condition that decided whether the property exists; nil if that is sure.
        let condition: CompilationDecision?
        /// Whether the property is in an extension.
        let isInExtension: Bool
    }

    /// A case of an enumeration.
    struct Case {
        let element: CaseDeclaration.Element
        let unit: SourceUnit
        let condition: CompilationDecision?
    }

    /// A type alias, with its place in the sources.
    struct Alias {
        let declaration: AliasDeclaration
        let unit: SourceUnit
        let scope: DeclaredType?
    }

    let name: String
    /// `extension` for a foreign type that the sources only extend.
    let kind: TypeDeclaration.Kind
    let unit: SourceUnit
    let location: SourceLocation
    let head: DeclarationHead
    let parameters: [String]
    /// The type around this one, which the table retains.
    private let parentReference: DeclaredType?
    /// Whether the type is in a clause of `#if` that does not hold.
    let isInactive: Bool
    /// The types that it inherits from or conforms to, also in extensions, each with the place of that clause.
    var inherited: [(type: TypeSyntax, unit: SourceUnit, scope: DeclaredType?)] = []
    var properties: [Property] = []
    /// The properties in clauses of `#if` that do not hold.
    var absent: [Property] = []
    var cases: [Case] = []
    var macros: [(expansion: MacroExpansion, unit: SourceUnit)] = []
    var types: [String: [DeclaredType]] = [:]
    var aliases: [String: [Alias]] = [:]
    /// The names of the functions and initialisers that it declares: `init` for initialisers, and also `init(from:)`
    /// for the decoding one.
    var functions: Set<String> = []
    /// The results of its functions, by their names; nil for a function without a result.
    var results: [String: [(type: TypeSyntax, unit: SourceUnit)?]] = [:]
    /// Whether it declares an initialiser that may fail.
    var hasFailableInitializer = false
    /// The ranges of its declarations, used to find the type around a call.
    var extents: [(unit: SourceUnit, start: SourceLocation, end: SourceLocation)] = []

    init(
        _ declaration: TypeDeclaration, unit: SourceUnit, parent: DeclaredType?, isInactive: Bool
    ) {
        name = declaration.name
        kind = declaration.kind
        self.unit = unit
        location = declaration.nameLocation
        head = declaration.head
        parameters = declaration.parameters
        parentReference = parent
        self.isInactive = isInactive
    }

    var parent: DeclaredType? { parentReference }

    /// The name, with the names of the types around it: `SchemaV2.Trip`.
    var qualifiedName: String {
        var names = [name]
        var outer = parent
        while let type = outer {
            names.append(type.name)
            outer = type.parent
        }
        return names.reversed().joined(separator: ".")
    }

    /// Whether it is a SwiftData model.
    var isModel: Bool { kind == .class && head.attribute("Model") != nil }

    /// Whether it is a versioned schema.
    var isVersionedSchema: Bool {
        kind != .protocol && inherited.contains { $0.type.components?.last?.name == "VersionedSchema" }
    }

    /// The location as `path:line:column`, for messages.
    var locationText: String { unit.text(of: location) }
}

/// A condition that decided about a declaration.
struct CompilationDecision: Equatable {
    let condition: String
    let holds: Bool
}
