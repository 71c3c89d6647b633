import Inputs
import ObjectModel
import StoreFormat

/// A load of one entity from one input, inferred from names and cells.
struct EntityDraft {
    let entity: EntityLayout
    let survey: SourceSurvey
    /// The score of the input for the entity. The entity with the highest fitness is chosen.
    let fitness: Int
    private(set) var matches: [Match]
    /// The column that other inputs refer to.
    var keyColumn: String?
    /// The attributes that identify an object that several records share, such as the tags of recipes.
    var sharedNames: [String] = []
    /// Whether the rows are objects of another entity, and several of them share one of these objects.
    private(set) var isSatellite = false
    /// Whether the rows are objects of another entity, and each has one of these objects as its partner.
    private(set) var isPartner = false
    /// Columns whose cells form one list, such as `tag1` and `tag2`, by the first of these columns.
    private(set) var lists: [Int: ColumnList] = [:]
    /// Columns that identify an object together with other columns.
    var joinedColumns: Set<Int> = []
    /// The columns of relationships whose objects were not found.
    var lostColumns: Set<Int> = []
    /// The column that names the subentities of the rows, for a load with `discriminator:`.
    var kinds: KindColumn?
    /// The input whose objects the rows complete, or nil if they are objects of their own.
    var completed: Completed?
    /// The doubts about the load as a whole.
    var doubts: [String] = []

    /// A column and the property that it fills.
    struct Match {
        let column: Int
        let property: Property
        let score: Int
    }

    /// A property that a column can fill.
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

        /// The entity that the column's values refer to, or nil for an attribute.
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
    /// The entities that fit the input, best first.
    var rivals: [(entity: String, fitness: Int)] = []

    /// Matches all columns of an input with the properties of an entity in one step.
    ///
    /// - Parameters:
    ///   - arrays: the attributes that are SwiftData arrays.
    ///   - keys: the attributes that identify objects.
    ///   - identifiers: the attributes that identify the objects of to-one relationships, by the relationship's name.
    ///   - known: a cache of names that are already split into words.
    init(
        _ entity: EntityLayout, _ survey: SourceSurvey, lists arrays: Set<String> = [],
        keys: Set<String> = [], identifiers: [String: [String]] = [:],
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
        proposals =
            Proposals(
                entity, survey, arrays: arrays, keys: keys, identifiers: identifiers, known, besides: numbered
            ).all
        var matches = Assignment(proposals).chosen.map(\.match)
        matches = Self.withNames(matches, of: entity, survey)
        matches = Self.withCoordinates(matches, of: entity, survey)
        matches = Self.withRanges(matches, of: entity, survey)
        if let (match, list) = Self.ticks(of: entity, survey, besides: matches, arrays) {
            matches.append(match)
            lists[match.column] = list
        }
        for (match, list) in Self.dateParts(matches, survey) {
            matches.removeAll { list.columns.contains($0.column) }
            matches.append(match)
            lists[match.column] = list
        }
        let table = survey.table?.name ?? survey.name
        let name = NameMatch.entityScore(table, entity.name)
        let isNamed = name >= NameMatch.sure
        self.matches = matches.sorted { $0.column < $1.column }
        // A file with the name of an entity holds its objects, even if its columns fit another entity better.
        // If no column matches, the values of a file `types` may still decide that its rows are of PokemonType.
        let isPart =
            survey.nesting == nil && name >= NameMatch.named
            && NameMatch.words(table).count < NameMatch.words(entity.name).count
        let start = isNamed ? name * 100 : matches.isEmpty ? (isPart ? 1 : 0) : name * 2
        fitness = matches.reduce(start) { $0 + $1.score - 50 }
    }

    /// Creates a draft of the same input for another entity, whose objects several rows share.
    ///
    /// - Parameter shared: the attributes that identify the objects.
    init(_ entity: EntityLayout, _ survey: SourceSurvey, matches: [Match], shared: [String]) {
        self.entity = entity
        self.survey = survey
        self.matches = matches.sorted { $0.column < $1.column }
        fitness = 0
        proposals = []
        sharedNames = shared
        isSatellite = true
    }

    /// Creates a draft of the same rows for another entity, whose objects are the partners of the rows'
    /// objects.
    init(partner entity: EntityLayout, _ survey: SourceSurvey, matches: [Match]) {
        self.init(entity, survey, matches: matches, shared: [])
        isSatellite = false
        isPartner = true
    }

    /// Adds a match, in place of earlier matches of its column and its property.
    mutating func add(_ match: Match) {
        matches.removeAll { $0.column == match.column || $0.property.name == match.property.name }
        matches.append(match)
        matches.sort { $0.column < $1.column }
    }

    /// Removes one side of each one-to-one relationship that both entities fill. A build sets the inverse.
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

    /// The column that numbers the records, judged by its name and cells.
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

    /// The matches, without relationships whose objects were not found.
    var found: [Match] { matches.filter { !lostColumns.contains($0.column) } }

    /// The columns without a match. If one numbered element of a list has a match, the list and all its
    /// elements have one.
    var unmatchedColumns: [String] {
        let taken = takenColumns
        let lists = Set(survey.elements.filter { taken.contains($0.key) }.values)
        return survey.ownIndices.filter { index in
            !taken.contains(index) && !lists.contains(index) && survey.elements[index] == nil
        }.map { survey.columns[$0] }
    }

    /// The columns that have a match, or are part of one with other columns.
    var takenColumns: Set<Int> {
        joinedColumns.union(matches.map(\.column)).union(lists.values.flatMap(\.columns))
            .union(kinds.map { [$0.column] } ?? [])
    }

    /// Returns the columns of the input that none of these drafts uses.
    func freeColumns(besides drafts: [EntityDraft]) -> Set<Int> {
        let taken = drafts.filter { $0.survey === survey }.flatMap(\.takenColumns)
        return Set(survey.ownIndices).subtracting(taken)
    }

    /// Returns whether the rows include objects of a family.
    func fills(_ family: [Int]) -> Bool {
        family.contains(entity.number)
            || kinds?.entities.contains { family.contains($0.entity.number) } == true
    }

    /// Whether the names of several columns show the entity, and those of most columns.
    var fitsWell: Bool {
        let named = matches.count { $0.score >= NameMatch.named }
        return named > 1 && matches.count * 2 >= survey.ownCount
    }

    /// Whether the rows belong to the objects of another draft.
    var sharesRows: Bool { isSatellite || isPartner }

    /// Returns the required properties that no column fills.
    ///
    /// - Parameter values: the default values in source code.
    func missingProperties(_ values: SourceValues) -> [String] {
        guard completed == nil else { return [] }
        let matched = Set(matches.map(\.property.name))
        return entity.requiredProperties(values).filter {
            !matched.contains($0) && kinds?.partialNames.contains($0) != true
        }
    }

    /// The to-one relationships that no column fills.
    var openToOnes: [ToOneColumn] {
        let matched = Set(matches.map(\.property.name))
        return entity.toOnes.filter { !matched.contains($0.relationship.name) }
    }
}
