import SwiftSource

/// The declarations of a file as lines, from our own reader.
struct OwnOutline {
    private(set) var lines: [String] = []
    private var indent = ""

    static func lines(of declarations: [DeclarationSyntax]) -> [String] {
        var outline = OwnOutline()
        for declaration in declarations { outline.add(declaration) }
        return outline.lines
    }

    private mutating func add(_ line: String, _ members: [DeclarationSyntax]) {
        lines.append(indent + line)
        indent += "  "
        for member in members { add(member) }
        indent.removeLast(2)
    }

    private static func head(_ head: DeclarationHead) -> String {
        let attributes = head.attributes.map { attribute in
            "@\(attribute.type)"
                + (attribute.arguments.map { "(" + ExpressionText.list($0) + ")" } ?? "")
        }
        return (attributes + head.modifiers).joined(separator: " ")
    }

    private mutating func add(_ declaration: DeclarationSyntax) {
        switch declaration {
        case .type(let type):
            let parameters = type.parameters.isEmpty ? "" : " <\(type.parameters.joined(separator: ","))>"
            let inherited = type.inherited.map(\.description).joined(separator: ", ")
            add(
                "\(Self.head(type.head))|\(type.kind.rawValue) \(type.name)\(parameters): \(inherited)",
                type.members)
        case .variable(let variable):
            for binding in variable.bindings {
                var line =
                    "\(Self.head(variable.head))|\(variable.isConstant ? "let" : "var") \(binding.name ?? "(…)")"
                line += ": " + (binding.type?.description ?? "-")
                line += " = " + (binding.value.map { ExpressionText.text($0) } ?? "-")
                switch binding.accessors {
                case .none: line += " stored"
                case .observers: line += " observed"
                case .computed: line += " computed"
                }
                add("\(line) \(binding.location.line):\(binding.location.column)", [])
            }
        case .enumCase(let cases):
            for element in cases.elements {
                let types = element.associated.map { "\($0.label ?? "_"): \($0.type)" }
                add(
                    "\(Self.head(cases.head))|case \(element.name)(\(types.joined(separator: ", "))) = "
                        + (element.rawValue.map { ExpressionText.text($0) } ?? "-"), [])
            }
        case .alias(let alias):
            add(
                "\(Self.head(alias.head))|typealias \(alias.name) <\(alias.parameters.joined(separator: ","))> = \(alias.type)",
                [])
        case .macro(let macro):
            add(
                "#\(macro.name)<\(macro.generics.map(\.description).joined(separator: ", "))>(\(ExpressionText.list(macro.arguments)))",
                [])
        case .conditional(let clauses):
            // For swift-syntax, conditions around attributes are not declarations.
            let members = clauses.flatMap(\.members)
            let isOfAttributes =
                !members.isEmpty
                && members.allSatisfy {
                    if case .other(let other) = $0 { other.kind == "attributes" } else { false }
                }
            if isOfAttributes { return }
            for clause in clauses {
                add("#if \(clause.condition?.filter { $0 != " " } ?? "else")", clause.members)
            }
        case .other(let other):
            if other.kind != "attributes" { add("\(other.kind) \(other.name)", []) }
        }
    }
}

/// The text of expressions.
enum ExpressionText {
    static func list(_ arguments: [ExpressionSyntax.Argument]) -> String {
        arguments.map { ($0.label.map { "\($0): " } ?? "") + text($0.value) }.joined(separator: ", ")
    }

    static func text(_ expression: ExpressionSyntax) -> String {
        switch expression {
        case .string(let text): text.map { "\"\($0.debugDescription)\"" } ?? "\"…\""
        case .integer(let text), .number(let text): text
        case .boolean(let flag): "\(flag)"
        case .null: "nil"
        case .name(let component): component.description
        case .member(let base, let component): "\(text(base)).\(component)"
        case .implicitMember(let name): ".\(name)"
        case .call(let callee, let arguments): "\(text(callee))(\(list(arguments)))"
        case .array(let elements): "[\(elements.map { text($0) }.joined(separator: ", "))]"
        case .dictionary(let entries):
            "[\(entries.map { "\(text($0.key)): \(text($0.value))" }.joined(separator: ", "))]d"
        case .tuple(let arguments): "(\(list(arguments)))"
        case .keyPath(let root, let path): "\\\(root?.description ?? "").\(path.joined(separator: "."))"
        case .cast(.other, .constrained(let word, let type)): "\(word) \(type)"
        case .cast(.other, let type): "_ as \(type)"
        case .cast(let value, let type): "\(text(value)) as \(type)"
        case .closure: "{}"
        case .forced, .sequence, .other: "_"
        }
    }
}
