import Foundation
import ObjectModel
import SwiftDataSource
import TestSupport
import Testing

/// Hashes that Apple's frameworks printed, with the declarations that they belong to
/// (docs/start/swiftdata.md#evidence).
@Suite(
    "Swift source whose version hashes Apple's frameworks printed",
    .enabled(if: !FactsSource.pinned.isEmpty, Corpus.absence))
struct PinnedHashesTests {
    @Test(
        "Every hash is computed, by the rules alone or with a warning",
        arguments: FactsSource.pinned
    )
    func hashes(source: FactsSource) throws {
        let reading = try PinnedReading(source)
        #expect(reading.unexplained == [])
        // Inverses that the declarations leave open are reported.
        #expect(Set(reading.open).isSubset(of: reading.told))
        #expect(reading.unsure == [], "known by these hashes, and called an analogy")
    }

    @Test("The page has the evidence")
    func page() throws {
        let path = Corpus.packageRoot + "/docs/start/swiftdata.md"
        let text = try String(contentsOfFile: path, encoding: .utf8)
        let (start, end) = ("<!-- evidence -->\n", "<!-- /evidence -->\n")
        let from = try #require(text.range(of: start)).upperBound
        let to = try #require(text.range(of: end)).lowerBound
        let evidence = PinnedEvidence(try FactsSource.pinned.map(PinnedReading.init))
        let page = text.replacingCharacters(in: from..<to, with: evidence.markdown)
        if ProcessInfo.processInfo.environment["ZSEED_WRITE_DOCS"] != nil {
            try Data(page.utf8).write(to: URL(fileURLWithPath: path))
        }
        #expect(
            try String(contentsOfFile: path, encoding: .utf8) == page,
            "docs/start/swiftdata.md is not what the hashes show: `make reference` writes it")
    }
}

/// A source with the model of its declarations, and the comparison with the printed hashes.
struct PinnedReading {
    let source: FactsSource
    /// The entities whose hashes match as declared.
    private(set) var declared: [String] = []
    /// The entities whose hashes match with `--inverses declared`.
    private(set) var open: [String] = []
    /// The entities whose hashes match without one of their properties: the hash is of an older version.
    private(set) var newer: [String] = []
    /// The entities whose hashes do not match.
    private(set) var unexplained: [String] = []
    /// The entities with a warning about open inverses.
    private(set) var told: Set<String> = []
    /// The reported analogies for attribute types that these hashes show.
    private(set) var unsure: [String] = []
    /// The entities with the hashes that were printed.
    private(set) var entities: [EntityDescription] = []

    init(_ source: FactsSource) throws {
        self.source = source
        let file = try Self.read(source, .current)
        let other = try Self.read(source, ModelChoice(infersOpenInverses: false))
        let model = (declared: file.model.versionHashes, open: other.model.versionHashes)
        for issue in file.modelIssues {
            switch issue.problem {
            case .openInverse(let others, _):
                told.formUnion([issue.entity ?? "", String(others.prefix { $0 != "." })])
            case .analogy(let what) where !what.hasPrefix("the "): unsure.append(what)
            default: break
            }
        }
        for (entity, hash) in source.expected.sorted(by: { $0.key < $1.key }) {
            if model.declared.hexadecimal(entity) == hash {
                declared.append(entity)
                entities += [file.model.entity(named: entity)].compactMap(\.self)
            } else if model.open.hexadecimal(entity) == hash {
                open.append(entity)
                entities += [other.model.entity(named: entity)].compactMap(\.self)
            } else if let older = try Self.older(source, entity, hash) {
                newer.append(entity)
                entities.append(older)
            } else {
                unexplained.append(entity)
            }
        }
    }

    private static func read(_ source: FactsSource, _ choice: ModelChoice) throws -> ModelFile {
        let folder = try TestFolder()
        try source.write(to: folder)
        defer { withExtendedLifetime(folder) {} }
        return try SwiftModelReader.read(path: folder.path + "/App", choice: choice)
    }

    /// Returns the entity without one property, if it then has its hash.
    private static func older(
        _ source: FactsSource, _ entity: String, _ hash: String
    ) throws -> EntityDescription? {
        for property in source.declaredTypes[entity, default: [:]].keys.sorted() {
            guard let file = try? read(source.without(property, of: entity), .current),
                file.model.versionHashes.hexadecimal(entity) == hash
            else { continue }
            return file.model.entity(named: entity)
        }
        return nil
    }
}

/// The tables of docs/start/swiftdata.md: the evidence in each source, and the forms of its properties.
struct PinnedEvidence {
    private let readings: [PinnedReading]
    /// The properties that show the form of a declaration, by the declaration with its form, and by source.
    private var shown: [String: [String: Set<String>]] = [:]

    init(_ readings: [PinnedReading]) {
        self.readings = readings
        for reading in readings {
            for entity in reading.entities { add(entity, in: reading.source) }
        }
    }

    private mutating func add(_ entity: EntityDescription, in source: FactsSource) {
        for attribute in entity.ownAttributes {
            guard let type = source.declaredTypes[entity.name]?[attribute.name] else { continue }
            add(attribute, type, "", at: entity.name + "." + attribute.name, in: source)
        }
        for relationship in entity.ownRelationships {
            let inverse = relationship.inverseRelationshipName == nil ? "no inverse" : "an inverse"
            add("a relationship", inverse, at: entity.name + "." + relationship.name, in: source)
        }
        for constraint in entity.uniquenessConstraints {
            let what = constraint.count == 1 ? "`.unique`" : "`#Unique` of several"
            add(what, "one constraint", at: entity.name + "." + constraint.joined(separator: "."), in: source)
        }
    }

    private mutating func add(
        _ attribute: AttributeDescription, _ type: String, _ place: String, at path: String,
        in source: FactsSource
    ) {
        let plain = type.trimmingCharacters(in: ["?"])
        let members = source.declaredTypes[plain]
        var what = members == nil || attribute.isComposite == false ? "`\(plain)`" : "a structure"
        if attribute.isComposite, members?.isEmpty ?? true { what = "an enumeration" }
        if plain.hasPrefix("[") {
            let inner = plain.trimmingCharacters(in: ["[", "]"]).split(separator: ":").last ?? ""
            let isStructure = source.declaredTypes[inner.trimmingCharacters(in: [" ", "?"])] != nil
            if isStructure {
                what = plain.contains(":") ? "a dictionary of structures" : "an array of structures"
            }
        }
        add(what + place, attribute.type.xcodeName, at: path, in: source)
        guard let members, attribute.isComposite else { return }
        for element in attribute.elements {
            guard let type = members[element.name] else { continue }
            add(element, type, " in a structure", at: path + "." + element.name, in: source)
        }
    }

    private mutating func add(_ what: String, _ becomes: String, at path: String, in source: FactsSource) {
        shown["\(what) | \(becomes)", default: [:]][source.name, default: []].insert(path)
    }

    var markdown: String {
        var lines = [
            "| printed of | entities | as declared | with `--inverses declared` | of a version before a property |",
            "|---|---|---|---|---|",
        ]
        for reading in readings {
            let counts =
                [reading.source.expected, reading.declared, reading.open, reading.newer] as [any Collection]
            lines.append(
                "| \(reading.source.name) (\(reading.source.origin)) | "
                    + counts.map { $0.isEmpty ? "" : "\($0.count)" }.joined(separator: " | ") + " |")
        }
        lines += ["", "| declared | becomes | properties | sources |", "|---|---|---|---|"]
        for (row, sources) in shown.sorted(by: { $0.key < $1.key }) {
            let count = sources.values.reduce(0) { $0 + $1.count }
            lines.append("| \(row) | \(count) | \(sources.keys.sorted().joined(separator: ", ")) |")
        }
        return lines.joined(separator: "\n") + "\n"
    }
}
