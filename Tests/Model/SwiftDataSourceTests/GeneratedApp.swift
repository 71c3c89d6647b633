import Foundation
import TestSupport

/// A random SwiftData app. The same declarations are available as facts, which the oracle reads, and as Swift source in
/// one of many usual spellings.
struct GeneratedApp {
    /// The input of the format notes' oracle.
    struct Facts: Encodable {
        var entities: [String: Entity] = [:]
        var types: [String: Declared] = [:]
        let expected: [String: String] = [:]
    }

    struct Entity: Encodable {
        let swiftName: String
        var properties: [Property] = []
        var unique: [[String]] = []
    }

    struct Property: Encodable {
        let name: String
        var kind = "stored"
        var swiftType: String
        var options: [String] = []
        var relationshipMacro = false
        var deleteRule: String?
        var inverse: String?
    }

    struct Declared: Encodable {
        let kind: String
        let conforms = ["Codable"]
        var rawType: String?
        var cases: [String] = []
        var fields: [[String]] = []
    }

    private(set) var facts = Facts()
    /// The source files, by name.
    private(set) var files: [String: String] = [:]
    private var random: SeededGenerator
    private let namespace: String?
    /// Whether types other than models are in a separate module.
    private let hasModules: Bool
    /// Whether aliases make the classes of the namespace available outside of it, too.
    private let hasAliases: Bool
    private var members: [String: [String]] = [:]

    init(seed: UInt64) {
        random = SeededGenerator(seed: seed)
        namespace = Bool.random(using: &random) ? "SchemaV\(seed % 7 + 1)" : nil
        hasModules = Int.random(in: 0..<3, using: &random) == 0
        hasAliases = namespace != nil && Bool.random(using: &random)
        let names = ["Trip", "Stop", "Person", "Entry"].prefix(Int.random(in: 1...4, using: &random))
        for name in names {
            facts.entities[name] = Entity(swiftName: namespace.map { "\($0).\(name)" } ?? name)
        }
        for name in names { addAttributes(to: name) }
        addRelationships(Array(names))
        write(Array(names))
    }

    private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &random) < percent }

    private mutating func any<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &random)]
    }

    // MARK: Attributes

    /// Types, with several spellings and with values whose type can be inferred.
    private static let scalars: [(type: String, written: [String], values: [String])] = [
        (
            "String", ["String", "Swift.String", "Name"],
            ["\"a {\"", "UUID().uuidString", "\"\"\"\n  }\n  \"\"\""]
        ),
        ("Int", ["Int", "Swift.Int"], ["1", "60 * 60", "0xFF", "Sizes.usual", "-5"]),
        ("Int16", ["Int16"], ["Int16(3)", "Int16.max"]), ("Int32", ["Int32"], ["Int32(1)", "2 as Int32"]),
        ("Int64", ["Int64"], ["Int64.zero"]), ("Bool", ["Bool"], ["true", "1 > 2"]),
        ("Double", ["Double", "TimeInterval", "Foundation.TimeInterval"], ["1.5", "2 / 3.0", "Double.pi"]),
        ("Float", ["Float"], ["Float(1)"]), ("Decimal", ["Decimal"], ["Decimal(2)", "Decimal.zero"]),
        ("Date", ["Date", "Foundation.Date"], ["Date()", "Date.now", "Date.now.addingTimeInterval(5)"]),
        ("Data", ["Data"], ["Data()"]), ("UUID", ["UUID", "Identifier"], ["UUID()", "UUID.init()"]),
        ("URL", ["URL"], ["URL(string: \"a:b\")!"]),
    ]

    private mutating func addAttributes(to entity: String) {
        for index in 0..<Int.random(in: 1...9, using: &random) {
            let stem = any(["title", "kind", "size", "_hidden", "default", "is", "año"])
            addAttribute("\(stem)\(index)", to: entity)
        }
        let names = facts.entities[entity]!.properties
            .filter { $0.options.isEmpty && $0.swiftType == "String" }.map(\.name)
        if names.count > 1, chance(40) {
            facts.entities[entity]!.unique.append(Array(names.prefix(2)))
            let own = names.prefix(2).map { "\\.\($0)" }.joined(separator: any([", ", ",\n      "]))
            members[entity, default: []].append("#Unique<\(entity)>([\(own)])")
            if chance(50) {
                members[entity, default: []].append("#Index<\(entity)>([\\.\(names[0])], [\(own)])")
            }
        }
    }

    private mutating func addAttribute(_ name: String, to entity: String) {
        let scalar = any(Self.scalars)
        var (type, written, value) = (scalar.type, any(scalar.written), nil as String?)
        var options: [String] = []
        switch Int.random(in: 0..<100, using: &random) {
        case ..<8: (type, written) = ("[String]", any(["[String]", "Array<String>", "[Name]"]))
        case ..<12: (type, written) = ("[\(scalar.type)]", "[\(scalar.type)]")
        case ..<24:
            type = declareEnumeration(in: entity)
            written = spelling(of: type)
        case ..<34:
            type = declareStructure(in: entity)
            written = spelling(of: type)
        case ..<37: (type, written) = ("Color.Resolved", any(["Color.Resolved", "SwiftUI.Color.Resolved"]))
        case ..<40:
            (type, written, options) = ("NSColor", "NSColor", ["transformable(by: ColorTransformer.self)"])
        case ..<52: value = any(scalar.values)
        default: break
        }
        let isOptional = value == nil && chance(35)
        if isOptional {
            type += "?"
            written = any([written + "?", "Optional<\(written)>", "(\(written))?"])
        }
        if scalar.type == "Data", type.hasPrefix("Data"), chance(60) { options.append("externalStorage") }
        if type == "String" || type == "UUID", chance(30) { options.append("unique") }
        if options.isEmpty, chance(5) { options.append("ephemeral") }
        facts.entities[entity]!.properties.append(
            Property(name: name, swiftType: type, options: options))
        add(declaration(name, written, value, options), to: entity)
    }

    /// Returns the lines of one attribute.
    private mutating func declaration(
        _ name: String, _ type: String, _ value: String?, _ options: [String]
    ) -> String {
        var text = ""
        if !options.isEmpty {
            let list = options.map { any([".", "Schema.Attribute.Option."]) + $0 }
            text += "@Attribute(\(list.joined(separator: any([", ", ",\n"]))))" + any([" ", "\n"])
        } else if chance(8) {
            text += any(["@Attribute ", "@Attribute() /* } */ ", "@available(iOS 17, *)\n"])
        }
        text += any(["", "", "", "public ", "private ", "private(set) ", "public internal(set) ", "final "])
        text += any(["var ", "var ", "var ", "let "]) + any([name, name, "`\(name)`"])
        if let value {
            text += any([" = ", " =\n    "]) + value
        } else {
            text += any([": ", " :", ":\n  "]) + type
            if text.contains("var "), chance(8) { text += " { didSet { print(\"{\") } }" }
        }
        return text + any(["", "", " // trailing }", ";", " /* a /* nested */ comment { */"])
    }

    /// Returns a spelling of a type's name: with its module, or with an alias of an alias.
    private mutating func spelling(of type: String) -> String {
        // A type nested in a class is only visible there.
        guard facts.types[type] != nil else { return type }
        var ways = [type, type]
        if hasModules { ways.append("Kit.\(type)") }
        let way = any(ways)
        guard chance(20) else { return way }
        files["Aliases2.swift", default: ""] +=
            "typealias Own\(type) = Other\(type)\ntypealias Other\(type) = \(way)\n"
        return "Own\(type)"
    }

    private mutating func declareEnumeration(in entity: String) -> String {
        let name = any(["Kind", "State", "Level"]) + "\(facts.types.count)"
        let raw = any(["String", "Int", nil])
        let cases = ["one", "two", "three"].prefix(Int.random(in: 1...3, using: &random))
        let body = any([["case " + cases.joined(separator: ", ")], cases.map { "case \($0)" }])
        declare(
            name, Declared(kind: "enum", rawType: raw, cases: Array(cases)), "enum",
            (raw.map { [$0] } ?? []) + [any(["Codable", "Codable, CaseIterable", "Hashable, Codable"])],
            body + any([[], ["var shown: String { \"\\(self)\" }"], ["static let usual = \(name).one"]]),
            in: entity)
        return name
    }

    private mutating func declareStructure(in entity: String) -> String {
        let name = any(["Place", "Build"]) + "\(facts.types.count)"
        var fields: [[String]] = []
        var body: [String] = any([
            [], ["static let zero = 0"], ["var sum: Int { 1 }"], ["func f() { }"],
        ])
        for index in 0..<Int.random(in: 1...4, using: &random) {
            let scalar = any(Self.scalars.filter { $0.type != "URL" && $0.type != "Decimal" })
            var type = any([scalar.type, scalar.type, "[\(scalar.type)]"])
            if chance(30) { type += "?" }
            fields.append(["part\(index)", type])
            body.append(any(["var ", "let ", "public var "]) + "part\(index): \(type)")
        }
        declare(
            name, Declared(kind: "struct", fields: fields), "struct",
            [any(["Codable", "Codable, Hashable"])],
            body, in: entity)
        return name
    }

    /// Declares a type, in the class or outside of it, with its protocols in the declaration or in an extension.
    private mutating func declare(
        _ name: String, _ declared: Declared, _ word: String, _ conforms: [String], _ body: [String],
        in entity: String
    ) {
        let isInside = chance(40)
        let path = (isInside ? [facts.entities[entity]!.swiftName, name] : [name]).joined(separator: ".")
        facts.types[path] = declared
        let isApart = declared.rawType == nil && chance(30)
        let head = "\(word) \(name)" + (isApart ? "" : ": " + conforms.joined(separator: ", "))
        let text = ([head + " {"] + body + ["}"]).joined(separator: "\n")
        if isInside, chance(50) {
            add(text, to: entity)
        } else if isInside {
            let owner =
                hasAliases
                ? any([facts.entities[entity]!.swiftName, entity]) : facts.entities[entity]!.swiftName
            files["Extensions.swift", default: ""] += "extension \(owner) {\n\(text)\n}\n"
        } else {
            files["Types.swift", default: ""] += conditional(text, orElse: "\(word) \(name) {}") + "\n"
        }
        guard isApart else { return }
        files["Conformances.swift", default: ""] +=
            "extension \(path): \(conforms.joined(separator: ", ")) {}\n"
    }

    /// Returns a declaration, possibly in a clause of `#if` that holds for a shipped iPhone app.
    private mutating func conditional(_ text: String, orElse other: String = "") -> String {
        any([
            text, text, text, text, text, "#if canImport(SwiftData)\n\(text)\n#endif",
            "#if os(macOS)\n\(other)\n#elseif os(iOS) || os(visionOS)\n\(text)\n#else\n\(other)\n#endif",
            "#if DEBUG\n\(other)\n#else\n#if swift(>=5.9)\n\(text)\n#endif\n#endif",
            "#if targetEnvironment(simulator) || os(Linux)\n\(other)\n#elseif !os(watchOS)\n\(text)\n#endif",
        ])
    }

    // MARK: Relationships

    private mutating func addRelationships(_ names: [String]) {
        for index in 0..<Int.random(in: 0...3, using: &random) {
            let (one, other) = (any(names), any(names))
            let (isOneMany, isOtherMany) = (chance(50), chance(35))
            let isExplicit = chance(50)
            addRelationship("to\(index)", other, isOneMany, isExplicit ? "back\(index)" : nil, of: one)
            // The rule for a pair with `@Relationship` on both sides and without `inverse:` is not known.
            let isPlain = !isExplicit && facts.entities[one]!.properties.last!.relationshipMacro
            guard isExplicit || chance(60) else { continue }
            addRelationship("back\(index)", one, isOtherMany, nil, of: other, isPlain: isPlain)
        }
    }

    private mutating func addRelationship(
        _ name: String, _ target: String, _ isMany: Bool, _ inverse: String?, of entity: String,
        isPlain: Bool = false
    ) {
        // The rule for an optional to-many relationship without `inverse:` is not known.
        let isOptional = isMany ? inverse != nil && chance(40) : chance(70)
        var type = isMany ? "[\(target)]" : target
        if isOptional { type += "?" }
        let rule = !isPlain && chance(40) ? any(["nullify", "cascade", "deny", "noAction"]) : nil
        var arguments = rule.map { ["deleteRule: .\($0)"] } ?? []
        let key = inverse.map { "\(target).\($0)" }
        if let inverse {
            let root = namespace.map { any([target, "\($0).\(target)"]) } ?? target
            arguments.append("inverse: \\\(root).\(inverse)")
        }
        let hasMacro = !arguments.isEmpty || !isPlain && chance(20)
        facts.entities[entity]!.properties.append(
            Property(
                name: name, swiftType: type, relationshipMacro: hasMacro, deleteRule: rule, inverse: key))
        var text = hasMacro ? "@Relationship" : ""
        if !arguments.isEmpty { text += "(\(arguments.joined(separator: any([", ", ",\n  "]))))" }
        text += (hasMacro ? any([" ", "\n"]) : "") + "var \(name)"
        text += isMany && !isOptional && chance(50) ? " = \(type)()" : ": \(type)"
        add(text, to: entity)
    }

    // MARK: Writing

    /// Values that contain macro expressions.
    private static let macros = [
        "#externalMacro(module: \"M\", type: \"T\")", "#Predicate<Trip> { $0.$x == #line } then: { }",
        "#outer(#inner<[Int]>(1) { \"}\" }, by: \\ Trip . title).x[0]?.y",
        "[#file: #column] as [String: Int]",
        "#flag ? #a<Int>(1) : (#b { })(2)", "try! #url(\"a\") ?? #c\n",
    ]

    private mutating func add(_ member: String, to entity: String) {
        let noise = any([
            "", "", "", "static var count\(members[entity]?.count ?? 0) = 0",
            "var computed\(members[entity]?.count ?? 0): Int { get { 1 } set { } }",
            "@Transient var cache\(members[entity]?.count ?? 0): Any = 0",
            "func f\(members[entity]?.count ?? 0)() -> String { \"}\" }", "// comment {",
            "#if DEBUG\nvar debug\(members[entity]?.count ?? 0): Int = 0\n#endif",
            "#if os(macOS)\nvar image: NSImage? { nil }\n#elseif canImport(UIKit)\nvar image: UIImage? { nil }\n#endif",
            "@available(*, deprecated, message: \"}\") @MainActor @ViewBuilder func view\(members[entity]?.count ?? 0)() -> some View { EmptyView() }",
            "nonisolated static let log\(members[entity]?.count ?? 0) = \(any(Self.macros))",
            "#made<Int, [Trip]>(of: \(any(Self.macros))) { \"}\" } then: { }",
        ])
        let wrapped = conditional(member)
        members[entity, default: []] += [noise, wrapped]
    }

    private mutating func write(_ names: [String]) {
        let imports = "import Foundation\nimport SwiftData\n"
        var nested = ""
        for name in names {
            let head = any([
                "@Model final class", "@Model\npublic final class", "@Model class", "@SwiftData.Model class",
            ])
            let text =
                "\(head) \(name)\(any(["", ": Identifiable"])) {\n"
                + (members[name] ?? []).joined(separator: "\n") + "\ninit() { }\n}\n"
            if hasAliases {
                files["Aliases2.swift", default: ""] +=
                    "typealias \(name) = \(facts.entities[name]!.swiftName)\n"
            }
            guard let namespace else {
                files[name + ".swift"] = imports + text
                continue
            }
            if chance(50) {
                nested += text
            } else {
                files[name + ".swift"] = imports + "extension \(namespace) {\n\(text)}\n"
            }
        }
        if let namespace {
            let list = names.map { $0 + ".self" }.joined(separator: ", ")
            files["Schema.swift"] =
                imports + "enum \(namespace): VersionedSchema {\n"
                + "static var versionIdentifier: Schema.Version { .init(1, 0, 0) }\n"
                + "static var models: [any PersistentModel.Type] { [\(list)] }\n\(nested)}\n"
        }
        files["Aliases.swift"] = """
            typealias Name = String
            typealias Identifier = Foundation.UUID
            enum Sizes { static let usual = 12 }
            final class ColorTransformer: ValueTransformer {}

            """
        files["View.swift"] = """
            import SwiftUI
            @Observable @MainActor final class Store { var shown: [\(names[0])] = []; @ObservationIgnored lazy var x = 1 }
            struct ListView: View {
                @Query(sort: \\\(names[0]).persistentModelID, order: .reverse) private var all: [\(names[0])]
                @Environment(\\.modelContext) private var context
                @AppStorage("a") private var a = 1, b = "{"
                @State private var text: String = ""
                @Clamped(0...1) var c: Double = 0
                var body: some View { List { ForEach(all) { Text("\\($0.id) }") } } }
            }
            @propertyWrapper struct Clamped<Value: Comparable> {
                var wrappedValue: Value
                init(wrappedValue: Value, _ range: ClosedRange<Value>) { self.wrappedValue = wrappedValue }
            }
            #Preview("}") { ListView().modelContainer(for: \(names[0]).self, inMemory: true) }

            """
        for (name, text) in files where !text.hasPrefix("import") { files[name] = imports + text }
        guard hasModules else { return }
        let shared: Set<String> = ["Types.swift"]
        var moved: [String: String] = [:]
        for (name, text) in files {
            if shared.contains(name) {
                moved["Sources/Kit/" + name] = text
            } else {
                moved["Sources/App/" + name] = "import Kit\n" + text
            }
        }
        // The other module needs its own copy of the aliases.
        moved["Sources/Kit/Aliases.swift"] = files["Aliases.swift"]
        files = moved
    }
}
