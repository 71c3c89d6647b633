import ObjectModel
import Seeding
import StoreFormat

/// A source whose rows link two objects each and hold nothing else.
struct JunctionDraft {
    let survey: SourceSurvey
    let entity: EntityLayout
    let relationship: ToManyStorage
    let source: Int
    let target: Int
    let order: Int?

    static let orderWords: Set<String> = [
        "order", "position", "pos", "sort", "rank", "seq", "sequence", "idx", "index", "ordinal",
    ]

    /// Recognises such a source; nil where its rows are objects.
    ///
    /// - Parameters:
    ///   - own: what the rows would be as objects.
    ///   - drafts: the loads of the other sources.
    init?(_ survey: SourceSurvey, own: EntityDraft?, drafts: [EntityDraft]) {
        let others = drafts.filter { $0.survey !== survey }
        if let own, NameMatch.entityScore(survey.name, own.entity.name) >= NameMatch.sure {
            return nil
        }
        var ends: [Int] = []
        var order: Int?
        for (index, column) in survey.columns.prefix(survey.ownCount).enumerated() {
            let words = NameMatch.words(column)
            let isReference = survey.table?.references[column.lowercased()] != nil
            if !isReference, order == nil, let last = words.last, Self.orderWords.contains(last) {
                order = index
            } else if !isReference, survey.isKey(index),
                ["id", "pk", "rowid", "z_pk"].contains(words.joined(separator: "_"))
            {
                continue
            } else {
                ends.append(index)
            }
        }
        guard ends.count == 2 else { return nil }
        for (source, target) in [(ends[0], ends[1]), (ends[1], ends[0])] {
            guard let from = Self.draft(source, of: survey, among: others),
                let relationship = Self.relationship(
                    of: from.entity, target, survey, Self.draft(target, of: survey, among: others),
                    others)
            else { continue }
            self.survey = survey
            entity = from.entity
            self.relationship = relationship
            self.source = source
            self.target = target
            self.order = relationship.isOrdered ? order : nil
            return
        }
        return nil
    }

    /// Recognises records that only name those of another source: `tracks` of a playlist, each with
    /// the `id` of a track.
    ///
    /// - Parameters:
    ///   - own: what the records would be as objects.
    ///   - nesting: what is around them.
    init?(
        _ own: EntityDraft, within nesting: NestingDraft, drafts: [EntityDraft],
        in reference: ReferenceStore
    ) {
        let survey = own.survey
        let ends = survey.ownIndices.filter { index in
            let last = NameMatch.words(survey.columns[index]).last
            return !(last.map(Self.orderWords.contains) ?? false)
        }
        guard ends.count == 1, let target = ends.first else { return nil }
        let cells = survey.cells(ofColumn: target)
        let named = drafts.contains { other in
            guard other.survey !== survey, other.entity.number == own.entity.number,
                let key = other.survey.columns.firstIndex(of: survey.columns[target]),
                key < other.survey.ownCount, other.survey.ownCount > survey.ownCount,
                other.survey.isKey(key)
            else { return false }
            return cells.count(missingIn: [other.survey.cells(ofColumn: key)]) == 0
        }
        guard named, let source = nesting.column(in: reference),
            let relationship = nesting.relationship(to: own.entity, in: reference)
        else { return nil }
        self.survey = survey
        entity = nesting.entity
        self.relationship = relationship
        self.source = source
        self.target = target
        order = nil
    }

    /// The load whose objects a column refers to, as the database or its name says.
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
        return drafts.first { draft in
            NameMatch.entityScore(name, draft.entity.name) >= NameMatch.sure
                || NameMatch.score(name, draft.survey.name) >= NameMatch.sure
        }
    }

    /// The to-many relationship that leads from one end to the other.
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
        // Pairs are kept in tables of their own; where objects have one end only, a column has it.
        let joins = fitting.filter { if case .joinTable = $0.storage { true } else { false } }
        let candidates = joins.isEmpty ? fitting : joins
        return candidates.enumerated().max { one, other in
            let (a, b) = (score(one.element), score(other.element))
            return a != b ? a < b : one.offset > other.offset
        }?.element
    }

    /// The entry of `links:`.
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
            return [
                DraftLine(
                    text: "  ",
                    comment: "unsure: does `\(survey.name)` hold \(path)? \(doubts)")
            ]
        }
        var lines = [
            DraftLine(text: "  - from: \(YAMLText.scalar(survey.name))", subject: subject),
            DraftLine(text: "    relationship: \(YAMLText.scalar(path))"),
        ]
        for (key, column, target) in ends {
            let text = "\(target.text ?? ""), column: \(YAMLText.scalar(survey.columns[column]))"
            lines.append(
                DraftLine(
                    text: "    \(key): { \(text) }",
                    comment: LoadDraft.comment(target.doubts, target.notes), subject: subject,
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
