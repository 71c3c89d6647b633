import ObjectModel
import Sources
import StoreFormat

/// Matches the columns of a source with the properties of an entity: the best pairs first, each column and each
/// property once. What cells hold is looked at only where the names would fit and both are free still: of hundreds
/// of columns with words in common there are very many pairs.
struct NameMatching {
    private(set) var matches: [EntityDraft.Match] = []
    /// The columns and properties that are matched, or taken together with such.
    private(set) var columns: Set<Int> = []
    private(set) var names: Set<String> = []

    private let entity: EntityLayout
    private let survey: SourceSurvey
    private let arrays: Set<String>
    private let known: KnownNames
    /// The pairs by their score.
    private var waiting: [Int: [Pair]] = [:]

    private struct Pair {
        let column: Int
        let name: String
        /// What they are together, once the cells were looked at.
        var match: EntityDraft.Match?
    }

    init(_ entity: EntityLayout, _ survey: SourceSurvey, _ arrays: Set<String>, _ known: KnownNames) {
        self.entity = entity
        self.survey = survey
        self.arrays = arrays
        self.known = known
    }

    /// Adds a pair whose cells need not be looked at.
    mutating func add(_ match: EntityDraft.Match) {
        let pair = Pair(column: match.column, name: match.property.name, match: match)
        waiting[match.score, default: []].append(pair)
    }

    /// Matches all columns.
    ///
    /// - Parameter lists: columns that are one list, by the first of them, which was added.
    mutating func run(besides lists: [Int: ColumnList]) {
        columns = Set(lists.values.flatMap { $0.columns.dropFirst() })
        let properties = Self.propertyNames(of: entity).map {
            (text: $0.text, name: known[$0.text], isAttribute: $0.isAttribute)
        }
        let same = Dictionary(grouping: properties) { $0.name.words }
        let shells = Set(
            survey.columns.flatMap { column in
                column.indices.filter { column[$0] == "/" }.map { column[..<$0] }
            })
        var open: [(index: Int, forms: ColumnForms)] = []
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated() {
            // `<tags/>` beside `<tags><tag>sea</tag></tags>`: an element that holds others has no text.
            let isShell = survey.surveys[index].filled == 0 && shells.contains(column[...])
            guard !isShell, lists[index] == nil else { continue }
            let forms = ColumnForms(
                column, entity: entity.name,
                source: survey.ownCount > 1 ? survey.table?.name ?? survey.name : nil,
                known)
            open.append((index, forms))
            for property in same[forms.words] ?? [] where !forms.words.isEmpty {
                waiting[NameMatch.same, default: []].append(Pair(column: index, name: property.text))
            }
        }
        settle(NameMatch.same)
        for (index, forms) in open where !columns.contains(index) {
            for property in properties where !names.contains(property.text) {
                let score = forms.score(property.name, isAttribute: property.isAttribute)
                guard score >= NameMatch.lowest, score < NameMatch.same else { continue }
                waiting[score, default: []].append(Pair(column: index, name: property.text))
            }
        }
        for score in stride(from: NameMatch.same - 1, through: NameMatch.lowest, by: -1) { settle(score) }
    }

    /// Takes the pairs of a score of which both sides are free still.
    private mutating func settle(_ score: Int) {
        let pairs = (waiting.removeValue(forKey: score) ?? []).sorted {
            $0.column != $1.column ? $0.column < $1.column : $0.name < $1.name
        }
        for pair in pairs where !columns.contains(pair.column) && !names.contains(pair.name) {
            guard let match = pair.match ?? looked(at: pair, score) else { continue }
            guard match.score == score else {
                add(match)
                continue
            }
            columns.insert(match.column)
            names.insert(match.property.name)
            matches.append(match)
        }
    }

    /// What a pair is by its cells; nil where they say that it is none.
    private func looked(at pair: Pair, _ score: Int) -> EntityDraft.Match? {
        guard let property = property(pair.name, pair.column), !isSingle(property, pair.column, score) else {
            return nil
        }
        var score = score
        if case .attribute(_, let guess) = property, guess.unreadable > 0 {
            // A column of which nothing can be read is another one, unless its name says
            // that it is this one.
            let isNamed = score >= NameMatch.named
            if guess.unreadable == guess.count, !isNamed { return nil }
            score -= 20
            if isNamed { score = max(score, NameMatch.lowest) }
        }
        guard score >= NameMatch.lowest else { return nil }
        return EntityDraft.Match(column: pair.column, property: property, score: score)
    }

    /// A column that refers to one object each is no list, whatever its name: `ReportsTo` does
    /// not hold an employee's `reports`.
    private func isSingle(_ property: EntityDraft.Property, _ index: Int, _ score: Int) -> Bool {
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

    private static func propertyNames(of entity: EntityLayout) -> [(text: String, isAttribute: Bool)] {
        let enumerations = entity.composites.filter { $0.plainCases != nil }
        let cases = Set(enumerations.flatMap(\.columns).map(\.path))
        return entity.attributes.filter { !$0.attribute.isDerived && !cases.contains($0.path) }
            .map { ($0.path, true) }
            + entity.composites.filter { entity.attribute($0.path) == nil }.map { ($0.path, true) }
            + entity.toOnes.map { ($0.relationship.name, false) }
            + entity.toManys.map { ($0.relationship.name, false) }
    }

    /// What a column may fill, its cells looked at.
    private func property(_ name: String, _ index: Int) -> EntityDraft.Property? {
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
                    isList: arrays.contains(name),
                    isReferenceDate: survey.referenceDates.contains(survey.columns[index]),
                    isDayFirst: survey.isDayFirst, hasDecimalComma: survey.hasDecimalComma))
        }
        return entity.toOne(name).map { .toOne($0) } ?? entity.toMany(name).map { .toMany($0) }
    }
}
