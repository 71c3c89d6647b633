import ObjectModel
import Seeding
import StoreFormat

/// An input whose rows link two objects each and hold nothing else.
struct JunctionDraft {
    let survey: SourceSurvey
    let entity: EntityLayout
    let relationship: ToManyStorage
    let source: Int
    let target: Int
    let order: Int?
    /// The columns that a link has no place for.
    private(set) var leftOut: [String] = []
    /// The columns that another input also has for the same objects.
    private(set) var sharedColumns: Set<Int> = []

    static let stampWords: Set<String> = [
        "update", "updated", "create", "created", "modified", "timestamp", "changed", "added", "inserted",
    ]

    static let orderWords: Set<String> = [
        "order", "position", "pos", "sort", "rank", "seq", "sequence", "idx", "index", "ordinal",
    ]

    /// Creates a junction from a survey, or returns nil if its rows are objects.
    ///
    /// - Parameters:
    ///   - own: the draft that takes the rows as objects.
    ///   - drafts: the loads of the other inputs.
    init?(_ survey: SourceSurvey, own: EntityDraft?, drafts: [EntityDraft]) {
        let others = drafts.filter { $0.survey !== survey }
        let name = survey.table?.name ?? survey.name
        if let own, NameMatch.entityScore(name, own.entity.name) >= NameMatch.sure {
            // `pokemon_types` may link to the entity PokemonType, whose objects are in `types`.
            let isElsewhere = others.contains { $0.entity.number == own.entity.number }
            guard isElsewhere, !own.matches.contains(where: \.property.isAttribute) else { return nil }
        }
        var (ends, order, extra) = Self.columns(of: survey)
        if ends.count > 2 {
            // A primary key of two columns that refer to other tables, with an order or other columns
            // besides.
            let key = survey.table?.primaryKey ?? []
            let pair = ends.filter { key.contains(survey.columns[$0].lowercased()) }
            guard key.count == 2, pair.count == 2, own.map({ !Self.leadsToBoth($0, pair, others) }) ?? true
            else { return nil }
            extra += ends.filter { !pair.contains($0) }
            ends = pair
            if order == nil, let counting = extra.first(where: { Self.mayCount($0, in: survey) }) {
                order = counting
                extra.removeAll { $0 == counting }
            }
        }
        guard ends.count == 2 else { return nil }
        let both = [(ends[0], ends[1]), (ends[1], ends[0])].compactMap {
            source, target -> (source: Int, target: Int, from: EntityLayout, relationship: ToManyStorage)? in
            guard let from = Self.draft(source, of: survey, among: others)?.entity,
                extra.isEmpty || Self.draft(target, of: survey, among: others) != nil,
                let relationship = Self.relationship(
                    of: from, target, survey, Self.draft(target, of: survey, among: others), others)
            else { return nil }
            return (source, target, from, relationship)
        }
        // The side whose relationship is ordered, if a column has the order.
        let ordered = order == nil ? nil : both.first { $0.relationship.isOrdered }
        guard let way = ordered ?? both.first else { return nil }
        self.survey = survey
        entity = way.from
        (relationship, source, target) = (way.relationship, way.source, way.target)
        self.order = relationship.isOrdered ? order : nil
        let unused = relationship.isOrdered ? extra : extra + (order.map { [$0] } ?? [])
        leftOut = unused.sorted().map { survey.columns[$0] }
    }

    /// Returns the columns that may refer to objects, a column that numbers the rows, and the columns with
    /// the time of a change.
    private static func columns(of survey: SourceSurvey) -> (ends: [Int], order: Int?, extra: [Int]) {
        var (ends, order, extra): ([Int], Int?, [Int]) = ([], nil, [])
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated() {
            let words = NameMatch.words(column)
            let isReference = survey.table?.references[column.lowercased()] != nil
            if !isReference, order == nil, let last = words.last, orderWords.contains(last) || last == "slot"
            {
                order = index
            } else if !isReference, words.contains(where: stampWords.contains),
                NameMatch.referred(by: words) == nil
            {
                extra.append(index)
            } else if !isReference, survey.isKey(index),
                ["id", "pk", "rowid", "z_pk"].contains(words.joined(separator: "_"))
            {
                continue
            } else {
                ends.append(index)
            }
        }
        return (ends, order, extra)
    }

    /// Returns whether the entity of the rows has a to-one relationship to the entity of each of these
    /// columns.
    private static func leadsToBoth(_ own: EntityDraft, _ ends: [Int], _ others: [EntityDraft]) -> Bool {
        ends.allSatisfy { end in
            guard let draft = draft(end, of: own.survey, among: others) else { return false }
            return own.entity.toOnes.contains { $0.destinationName == draft.entity.name }
        }
    }

    /// Returns whether a column with a name such as `line_no` holds whole numbers.
    private static func mayCount(_ index: Int, in survey: SourceSurvey) -> Bool {
        let column = survey.surveys[index]
        let last = NameMatch.words(survey.columns[index]).last ?? ""
        return ["nr", "no", "num", "number"].contains(last) && column.count > 0
            && column.numbers.forms[0].fits == column.count
    }

    /// Creates a junction from records that only refer to those of another input, such as the `tracks` of a
    /// playlist, each with the `id` of a track. It returns nil for other records.
    ///
    /// - Parameters:
    ///   - own: the draft that takes the records as objects.
    ///   - nesting: the records that enclose them.
    init?(
        _ own: EntityDraft, within nesting: NestingDraft, drafts: [EntityDraft],
        in reference: ReferenceStore, besides taken: Set<String>
    ) {
        let survey = own.survey
        let ends = survey.ownIndices.filter { index in
            let last = NameMatch.words(survey.columns[index]).last
            return !(last.map(Self.orderWords.contains) ?? false)
        }
        // The other input also has all columns of these records.
        let target = ends.first { index in
            let cells = survey.cells(ofColumn: index)
            return drafts.contains { other in
                guard other.survey !== survey, other.entity.number == own.entity.number,
                    other.survey.ownCount > survey.ownCount, cells.count > 0,
                    ends.allSatisfy({ end in
                        other.survey.columns.prefix(other.survey.ownCount).contains(survey.columns[end])
                    }),
                    let key = other.survey.columns.firstIndex(of: survey.columns[index]),
                    other.survey.isKey(key)
                else { return false }
                return cells.count(missingIn: [other.survey.cells(ofColumn: key)]) == 0
            }
        }
        guard let target, let source = nesting.column(in: reference),
            let relationship = nesting.relationship(to: own.entity, in: reference, besides: taken)
        else { return nil }
        self.survey = survey
        entity = nesting.entity
        self.relationship = relationship
        self.source = source
        self.target = target
        order = nil
        sharedColumns = Set(ends.filter { $0 != target })
    }

    /// Returns whether other inputs have the objects of both ends.
    func hasBothObjects(among drafts: [EntityDraft]) -> Bool {
        [source, target].allSatisfy { Self.draft($0, of: survey, among: drafts) != nil }
    }

    /// Returns the load whose objects a column refers to, by a foreign key of the database or by the column's
    /// name.
    static func draft(
        _ index: Int, of survey: SourceSurvey, among drafts: [EntityDraft]
    ) -> EntityDraft? {
        let column = survey.columns[index]
        if let declared = survey.table?.references[column.lowercased()] {
            return drafts.first {
                $0.survey.table?.name.lowercased() == declared.table.lowercased()
            }
        }
        let name = NameMatch.referred(by: column) ?? column
        // If several inputs have the same entity, the one with this name.
        return drafts.first { NameMatch.score(name, $0.survey.name) >= NameMatch.sure }
            ?? drafts.first { NameMatch.entityScore(name, $0.entity.name) >= NameMatch.sure }
    }

    /// Returns the to-many relationship from one end to the other.
    private static func relationship(
        of entity: EntityLayout, _ target: Int, _ survey: SourceSurvey, _ draft: EntityDraft?,
        _ drafts: [EntityDraft]
    ) -> ToManyStorage? {
        let column = survey.columns[target]
        let name = NameMatch.referred(by: column) ?? column
        func score(_ storage: ToManyStorage) -> Int {
            max(
                NameMatch.score(name, storage.relationship.name),
                NameMatch.score(survey.name, storage.relationship.name))
        }
        let fitting = entity.toManys.filter { storage in
            guard let draft else { return score(storage) >= NameMatch.sure }
            return storage.destinationName == draft.entity.name
                || draft.entity.rootName == storage.destinationName
        }
        // A junction belongs to a join table. The inverse of a to-one relationship needs only a column.
        let joins = fitting.filter { if case .joinTable = $0.storage { true } else { false } }
        let candidates = joins.isEmpty ? fitting : joins
        return candidates.enumerated().max { one, other in
            let (a, b) = (score(one.element), score(other.element))
            return a != b ? a < b : one.offset > other.offset
        }?.element
    }

    /// Returns the entry of `links:`.
    func lines(_ links: inout LinkDrafts) -> [DraftLine] {
        let ends = [("source", source, entity.name), ("target", target, relationship.destinationName)]
            .map { key, column, name in
                (
                    key, column,
                    links.target(
                        ofColumn: column, in: survey, relationship: "", destination: name)
                )
            }
        let path = "\(entity.name).\(relationship.relationship.name)"
        let subject = DraftLine.Subject(
            entity: entity.name, property: relationship.relationship.name)
        guard ends.allSatisfy({ $0.2.text != nil }) else {
            let doubts = ends.flatMap { $0.2.doubts }.joined(separator: "; ")
            return [DraftLine(text: "  ", doubts: ["does `\(survey.name)` hold \(path)? \(doubts)"])]
        }
        var lines = [
            DraftLine(
                text: "  - from: \(YAMLText.scalar(survey.name))",
                notes: leftOut.isEmpty
                    ? [] : ["left out: " + leftOut.map { "`\($0)`" }.joined(separator: ", ")],
                subject: subject),
            DraftLine(text: "    relationship: \(YAMLText.scalar(path))"),
        ]
        for (key, column, target) in ends {
            let text = "\(target.text ?? ""), column: \(YAMLText.scalar(survey.columns[column]))"
            lines.append(
                DraftLine(
                    text: "    \(key): { \(text) }",
                    doubts: target.doubts, notes: target.notes, subject: subject,
                    isExplained: target.stops))
        }
        if let order {
            lines.append(DraftLine(text: "    order: \(YAMLText.scalar(survey.columns[order]))"))
        }
        return lines
    }
}

extension ToManyStorage {
    /// Whether the objects have an order.
    var isOrdered: Bool {
        switch storage {
        case .inverseToOne(_, _, let order): order != nil
        case .column: false
        case .joinTable(_, _, _, let order): order != nil
        }
    }
}
