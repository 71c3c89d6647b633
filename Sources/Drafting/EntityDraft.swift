import ObjectModel
import SQLite
import Seeding
import StoreFormat

/// The load of one entity from one source, as far as names and cells tell.
struct EntityDraft {
    let entity: EntityLayout
    let survey: SourceSurvey
    /// How well the source fits the entity, to choose among entities.
    let fitness: Int
    private(set) var matches: [Match]
    /// The column that other sources refer to.
    var keyColumn: String?
    /// The attribute by which several records are one object, as tags of recipes are.
    var sharedName: String?
    /// What is to be said about the load as a whole.
    var doubts: [String] = []

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

        var isAttribute: Bool { if case .attribute = self { true } else { false } }
    }

    /// Matches the columns of a source with the properties of an entity: the best pairs first, each
    /// column and each property once.
    ///
    /// - Parameter lists: the attributes that are arrays of SwiftData's.
    init(_ entity: EntityLayout, _ survey: SourceSurvey, lists: Set<String> = []) {
        self.entity = entity
        self.survey = survey
        // A column that refers to one object each is no list, whatever its name: `ReportsTo` does
        // not hold an employee's `reports`.
        func isSingle(
            _ property: Property, _ index: Int, _ survey: SourceSurvey, _ score: Int
        ) -> Bool {
            guard case .toMany = property else { return false }
            if survey.table?.references[survey.columns[index].lowercased()] != nil { return true }
            return score < NameMatch.sure && !survey.hasLists(index)
        }
        var candidates: [Match] = []
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated() {
            for name in Self.propertyNames(of: entity) {
                var score = Self.score(column, name, entity: entity.name)
                guard score >= NameMatch.lowest,
                    let property = Self.property(name.text, of: entity, survey, index, lists),
                    !isSingle(property, index, survey, score)
                else { continue }
                if case .attribute(_, let guess) = property, guess.unreadable > 0 {
                    // A column of which nothing can be read is another one, unless its name says
                    // that it is this one.
                    let isNamed = score >= NameMatch.named
                    if guess.unreadable == guess.count, !isNamed { continue }
                    score -= 20
                    if isNamed { score = max(score, NameMatch.lowest) }
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
        matches += Self.dates(of: entity, survey, besides: columns, names)
        matches += Self.ownText(of: entity, survey, besides: columns, names)
        self.matches = matches.sorted { $0.column < $1.column }
        let name = NameMatch.entityScore(survey.table?.name ?? survey.name, entity.name)
        // A file named like an entity holds its objects, whatever else its columns would fit.
        let weight = name >= NameMatch.sure ? 8 : 2
        fitness = matches.isEmpty ? 0 : matches.reduce(name * weight) { $0 + $1.score - 50 }
    }

    /// A date without a column, and a single column of dates without a property: dates cannot be
    /// taken for anything else.
    private static func dates(
        of entity: EntityLayout, _ survey: SourceSurvey, besides columns: Set<Int>,
        _ names: Set<String>
    ) -> [Match] {
        let open = entity.attributes.filter {
            $0.attribute.type == .date && !$0.attribute.isDerived && !names.contains($0.path)
        }
        guard let attribute = open.first, open.count == 1 else { return [] }
        let fitting = survey.ownIndices.filter { !columns.contains($0) }.compactMap { index in
            let column = survey.surveys[index]
            let guess = ValueGuess(attribute, column, rowCount: survey.rowCount)
            // Numbers may be anything.
            let isText = column.texts == column.count && column.numbers.forms[0].fits < column.count
            return isText && guess.count > 0 && guess.unreadable == 0 ? (index, guess) : nil
        }
        guard let (index, guess) = fitting.first, fitting.count == 1 else { return [] }
        return [
            Match(column: index, property: .attribute(attribute, guess), score: NameMatch.lowest)
        ]
    }

    /// The text of an element, `.`: the only text without a column, of several the required one.
    private static func ownText(
        of entity: EntityLayout, _ survey: SourceSurvey, besides columns: Set<Int>,
        _ names: Set<String>
    ) -> [Match] {
        guard let index = survey.columns.prefix(survey.ownCount).firstIndex(of: "."),
            !columns.contains(index)
        else { return [] }
        let open = entity.attributes.filter {
            $0.attribute.type == .string && !$0.attribute.isDerived && !names.contains($0.path)
        }
        let required = open.filter { !$0.attribute.isOptional && $0.standard == nil }
        let candidates = open.count == 1 ? open : required
        guard let attribute = candidates.first, candidates.count == 1 else { return [] }
        let guess = ValueGuess(attribute, survey.surveys[index], rowCount: survey.rowCount)
        return [
            Match(column: index, property: .attribute(attribute, guess), score: NameMatch.lowest)
        ]
    }

    /// Takes a column for a relationship, in place of what it was taken for before.
    mutating func add(_ match: Match) {
        matches.removeAll { $0.column == match.column || $0.property.name == match.property.name }
        matches.append(match)
        matches.sort { $0.column < $1.column }
    }

    /// Leaves out what a column was taken for.
    mutating func remove(column: Int) { matches.removeAll { $0.column == column } }

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

    /// A name that a column may have, and whether it is an attribute's.
    private typealias PropertyName = (text: String, isAttribute: Bool)

    private static func propertyNames(of entity: EntityLayout) -> [PropertyName] {
        let enumerations = entity.composites.filter { $0.plainCases != nil }
        let cases = Set(enumerations.flatMap(\.columns).map(\.path))
        return entity.attributes.filter { !$0.attribute.isDerived && !cases.contains($0.path) }
            .map { ($0.path, true) }
            + entity.composites.filter { entity.attribute($0.path) == nil }.map { ($0.path, true) }
            + entity.toOnes.map { ($0.relationship.name, false) }
            + entity.toManys.map { ($0.relationship.name, false) }
    }

    /// What a column may fill, its cells looked at.
    private static func property(
        _ name: String, of entity: EntityLayout, _ survey: SourceSurvey, _ index: Int,
        _ lists: Set<String>
    ) -> Property? {
        if let composite = entity.composite(name), let first = composite.columns.first,
            entity.attribute(name) == nil
        {
            guard composite.plainCases != nil || survey.surveys[index].holdsObjects else { return nil }
            let attribute = AttributeColumn(
                path: name, column: first.column, sqlType: AttributeType.string.sqlType,
                attribute: AttributeDescription(composite.attribute.traits, type: .string))
            return .attribute(
                attribute, ValueGuess(attribute, survey.surveys[index], rowCount: survey.rowCount))
        }
        if let attribute = entity.attribute(name) {
            return .attribute(
                attribute,
                ValueGuess(
                    attribute, survey.surveys[index], rowCount: survey.rowCount,
                    isList: lists.contains(name),
                    isReferenceDate: survey.referenceDates.contains(survey.columns[index]),
                    isDayFirst: survey.isDayFirst, hasDecimalComma: survey.hasDecimalComma))
        }
        return entity.toOne(name).map { .toOne($0) } ?? entity.toMany(name).map { .toMany($0) }
    }

    /// A column may repeat the name of its entity, `item_name`; one that names others may say that
    /// it holds their keys, `unit_id`; and one of an old store has a `Z` in front.
    private static func score(_ column: String, _ property: PropertyName, entity: String) -> Int {
        var score = NameMatch.score(column, property.text)
        let prefix = NameMatch.words(entity)
        let words = NameMatch.words(column)
        if words.count > prefix.count, Array(words.prefix(prefix.count)) == prefix {
            let rest = words.dropFirst(prefix.count).joined(separator: "_")
            score = max(score, NameMatch.score(rest, property.text) - 4)
        }
        if column.first == "Z", column == column.uppercased() {
            score = max(score, NameMatch.score(String(column.dropFirst()), property.text) - 2)
        }
        if !property.isAttribute, let referred = NameMatch.referred(by: column) {
            score = max(score, NameMatch.score(referred, property.text) - 2)
        }
        return score
    }

    /// The columns that nothing was found for.
    var unmatchedColumns: [String] {
        let matched = Set(matches.map(\.column))
        return survey.ownIndices.filter { !matched.contains($0) }.map { survey.columns[$0] }
    }

    /// The properties without which there can be no object, and for which there is no column.
    ///
    /// - Parameter values: what source code says of defaults.
    func missingProperties(_ values: SourceValues) -> [String] {
        let matched = Set(matches.map(\.property.name))
        return entity.requiredProperties(values).filter { !matched.contains($0) }
    }

    /// The to-one relationships that no column was found for.
    var openToOnes: [ToOneColumn] {
        let matched = Set(matches.map(\.property.name))
        return entity.toOnes.filter { !matched.contains($0.relationship.name) }
    }
}
