import SwiftSource

/// A type that the sources declare, with what extensions add to it.
final class DeclaredType {
    /// A stored or computed property, with where it stands.
    struct Property {
        let head: DeclarationHead
        let binding: VariableDeclaration.Binding
        let isConstant: Bool
        /// The type; that of a later binding of `var a, b: Int`.
        let type: TypeSyntax?
        let unit: SourceUnit
        /// The condition that decided whether it is there, where that is not sure.
        let condition: CompilationDecision?
        /// Whether it stands in an extension.
        let isInExtension: Bool
    }

    /// A case of an enumeration.
    struct Case {
        let element: CaseDeclaration.Element
        let unit: SourceUnit
        let condition: CompilationDecision?
    }

    /// A type alias, with where it stands.
    struct Alias {
        let declaration: AliasDeclaration
        let unit: SourceUnit
        let scope: DeclaredType?
    }

    let name: String
    /// `extension` for a type of others' that is only extended here.
    let kind: TypeDeclaration.Kind
    let unit: SourceUnit
    let location: SourceLocation
    let head: DeclarationHead
    let parameters: [String]
    /// The type around it, which the table keeps.
    private let parentReference: DeclaredType?
    /// Whether it stands in a clause of `#if` that does not hold.
    let isInactive: Bool
    /// What it says it inherits from, extensions included, each with where it says so.
    var inherited: [(type: TypeSyntax, unit: SourceUnit, scope: DeclaredType?)] = []
    var properties: [Property] = []
    /// Those in clauses of `#if` that do not hold.
    var absent: [Property] = []
    var cases: [Case] = []
    var macros: [(expansion: MacroExpansion, unit: SourceUnit)] = []
    var types: [String: [DeclaredType]] = [:]
    var aliases: [String: [Alias]] = [:]
    /// The functions and initialisers that it declares, by name; `init` for these, and `init(from:)`
    /// for the one that decodes.
    var functions: Set<String> = []
    /// What its functions give, by their names; nil for one that gives nothing.
    var results: [String: [(type: TypeSyntax, unit: SourceUnit)?]] = [:]
    /// Whether it declares an initialiser that may fail.
    var hasFailableInitializer = false
    /// Where its declarations begin and end, for finding what a call stands in.
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

    /// The name with those of the types around it: `SchemaV2.Trip`.
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

    /// `path:line:column`, for sentences.
    var locationText: String { unit.text(of: location) }
}

/// A condition that decided about a declaration.
struct CompilationDecision: Equatable {
    let condition: String
    let holds: Bool
}
