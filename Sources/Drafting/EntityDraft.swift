import Sources
import ObjectModel
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
    /// Columns whose cells are a list together, `tag1`, `tag2`, by the first of them.
    private(set) var lists: [Int: ColumnList] = [:]
    /// Columns that name objects together with others.
    var joinedColumns: Set<Int> = []
    /// The columns of relationships for which no objects were found.
    var lostColumns: Set<Int> = []
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

        /// The entity whose objects it names.
        var destinationName: String? {
            switch self {
            case .attribute: nil
            case .toOne(let toOne): toOne.destinationName
            case .toMany(let toMany): toMany.destinationName
            }
        }

        var isAttribute: Bool { if case .attribute = self { true } else { false } }
    }

    /// Matches the columns of a source with the properties of an entity: the best pairs first, each
    /// column and each property once.
    ///
    /// - Parameters:
    ///   - lists: the attributes that are arrays of SwiftData's.
    ///   - names: those that were taken apart already.
    init(
        _ entity: EntityLayout, _ survey: SourceSurvey, lists arrays: Set<String> = [],
        names known: KnownNames
    ) {
        self.entity = entity
        self.survey = survey
        // A column that refers to one object each is no list, whatever its name: `ReportsTo` does
        // not hold an employee's `reports`.
        func isSingle(
            _ property: Property, _ index: Int, _ survey: SourceSurvey, _ score: Int
        ) -> Bool {
            switch property {
            case .toMany: break
            case .attribute(let attribute, _)
            where attribute.attribute.holdsArray || arrays.contains(attribute.path):
                break
            default: return false
            }
            if survey.table?.references[survey.columns[index].lowercased()] != nil { return true }
            return score < NameMatch.sure && !survey.hasLists(index)
        }
        var candidates: [Match] = []
        let numbered = Self.numbered(survey)
        let properties = Self.propertyNames(of: entity).map {
            (text: $0.text, name: known[$0.text], isAttribute: $0.isAttribute)
        }
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated() {
            // `<tags/>` beside `<tags><tag>sea</tag></tags>`: an element that holds others has no text.
            let isShell =
                survey.surveys[index].filled == 0 && survey.columns.contains { $0.hasPrefix(column + "/") }
            guard !isShell else { continue }
            let forms = ColumnForms(column, entity: entity.name, known)
            if let list = numbered.first(where: { $0.columns.first == index }),
                let toMany = entity.toManys.first(where: {
                    NameMatch.score(list.stem, $0.relationship.name) >= NameMatch.sure
                })
            {
                candidates.append(Match(column: index, property: .toMany(toMany), score: NameMatch.sure))
                lists[index] = ColumnList(list.columns, of: survey)
                continue
            }
            for name in properties {
                var score = forms.score(name.name, isAttribute: name.isAttribute)
                guard score >= NameMatch.lowest,
                    let property = Self.property(name.text, of: entity, survey, index, arrays),
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
        var columns = Set(lists.values.flatMap { $0.columns.dropFirst() })
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
        matches = Self.withNames(matches, of: entity, survey)
        if let (match, list) = Self.ticks(of: entity, survey, besides: matches, arrays) {
            matches.append(match)
            lists[match.column] = list
        }
        let name = NameMatch.entityScore(survey.table?.name ?? survey.name, entity.name)
        let isNamed = name >= NameMatch.sure
        if isNamed { matches += Self.onlyText(of: entity, survey, besides: matches) }
        self.matches = matches.sorted { $0.column < $1.column }
        // A file named like an entity holds its objects, whatever else its columns would fit.
        let start = isNamed ? name * 100 : matches.isEmpty ? 0 : name * 2
        fitness = matches.reduce(start) { $0 + $1.score - 50 }
    }

    /// Takes a column for a relationship, in place of what it was taken for before.
    mutating func add(_ match: Match) {
        matches.removeAll { $0.column == match.column || $0.property.name == match.property.name }
        matches.append(match)
        matches.sort { $0.column < $1.column }
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
                attribute,
                ValueGuess(
                    attribute.attribute, path: attribute.path, survey.surveys[index],
                    rowCount: survey.rowCount))
        }
        if let attribute = entity.attribute(name) {
            return .attribute(
                attribute,
                ValueGuess(
                    attribute.attribute, path: attribute.path, survey.surveys[index],
                    rowCount: survey.rowCount,
                    isList: lists.contains(name),
                    isReferenceDate: survey.referenceDates.contains(survey.columns[index]),
                    isDayFirst: survey.isDayFirst, hasDecimalComma: survey.hasDecimalComma))
        }
        return entity.toOne(name).map { .toOne($0) } ?? entity.toMany(name).map { .toMany($0) }
    }

    private static let placeWords: Set<String> = [
        "nr", "no", "num", "number", "step", "sortorder", "reihenfolge", "rang", "schritt", "ordre", "étape",
        "orden", "paso", "ordine", "ordem", "passo", "volgorde", "volgnummer", "ordning", "rækkefølge",
        "rekkefølge", "järjestys", "kolejność", "lp", "pořadí", "poradie", "sorrend", "sorszám", "sıra",
        "номер",
        "порядок", "順番", "順序", "番号", "序号", "顺序", "순서", "번호",
    ]

    /// The column that numbers the records, by its name and cells.
    var orderColumn: Int? {
        survey.ownIndices.first { index in
            let column = survey.columns[index]
            let last = NameMatch.words(column).last ?? ""
            let isNamed =
                JunctionDraft.orderWords.contains(last) || Self.placeWords.contains(last)
                || ["#", "№", "nº", "n°"].contains(column.trimmed.lowercased())
            let numbers = survey.surveys[index].numbers.forms[0]
            let isOther = matches.contains { $0.column == index && !$0.property.isAttribute }
            return isNamed && !isOther && survey.surveys[index].count > 0
                && numbers.fits == survey.surveys[index].count
        }
    }

    /// The columns and what became of them, without relationships whose objects were not found.
    var found: [Match] { matches.filter { !lostColumns.contains($0.column) } }

    /// The columns that nothing was found for.
    var unmatchedColumns: [String] {
        let matched = joinedColumns.union(matches.map(\.column)).union(lists.values.flatMap(\.columns))
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
