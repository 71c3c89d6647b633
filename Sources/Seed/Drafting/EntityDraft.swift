import ObjectModel
import Inputs
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
    /// The attributes by which several records are one object, as tags of recipes are.
    var sharedNames: [String] = []
    /// Whether the rows are objects of another entity, and these are what several of them share.
    private(set) var isSatellite = false
    /// Whether the rows are objects of another entity, and these are their partners, one for each row.
    private(set) var isPartner = false
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

    /// All proposals, for `--explain` and for answers.
    let proposals: [Proposal]
    /// The other entities that fit the source, the best first.
    var rivals: [(entity: String, fitness: Int)] = []

    /// Matches the columns of a source with the properties of an entity, all at once.
    ///
    /// - Parameters:
    ///   - arrays: the attributes that are arrays of SwiftData's.
    ///   - keys: the attributes that tell objects apart.
    ///   - known: names that were taken apart already.
    init(
        _ entity: EntityLayout, _ survey: SourceSurvey, lists arrays: Set<String> = [],
        keys: Set<String> = [],
        names known: KnownNames
    ) {
        self.entity = entity
        self.survey = survey
        var numbered: [Int: (list: ColumnList, property: Property)] = [:]
        for list in Self.numbered(survey) {
            let toMany = entity.toManys.first {
                NameMatch.score(known[list.stem], known[$0.relationship.name]) >= NameMatch.sure
            }
            let array = entity.attributes.first { attribute in
                (attribute.attribute.holdsArray || arrays.contains(attribute.path))
                    && NameMatch.score(known[list.stem], known[attribute.path]) >= NameMatch.sure
            }
            let property = toMany.map { Property.toMany($0) } ?? array.map { Self.list($0, survey) }
            guard let property else { continue }
            numbered[list.columns[0]] = (ColumnList(list.columns, of: survey), property)
        }
        lists = numbered.mapValues(\.list)
        proposals = Proposals(entity, survey, arrays: arrays, keys: keys, known, besides: numbered).all
        var matches = Assignment(proposals).chosen.map(\.match)
        matches = Self.withNames(matches, of: entity, survey)
        matches = Self.withCoordinates(matches, of: entity, survey)
        matches = Self.withRanges(matches, of: entity, survey)
        if let (match, list) = Self.ticks(of: entity, survey, besides: matches, arrays) {
            matches.append(match)
            lists[match.column] = list
        }
        let name = NameMatch.entityScore(survey.table?.name ?? survey.name, entity.name)
        let isNamed = name >= NameMatch.sure
        self.matches = matches.sorted { $0.column < $1.column }
        // A file named like an entity holds its objects, whatever else its columns would fit.
        let start = isNamed ? name * 100 : matches.isEmpty ? 0 : name * 2
        fitness = matches.reduce(start) { $0 + $1.score - 50 }
    }

    /// A draft of the same source for another entity, whose objects several rows share.
    ///
    /// - Parameter shared: the attributes that tell the objects apart.
    init(_ entity: EntityLayout, _ survey: SourceSurvey, matches: [Match], shared: [String]) {
        self.entity = entity
        self.survey = survey
        self.matches = matches.sorted { $0.column < $1.column }
        fitness = 0
        proposals = []
        sharedNames = shared
        isSatellite = true
    }

    /// A draft of the same rows for another entity, whose objects are the partners of those of the rows.
    init(partner entity: EntityLayout, _ survey: SourceSurvey, matches: [Match]) {
        self.init(entity, survey, matches: matches, shared: [])
        isSatellite = false
        isPartner = true
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

    /// The columns that nothing was found for: a list is found where one of its numbers is, and with it all numbers.
    var unmatchedColumns: [String] {
        let taken = takenColumns
        let lists = Set(survey.elements.filter { taken.contains($0.key) }.values)
        return survey.ownIndices.filter { index in
            !taken.contains(index) && !lists.contains(index) && survey.elements[index] == nil
        }.map { survey.columns[$0] }
    }

    /// The columns that are matched, or taken together with such.
    var takenColumns: Set<Int> {
        joinedColumns.union(matches.map(\.column)).union(lists.values.flatMap(\.columns))
    }

    /// Whether another draft has the rows for its objects.
    var sharesRows: Bool { isSatellite || isPartner }

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
