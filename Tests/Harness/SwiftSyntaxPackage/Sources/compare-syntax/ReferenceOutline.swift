import SwiftParser
import SwiftSyntax

/// The declarations of a file as lines, from swift-syntax.
struct ReferenceOutline {
    private(set) var lines: [String] = []
    private var indent = ""
    private let converter: SourceLocationConverter

    /// - Returns: nil if the file has errors, so that the compiler would reject it.
    static func lines(of source: String) -> [String]? {
        let tree = Parser.parse(source: source)
        guard !tree.hasError else { return nil }
        var outline = ReferenceOutline(
            converter: SourceLocationConverter(fileName: "", tree: tree))
        for item in tree.statements {
            if case .decl(let declaration) = item.item { outline.add(declaration) }
            if case .expr(let expression) = item.item,
                let macro = expression.as(MacroExpansionExprSyntax.self)
            {
                outline.add(macro)
            }
        }
        return outline.lines
    }

    private init(converter: SourceLocationConverter) { self.converter = converter }

    private mutating func add(_ line: String, _ body: (inout ReferenceOutline) -> Void = { _ in }) {
        lines.append(indent + line)
        indent += "  "
        body(&self)
        indent.removeLast(2)
    }

    private static let ownGrammar: Set<String> = [
        "available", "convention", "objc", "differentiable", "derivative", "transpose", "_specialize",
        "_spi", "backDeployed", "_silgen_name", "_dynamicReplacement", "_implements", "_semantics",
        "_originallyDefinedIn", "attached", "freestanding", "_documentation", "_expose", "lifetime",
        "_lifetime", "specialized", "_cdecl", "cdecl", "abi", "implements", "_effects", "storageRestrictions",
    ]

    private func head(_ attributes: AttributeListSyntax, _ modifiers: DeclModifierListSyntax) -> String {
        var parts: [String] = []
        for case .attribute(let attribute) in attributes {
            let name = TypeText.text(attribute.attributeName)
            var text = "@" + name
            let last = name.split(separator: ".").last.map(String.init) ?? name
            if !Self.ownGrammar.contains(last), attribute.leftParen != nil {
                if case .argumentList(let list) = attribute.arguments {
                    text += "(" + ReferenceExpression.list(list) + ")"
                } else {
                    text += "()"
                }
            }
            parts.append(text)
        }
        for modifier in modifiers {
            let detail = modifier.detail.map { "(\($0.detail.text))" } ?? ""
            parts.append(modifier.name.text + detail)
        }
        return parts.joined(separator: " ")
    }

    private func name(_ token: TokenSyntax) -> String { token.text.filter { $0 != "`" } }

    private func parameters(_ clause: GenericParameterClauseSyntax?) -> String {
        guard let clause else { return "" }
        return clause.parameters.map { name($0.name) }.joined(separator: ",")
    }

    private mutating func addType(
        _ kind: String, _ declaredName: String, _ declaration: some DeclGroupSyntax,
        _ generics: String
    ) {
        let inherited =
            declaration.inheritanceClause?.inheritedTypes
            .map { TypeText.text($0.type) }.joined(separator: ", ") ?? ""
        let shown = generics.isEmpty ? "" : " <\(generics)>"
        add(
            "\(head(declaration.attributes, declaration.modifiers))|\(kind) \(declaredName)\(shown): \(inherited)"
        ) {
            for member in declaration.memberBlock.members { $0.add(member.decl) }
        }
    }

    private mutating func add(_ macro: MacroExpansionExprSyntax) {
        addMacro(macro.macroName.text, macro.genericArgumentClause, macro.arguments)
    }

    private mutating func addMacro(
        _ name: String, _ generics: GenericArgumentClauseSyntax?, _ arguments: LabeledExprListSyntax
    ) {
        let types = generics?.arguments.map { TypeText.text($0) }.joined(separator: ", ") ?? ""
        add("#\(name)<\(types)>(\(ReferenceExpression.list(arguments)))")
    }

    private mutating func add(_ declaration: DeclSyntax) {
        switch declaration.as(DeclSyntaxEnum.self) {
        case .classDecl(let node):
            addType("class", name(node.name), node, parameters(node.genericParameterClause))
        case .structDecl(let node):
            addType("struct", name(node.name), node, parameters(node.genericParameterClause))
        case .enumDecl(let node):
            addType("enum", name(node.name), node, parameters(node.genericParameterClause))
        case .actorDecl(let node):
            addType("actor", name(node.name), node, parameters(node.genericParameterClause))
        case .protocolDecl(let node):
            let types =
                node.primaryAssociatedTypeClause?.primaryAssociatedTypes
                .map { name($0.name) }.joined(separator: ",") ?? ""
            addType("protocol", name(node.name), node, types)
        case .extensionDecl(let node): addType("extension", TypeText.text(node.extendedType), node, "")
        case .variableDecl(let node): add(node)
        case .enumCaseDecl(let node):
            for element in node.elements {
                let types =
                    element.parameterClause?.parameters.map { parameter -> String in
                        let label = parameter.firstName?.text ?? "_"
                        return "\(label.filter { $0 != "`" }): \(TypeText.text(parameter.type))"
                    } ?? []
                let raw = element.rawValue.map { ReferenceExpression.text($0.value) } ?? "-"
                add(
                    "\(head(node.attributes, node.modifiers))|case \(name(element.name))(\(types.joined(separator: ", "))) = \(raw)"
                )
            }
        case .typeAliasDecl(let node):
            add(
                "\(head(node.attributes, node.modifiers))|typealias \(name(node.name)) <\(parameters(node.genericParameterClause))> = \(TypeText.text(node.initializer.value))"
            )
        case .macroExpansionDecl(let node):
            addMacro(node.macroName.text, node.genericArgumentClause, node.arguments)
        case .ifConfigDecl(let node):
            for clause in node.clauses {
                let condition = clause.condition?.trimmedDescription.filter { !$0.isWhitespace } ?? "else"
                add("#if \(condition)") { outline in
                    switch clause.elements {
                    case .decls(let members): for member in members { outline.add(member.decl) }
                    case .statements(let items):
                        for item in items {
                            if case .decl(let declaration) = item.item { outline.add(declaration) }
                            if case .expr(let expression) = item.item,
                                let macro = expression.as(MacroExpansionExprSyntax.self)
                            {
                                outline.add(macro)
                            }
                        }
                    default: break
                    }
                }
            }
        case .functionDecl(let node): add("func \(name(node.name))")
        case .initializerDecl: add("init ")
        case .deinitializerDecl: add("deinit ")
        case .subscriptDecl: add("subscript ")
        case .importDecl(let node): add("import \(node.path.first.map { name($0.name) } ?? "")")
        case .associatedTypeDecl(let node): add("associatedtype \(name(node.name))")
        case .operatorDecl(let node): add("operator \(node.name.text)")
        case .precedenceGroupDecl(let node): add("precedencegroup \(name(node.name))")
        case .macroDecl(let node): add("macro \(name(node.name))")
        default: break
        }
    }

    private mutating func add(_ node: VariableDeclSyntax) {
        let isConstant = node.bindingSpecifier.text == "let"
        var type: String?
        var bindings: [String] = []
        for binding in node.bindings {
            let pattern = binding.pattern.as(IdentifierPatternSyntax.self)
            let shown =
                pattern.map { name($0.identifier) }
                ?? (binding.pattern.is(WildcardPatternSyntax.self) ? "_" : "(…)")
            type = binding.typeAnnotation.map { TypeText.text($0.type) }
            var line = "\(head(node.attributes, node.modifiers))|\(isConstant ? "let" : "var") \(shown)"
            line += ": \(type ?? "-") = "
            line += binding.initializer.map { ReferenceExpression.text($0.value) } ?? "-"
            switch binding.accessorBlock?.accessors {
            case nil: line += " stored"
            case .getter: line += " computed"
            case .accessors(let list):
                let words = list.map(\.accessorSpecifier.text)
                line +=
                    words.allSatisfy { $0 == "willSet" || $0 == "didSet" }
                    ? words.isEmpty ? " computed" : " observed" : " computed"
            }
            let location = binding.pattern.startLocation(converter: converter)
            bindings.append("\(line) \(location.line):\(location.column)")
        }
        for line in bindings { add(line) }
    }
}

/// The text of types, in the same form as our own.
enum TypeText {
    static func text(_ argument: GenericArgumentSyntax) -> String {
        switch argument.argument {
        case .type(let type): text(type)
        default: "_"
        }
    }

    private static func component(_ name: TokenSyntax, _ clause: GenericArgumentClauseSyntax?) -> String {
        let plain = name.text.filter { $0 != "`" }
        guard let clause, !clause.arguments.isEmpty else { return plain == "_" ? "_" : plain }
        return plain + "<" + clause.arguments.map { text($0) }.joined(separator: ", ") + ">"
    }

    private static func operand(_ type: TypeSyntax) -> String {
        let plain = bare(type)
        let shown = text(plain)
        if plain.is(FunctionTypeSyntax.self) || plain.is(SomeOrAnyTypeSyntax.self)
            || plain.is(CompositionTypeSyntax.self) || plain.is(SuppressedTypeSyntax.self)
            || plain.is(PackExpansionTypeSyntax.self) || plain.is(PackElementTypeSyntax.self)
        {
            return "(\(shown))"
        }
        return shown
    }

    /// Returns a type without the parentheses and attributes around it.
    private static func bare(_ type: TypeSyntax) -> TypeSyntax {
        if let tuple = type.as(TupleTypeSyntax.self), tuple.elements.count == 1,
            let only = tuple.elements.first, only.firstName == nil || only.firstName?.text == "_"
        {
            return bare(only.type)
        }
        if let attributed = type.as(AttributedTypeSyntax.self) { return bare(attributed.baseType) }
        return type
    }

    private static func list(_ elements: TupleTypeElementListSyntax) -> String {
        let texts = elements.map { element in
            let label = element.firstName.map { $0.text.filter { $0 != "`" } }
            return (label == nil || label == "_" ? "" : "\(label!): ") + text(element.type)
        }
        return "(" + texts.joined(separator: ", ") + ")"
    }

    static func text(_ given: TypeSyntax) -> String {
        let type = bare(given)
        switch type.as(TypeSyntaxEnum.self) {
        case .identifierType(let node): return component(node.name, node.genericArgumentClause)
        case .memberType(let node):
            return "\(text(node.baseType)).\(component(node.name, node.genericArgumentClause))"
        case .metatypeType(let node): return "\(text(node.baseType)).\(node.metatypeSpecifier.text)"
        case .optionalType(let node): return operand(node.wrappedType) + "?"
        case .implicitlyUnwrappedOptionalType(let node): return operand(node.wrappedType) + "!"
        case .arrayType(let node): return "[\(text(node.element))]"
        case .dictionaryType(let node): return "[\(text(node.key)): \(text(node.value))]"
        case .tupleType(let node): return list(node.elements)
        case .functionType(let node): return "\(list(node.parameters)) -> \(text(node.returnClause.type))"
        case .someOrAnyType(let node): return "\(node.someOrAnySpecifier.text) \(text(node.constraint))"
        case .compositionType(let node):
            return node.elements.map { operand($0.type) }.joined(separator: " & ")
        case .suppressedType(let node): return "~\(text(node.type))"
        case .packExpansionType(let node): return "repeat \(text(node.repetitionPattern))"
        case .packElementType(let node): return "each \(text(node.pack))"
        default: return "_"
        }
    }
}

/// The text of expressions, in the same form as our own.
enum ReferenceExpression {
    static func list(_ arguments: LabeledExprListSyntax) -> String {
        arguments.map { argument in
            let label = argument.label.map { "\($0.text.filter { $0 != "`" }): " } ?? ""
            return label + text(argument.expression)
        }.joined(separator: ", ")
    }

    private static func name(_ token: TokenSyntax) -> String { token.text.filter { $0 != "`" } }

    private static func generic(_ clause: GenericArgumentClauseSyntax) -> String {
        "<" + clause.arguments.map { TypeText.text($0) }.joined(separator: ", ") + ">"
    }

    static func text(_ expression: ExprSyntax) -> String {
        switch expression.as(ExprSyntaxEnum.self) {
        case .stringLiteralExpr(let node):
            guard node.segments.allSatisfy({ $0.is(StringSegmentSyntax.self) }) else { return "\"…\"" }
            return node.representedLiteralValue.map { "\"\($0.debugDescription)\"" } ?? "\"…\""
        case .integerLiteralExpr(let node): return node.literal.text.filter { $0 != "_" }
        case .floatLiteralExpr(let node): return node.literal.text.filter { $0 != "_" }
        case .booleanLiteralExpr(let node): return node.literal.text
        case .nilLiteralExpr: return "nil"
        case .declReferenceExpr(let node):
            if case .binaryOperator = node.baseName.tokenKind { return "_" }
            return name(node.baseName)
        case .genericSpecializationExpr(let node):
            return text(node.expression) + generic(node.genericArgumentClause)
        case .memberAccessExpr(let node):
            let member = name(node.declName.baseName)
            if Int(member) != nil { return "_" }
            guard let base = node.base else { return "." + member }
            return "\(text(base)).\(member)"
        case .functionCallExpr(let node):
            var parts = node.arguments.isEmpty ? [] : [list(node.arguments)]
            if node.trailingClosure != nil { parts.append("{}") }
            parts += node.additionalTrailingClosures.map { "\(name($0.label)): {}" }
            return "\(text(node.calledExpression))(\(parts.joined(separator: ", ")))"
        case .arrayExpr(let node):
            return "[\(node.elements.map { text($0.expression) }.joined(separator: ", "))]"
        case .dictionaryExpr(let node):
            guard case .elements(let elements) = node.content else { return "[]d" }
            return "[\(elements.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", "))]d"
        case .tupleExpr(let node):
            if node.elements.count == 1, let only = node.elements.first, only.label == nil {
                return text(only.expression)
            }
            return "(\(list(node.elements)))"
        case .closureExpr: return "{}"
        case .keyPathExpr(let node):
            var path: [String] = []
            for component in node.components {
                if case .property(let property) = component.component {
                    path.append(name(property.declName.baseName))
                }
            }
            return "\\\(node.root.map { TypeText.text($0) } ?? "").\(path.joined(separator: "."))"
        case .prefixOperatorExpr(let node):
            let inner = text(node.expression)
            let isNumber =
                node.expression.is(IntegerLiteralExprSyntax.self)
                || node.expression.is(FloatLiteralExprSyntax.self)
            return node.operator.text == "-" && isNumber ? "-" + inner : "_"
        case .optionalChainingExpr(let node):
            return isType(node.expression) ? "_ as \(text(node.expression))?" : "_"
        case .sequenceExpr(let node):
            let elements = Array(node.elements)
            if elements.count == 3, elements[1].is(UnresolvedAsExprSyntax.self),
                let type = elements[2].as(TypeExprSyntax.self)
            {
                return "\(text(elements[0])) as \(TypeText.text(type.type))"
            }
            return "_"
        case .tryExpr(let node): return text(node.expression)
        case .awaitExpr(let node): return text(node.expression)
        case .typeExpr(let node): return TypeText.text(node.type)
        default: return "_"
        }
    }

    private static func isType(_ expression: ExprSyntax) -> Bool {
        switch expression.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr, .genericSpecializationExpr: return true
        case .memberAccessExpr(let node): return node.base.map(isType) ?? false
        case .arrayExpr(let node):
            guard node.elements.count == 1, let only = node.elements.first else { return false }
            return isType(only.expression)
        case .dictionaryExpr(let node):
            guard case .elements(let elements) = node.content, elements.count == 1,
                let only = elements.first
            else { return false }
            return isType(only.key) && isType(only.value)
        default: return false
        }
    }
}
