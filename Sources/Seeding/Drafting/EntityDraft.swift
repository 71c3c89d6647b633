import ObjectModel
import SQLite
import StoreFormat

/// The load of one entity from one source, as far as names and cells tell.
struct EntityDraft {
    let entity: EntityLayout
    let sample: SourceSample
    /// How well the source fits the entity, to choose among entities.
    let fitness: Int
    private(set) var matches: [Match]
    /// The column that other sources refer to.
    var keyColumn: String?

    /// A column and what becomes of it.
    struct Match {
        let column: Int
        let property: Property
        let score: Int
    }

    /// What a column may fill.
    enum Property {
        case attribute(AttributeColumn, ValueGuess)
        case toOne(ToOneColumn)
        case toMany(ToManyStorage)

        var name: String {
            switch self {
            case .attribute(let attribute, _): attribute.path
            case .toOne(let toOne): toOne.relationship.name
            case .toMany(let toMany): toMany.relationship.name
            }
        }
    }

    /// Matches the columns of a source with the properties of an entity: the best pairs first, each
    /// column and each property once.
    init(_ entity: EntityLayout, _ sample: SourceSample) {
        self.entity = entity
        self.sample = sample
        var candidates: [Match] = []
        for (index, column) in sample.columns.enumerated() {
            let cells = sample.values(ofColumn: index)
            let isDate = sample.referenceDates.contains(column)
            for property in Self.properties(of: entity, cells: cells, isDate: isDate) {
                var score = Self.score(column, property.name, entity: entity.name)
                if case .attribute(_, let guess) = property, guess.count > 0 {
                    // A column of which nothing can be read is another one.
                    if guess.unreadable == guess.count { continue }
                    if guess.unreadable > 0 { score -= 20 }
                }
                guard score >= NameMatch.lowest else { continue }
                candidates.append(Match(column: index, property: property, score: score))
            }
        }
        candidates.sort { one, other in
            if one.score != other.score { return one.score > other.score }
            if one.column != other.column { return one.column < other.column }
            return one.property.name < other.property.name
        }
        var columns: Set<Int> = []
        var names: Set<String> = []
        var matches = candidates.filter { match in
            guard !columns.contains(match.column), !names.contains(match.property.name) else {
                return false
            }
            columns.insert(match.column)
            names.insert(match.property.name)
            return true
        }
        matches += Self.dates(of: entity, sample, besides: columns, names)
        self.matches = matches.sorted { $0.column < $1.column }
        let name = NameMatch.score(sample.name, entity.name)
        fitness = matches.isEmpty ? 0 : matches.reduce(name * 2) { $0 + $1.score - 50 }
    }

    /// A date without a column, and a single column of dates without a property: dates cannot be
    /// taken for anything else.
    private static func dates(
        of entity: EntityLayout, _ sample: SourceSample, besides columns: Set<Int>,
        _ names: Set<String>
    ) -> [Match] {
        let open = entity.attributes.filter {
            $0.attribute.type == .date && !$0.attribute.isDerived && !names.contains($0.path)
        }
        guard let attribute = open.first, open.count == 1 else { return [] }
        let fitting = sample.columns.indices.filter { !columns.contains($0) }.compactMap { index in
            let cells = sample.values(ofColumn: index)
            // Numbers may be anything.
            let isText = cells.allSatisfy { if case .text = $0 { true } else { false } }
            let guess = ValueGuess(attribute, cells: cells)
            return isText && guess.count > 0 && guess.unreadable == 0 ? (index, guess) : nil
        }
        guard let (index, guess) = fitting.first, fitting.count == 1 else { return [] }
        return [
            Match(column: index, property: .attribute(attribute, guess), score: NameMatch.lowest)
        ]
    }

    /// Leaves out one side of each one-to-one relationship that both entities have: a build writes
    /// the other.
    mutating func removeInverses(in others: [EntityDraft]) {
        matches.removeAll { match in
            guard case .toOne(let toOne) = match.property, toOne.relationship.isOptional,
                let inverse = toOne.inverse, !inverse.isToMany
            else { return false }
            return others.contains { other in
                other.entity.name == toOne.destinationName
                    && other.matches.contains { $0.property.name == inverse.name }
            }
        }
    }

    private static func properties(
        of entity: EntityLayout, cells: [Value], isDate: Bool
    ) -> [Property] {
        entity.attributes.filter { !$0.attribute.isDerived }
            .map { .attribute($0, ValueGuess($0, cells: cells, isReferenceDate: isDate)) }
            + entity.toOnes.map { .toOne($0) } + entity.toManys.map { .toMany($0) }
    }

    /// A column may repeat the name of its entity: `item_name`.
    private static func score(_ column: String, _ property: String, entity: String) -> Int {
        let score = NameMatch.score(column, property)
        let prefix = NameMatch.words(entity)
        let words = NameMatch.words(column)
        guard words.count > prefix.count, Array(words.prefix(prefix.count)) == prefix else {
            return score
        }
        let rest = words.dropFirst(prefix.count).joined(separator: "_")
        return max(score, NameMatch.score(rest, property) - 4)
    }

    /// The columns that nothing was found for.
    var unmatchedColumns: [String] {
        let matched = Set(matches.map(\.column))
        return sample.columns.indices.filter { !matched.contains($0) }.map { sample.columns[$0] }
    }

    /// The properties without which there can be no object, and for which there is no column.
    func missingProperties(defaultOf: (AttributeColumn) -> Value?) -> [String] {
        let matched = Set(matches.map(\.property.name))
        let attributes = entity.attributes.filter {
            !$0.attribute.isOptional && !$0.attribute.isDerived && defaultOf($0) == nil
        }
        let toOnes = entity.toOnes.filter { !$0.relationship.isOptional }
        return (attributes.map(\.path) + toOnes.map(\.relationship.name))
            .filter { !matched.contains($0) }
    }
}
