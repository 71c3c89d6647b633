import Foundation

/// The declarations of the real SwiftData stores, as data and as equivalent Swift source.
///
/// The facts are stored beside the corpus and are not part of the project.
package struct FactsSource: Sendable, CustomStringConvertible {
    /// The key of the store in the facts.
    package let name: String
    /// The folder of the store in the corpus.
    package let storeName: String
    /// The version hashes of the entities, in hexadecimal.
    package let expected: [String: String]
    /// The versions that the store declares.
    package let versionIdentifiers: [String]
    /// The source, by file name.
    package private(set) var files: [String: String]
    /// The origin of the facts, and the tool that created the hashes.
    package let origin: String
    /// The types of properties, by the name of the entity or structure and the name of the property.
    package let declaredTypes: [String: [String: String]]

    package var description: String { name }

    /// The sources of all stores in the corpus; empty if it is absent.
    package static let all: [FactsSource] = {
        let path = Corpus.formatFolder + "/swiftdata-facts.json"
        guard let data = FileManager.default.contents(atPath: path),
            let facts = try? JSONDecoder().decode(Facts.self, from: data)
        else { return [] }
        return facts.visible.sorted { $0.key < $1.key }.map { FactsSource($0.key, $0.value) }
    }()

    /// The sources for which Apple's frameworks printed the hashes, without stores; empty if the corpus is absent.
    package static let pinned: [FactsSource] = {
        let path = Corpus.formatFolder + "/swiftdata-pinned.json"
        guard let data = FileManager.default.contents(atPath: path) else { return [] }
        do {
            let facts = try JSONDecoder().decode(PinnedFacts.self, from: data)
            return facts.oracles.sorted { $0.key < $1.key }.map { FactsSource($0.key, $0.value) }
        } catch {
            preconditionFailure("\(path): \(error)")
        }
    }()

    /// Whether there are any sources, and the corpus exists.
    package static let isPresent = !all.isEmpty && Corpus.isPresent

    // MARK: Data

    private struct Facts: Decodable {
        let visible: [String: Store]
    }

    private struct PinnedFacts: Decodable {
        let oracles: [String: Store]
    }

    struct Store: Decodable {
        let entities: [String: Entity]
        let types: [String: Declared]
        let expected: [String: String]
        let versionIdentifiers: [String]?
        let repository: String?
        let made: String?
    }

    struct Entity: Decodable {
        let swiftName: String?
        let properties: [Property]
        let unique: [[String]]?
        let index: [[String]]?
        let inherits: [String]?
    }

    struct Property: Decodable {
        let name: String
        let kind: String?
        let swiftType: String?
        let `default`: String?
        let options: [String]?
        let relationshipMacro: Bool?
        let attributeMacro: Bool?
        let deleteRule: String?
        let inverse: String?
        let modifiers: [String]?
        let `let`: Bool?
    }

    struct Declared: Decodable {
        let kind: String
        let conforms: [String]
        let cases: [String]?
        let rawType: String?
        let fields: [[String]]?
        let properties: [Property]?
    }

    // MARK: Writing

    init(_ name: String, _ store: Store) {
        self.name = name
        storeName = name.hasSuffix("-swiftdata") ? name : name + "-swiftdata"
        expected = store.expected
        versionIdentifiers = store.versionIdentifiers ?? ["1.0.0"]
        let repository = store.repository?.components(separatedBy: " (").first
        origin = [repository, store.made].compactMap(\.self).joined(separator: ", ")
        declaredTypes = store.entities.mapValues { Self.types($0.properties) }.merging(
            store.types.mapValues { Self.types($0.properties ?? []) }, uniquingKeysWith: { first, _ in first }
        )
        var tree = Node()
        for (key, entity) in store.entities {
            tree.add((entity.swiftName ?? key).split(separator: ".").map(String.init), .model(entity))
        }
        for (key, type) in store.types where !key.isEmpty {
            tree.add(key.split(separator: ".").map(String.init), .type(type))
        }
        var files: [String: String] = [:]
        for (name, node) in tree.children {
            var lines = ["import Foundation", "import SwiftData", ""]
            node.write(name, to: &lines, indent: "")
            files[name + ".swift"] = lines.joined(separator: "\n") + "\n"
        }
        let numbers = versionIdentifiers.first ?? "1.0.0"
        let roots = store.entities.map { ($0.value.swiftName ?? $0.key) + ".self" }.sorted()
        let version = numbers.split(separator: ".").joined(separator: ", ")
        files["App.swift"] = """
            import SwiftData
            @main struct TheApp: App {
              static let schema = Schema([\(roots.joined(separator: ", "))],
                version: Schema.Version(\(version)))
            }

            """
        self.files = files
    }

    /// A type with its nested types.
    private struct Node {
        enum Content {
            case model(Entity)
            case type(Declared)
        }
        var content: Content?
        var children: [String: Node] = [:]

        mutating func add(_ path: [String], _ content: Content) {
            guard let first = path.first else {
                self.content = content
                return
            }
            children[first, default: Node()].add(Array(path.dropFirst()), content)
        }

        func write(_ name: String, to lines: inout [String], indent: String) {
            var members: [String] = []
            var head = "enum \(name) {"
            switch content {
            case .model(let entity):
                lines.append(indent + "@Model // the model")
                let inherits = entity.inherits ?? []
                head =
                    "final class \(name)\(inherits.isEmpty ? "" : ": ")\(inherits.joined(separator: ", ")) {"
                for (macro, groups) in [("Unique", entity.unique), ("Index", entity.index)] {
                    guard let groups else { continue }
                    let texts = groups.map { "[" + $0.map { "\\.\($0)" }.joined(separator: ", ") + "]" }
                    members.append("#\(macro)<\(name)>(\(texts.joined(separator: ", ")))")
                }
                for property in entity.properties { members += FactsSource.lines(property) }
                members.append("init() { fatalError(\"}\") }")
            case .type(let type):
                let conforms = type.conforms.isEmpty ? "" : ": " + type.conforms.joined(separator: ", ")
                head = "\(type.kind) \(name)\(conforms) {"
                for text in type.cases ?? [] { members.append("case \(text)") }
                // The facts lack the raw values. This declaration prevents values from being inferred.
                if let raw = type.rawType { members.append("var rawValue: \(raw) { fatalError() }") }
                for field in type.fields ?? [] where field[1] != "?" {
                    members.append("var \(field[0]): \(field[1])")
                }
                for property in type.properties ?? [] { members += FactsSource.lines(property) }
                members.append("var shown: String { \"\\(self) }\" }")
            case nil: break
            }
            lines.append(indent + head)
            for member in members { lines.append(indent + "  " + member) }
            for (name, child) in children.sorted(by: { $0.key < $1.key }) {
                child.write(name, to: &lines, indent: indent + "  ")
            }
            lines.append(indent + "}")
        }
    }

    private static func lines(_ property: Property) -> [String] {
        var lines: [String] = []
        if property.kind == "transient" { lines.append("@Transient") }
        let options = (property.options ?? []).map { ".\($0)" }.joined(separator: ", ")
        if property.attributeMacro == true {
            lines.append(options.isEmpty ? "@Attribute" : "@Attribute(\(options))")
        }
        if property.relationshipMacro == true {
            var arguments: [String] = []
            if let rule = property.deleteRule { arguments.append("deleteRule: .\(rule)") }
            if let inverse = property.inverse { arguments.append("inverse: \\\(inverse)") }
            lines.append(
                "@Relationship" + (arguments.isEmpty ? "" : "(\(arguments.joined(separator: ", ")))"))
        }
        var text = (property.modifiers ?? []).map { $0 + " " }.joined()
        text += property.let == true ? "let " : "var "
        text += property.name + (property.swiftType.map { ": \($0)" } ?? "")
        if property.kind == "computed" {
            text += " { fatalError() }"
        } else if let value = property.default {
            text += " = \(value) // the default"
        }
        return lines + [text]
    }

    private static func types(_ properties: [Property]) -> [String: String] {
        Dictionary(
            properties.compactMap { property in property.swiftType.map { (property.name, $0) } },
            uniquingKeysWith: { first, _ in first })
    }

    /// Returns the same source without a property.
    package func without(_ property: String, of entity: String) -> FactsSource {
        var source = self
        source.files = files.mapValues { text in
            guard let start = text.range(of: "class \(entity) {") else { return text }
            let (before, after) = (text[..<start.upperBound], text[start.upperBound...])
            guard let line = after.range(of: "\n[^\n]*var \(property)\\b[^\n]*", options: .regularExpression)
            else { return text }
            return String(before) + after.replacingCharacters(in: line, with: "")
        }
        return source
    }

    /// Writes the source into a folder.
    package func write(to folder: TestFolder) throws {
        for (name, text) in files { try folder.write(text, as: "App/" + name) }
    }
}
