import Inputs

/// A kind of mapping in a plan, with keys of its own.
package enum PlanSection: String, CaseIterable, Sendable {
    case plan, source, shape, generator, load, discriminator, value, replacement, split, number, booleans,
        thumbnail, relationship, link

    /// Its keys, in the order of `docs/reference/plan.md`.
    package var keys: [PlanKey] {
        switch self {
        case .plan: Self.planKeys
        case .source: Self.sourceKeys
        case .shape: Self.shapeKeys
        case .generator: Self.generatorKeys
        case .load: Self.loadKeys
        case .discriminator: Self.discriminatorKeys
        case .value: Self.valueKeys
        case .replacement: Self.replacementKeys
        case .split: Self.splitKeys
        case .number: Self.numberKeys
        case .booleans: Self.booleanKeys
        case .thumbnail: Self.thumbnailKeys
        // A relationship's value names the destination. For keys that it shares with values, its own definition is
        // used.
        case .relationship:
            Self.relationshipKeys
                + Self.valueKeys.filter { key in
                    !Self.relationshipKeys.contains { $0.name == key.name }
                }
        case .link: Self.linkKeys
        }
    }

    /// Its keys without those that it shares with values.
    package var ownKeys: [PlanKey] { self == .relationship ? Self.relationshipKeys : keys }

    /// The names of its keys.
    package var names: [String] { Self.namesBySection[self] ?? [] }

    private static let namesBySection = Dictionary(
        uniqueKeysWithValues: allCases.map { ($0, $0.keys.map(\.name)) })

    /// The description of such a mapping in messages.
    package var expectation: String {
        switch self {
        case .plan: "a seed plan: `reference:`, `sources:`, `entities:`"
        case .source: "a source such as `{ csv: items.csv }`"
        case .shape: "the form of a table, such as `{ skipLines: 2 }`"
        case .generator: GeneratedColumn.expectation
        case .load: "what to load: `from:`, `attributes:` …"
        case .discriminator: "`{ column: …, entities: { value: Entity } }`"
        case .value: "a column, or options such as `{ column: … }`"
        case .replacement: "`{ pattern: …, with: … }`, or a list of them"
        case .split: "`{ separator: …, part: 1 }`"
        case .number: "`{ unit: kg, scale: 1000 }`"
        case .booleans: "`{ true: [words], false: [words] }`"
        case .thumbnail: "`{ width: 200, height: 200 }`"
        case .relationship: "a column, or `{ find: …, column: … }`"
        case .link: "`{ from: …, relationship: Entity.name, source: …, target: … }`"
        }
    }

    /// The keys that name the input of a source. Each source has one of them.
    package static var sourceKinds: [String] { SourceKinds.all.map { $0.key } }

    /// Returns the keys of this section that a source of a kind may have.
    package func options(ofSourceKind key: String) -> [String] {
        let special = Set(SourceKinds.all.flatMap { $0.optionKeys } + Self.sourceKinds)
        let own = SourceKinds.all.first { $0.key == key }?.optionKeys ?? []
        return names.filter { own.contains($0) || !special.contains($0) }
    }
}

extension MappingReader {
    /// Returns a reader for the mapping of a section at a key; nil if the key is missing.
    func mapping(_ key: String, as section: PlanSection) -> MappingReader? {
        mapping(key, expecting: section.expectation, keys: section.names)
    }
}
