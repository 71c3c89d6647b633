import Inputs
import ObjectModel
import StoreFormat

/// An input whose records are nested in those of another input of the same file.
struct NestingDraft {
    private let survey: SourceSurvey
    private let parent: EntityDraft
    /// The number of `../` from the records up to the parent.
    private let height: Int
    /// The keys from the parent's records to these records.
    private let names: [String]
    /// The names of the other lists of the parent.
    private let siblings: Set<String>

    /// Finds the nearest input that encloses a survey's records, or returns nil if there is none.
    init?(_ survey: SourceSurvey, among drafts: [EntityDraft]) {
        guard let nesting = survey.nesting else { return nil }
        let around = drafts.filter { draft in
            guard let other = draft.survey.nesting, other.path == nesting.path else { return false }
            return other.records.count < nesting.records.count
                && nesting.records.starts(with: other.records)
        }
        let nearest = around.max { one, other in
            one.survey.nesting?.records.count ?? 0 < other.survey.nesting?.records.count ?? 0
        }
        guard let nearest, let outer = nearest.survey.nesting?.records.count else { return nil }
        self.survey = survey
        parent = nearest
        height = nesting.records.count - outer
        names = Array(nesting.records.dropFirst(outer))
        siblings = Set(
            nearest.survey.draft.nested.map(\.name) + nearest.survey.draft.valueLists.compactMap(\.last))
    }

    /// Returns the fitness that the path to the records adds for an entity. For example, `steps` of a recipe
    /// holds the destination of Recipe's relationship `steps`.
    func fitness(of entity: EntityLayout, in reference: ReferenceStore) -> Int {
        // The relationships that other lists of the parent do not name.
        let others = siblings.subtracting(names)
        let leading = relationships(to: entity, in: reference).filter { toMany in
            !others.contains { NameMatch.score($0, toMany.relationship.name) >= NameMatch.sure }
        }
        let best = leading.map { score(of: $0.relationship.name) }.max() ?? 0
        return best >= NameMatch.sure ? 200 : leading.isEmpty ? 0 : 20
    }

    /// The path to the enclosing records.
    var path: String { parent.survey.nesting?.records.joined(separator: ".") ?? "" }

    /// The entity of the enclosing records.
    var entity: EntityLayout { parent.entity }

    /// Returns the relationship from the enclosing records to an entity.
    ///
    /// - Parameter taken: the relationships that other lists of the same objects fill.
    func relationship(
        to entity: EntityLayout, in reference: ReferenceStore, besides taken: Set<String> = []
    ) -> ToManyStorage? {
        relationships(to: entity, in: reference).filter { !taken.contains($0.relationship.name) }
            .max { score(of: $0.relationship.name) < score(of: $1.relationship.name) }
    }

    private func relationships(to entity: EntityLayout, in reference: ReferenceStore) -> [ToManyStorage] {
        parent.entity.toManys.filter { toMany in
            reference.layout.entity(named: toMany.destinationName)?.familyNumbers
                .contains(entity.number) ?? false
        }
    }

    /// Returns the best score of a relationship to an entity.
    func bestScore(to entity: EntityLayout, in reference: ReferenceStore) -> Int {
        relationships(to: entity, in: reference).map { score(of: $0.relationship.name) }.max() ?? 0
    }

    /// Returns how well the keys of the path match the name of a relationship.
    private func score(of name: String) -> Int {
        names.map { part in
            max(NameMatch.score(part, name), NameMatch.placeScore(part, name, among: siblings))
        }.max() ?? 0
    }

    /// Adds the relationship to the parent, unless a column of the record fills it. Adds a doubt if there is
    /// no such relationship, or no column that identifies the parents.
    ///
    /// - Parameter taken: the relationships that other lists of the same parents fill.
    /// - Returns: the name of the relationship, or nil if there is none.
    @discardableResult
    func match(
        _ draft: inout EntityDraft, in reference: ReferenceStore, besides taken: Set<String> = []
    ) -> String? {
        matchPosition(of: &draft)
        let matched = Set(draft.matches.filter { $0.score >= NameMatch.sure }.map(\.property.name))
        let found = property(of: draft, in: reference, besides: taken)
        guard let property = found?.property else {
            if !isLinked(draft, in: reference) {
                draft.doubts.append(
                    "no relationship leads from \(draft.entity.name) to \(parent.entity.name), "
                        + "which is around it")
            }
            return nil
        }
        if let rival = found?.rival {
            draft.doubts.append(
                "is it `\(property.name)` or `\(rival)` that leads to the \(parent.entity.name) around it?")
        }
        guard !matched.contains(property.name) else { return property.name }
        guard let column = column(in: reference) else {
            draft.doubts.append(
                "`\(property.name)` leads to the \(parent.entity.name) around it, "
                    + "but no column has another value for each")
            return property.name
        }
        draft.add(.init(column: column, property: property, score: NameMatch.sure))
        return property.name
    }

    // MARK: Relationships

    /// Returns the relationship to the parent, and a rival that fits as well. If there are several, the
    /// inverse of the best one has the name of the path to the records.
    private func property(
        of draft: EntityDraft, in reference: ReferenceStore, besides taken: Set<String>
    ) -> (property: EntityDraft.Property, rival: String?)? {
        func leadsToParent(_ destination: String) -> Bool {
            reference.layout.entity(named: destination)?.familyNumbers
                .contains(parent.entity.number) ?? false
        }
        var found: [(property: EntityDraft.Property, score: Int)] = []
        for toOne in draft.entity.toOnes where leadsToParent(toOne.destinationName) {
            found.append((.toOne(toOne), score(toOne.relationship.name, toOne.inverse?.name)))
        }
        for toMany in draft.entity.toManys where leadsToParent(toMany.destinationName) {
            found.append(
                (.toMany(toMany), score(toMany.relationship.name, toMany.inverse?.name)))
        }
        // If an entity is nested in itself, the relationship leads up, not down to `children`.
        let upward = found.filter { !($0.property.isToMany && found.contains { !$0.property.isToMany }) }
        let free = upward.filter { !taken.contains($0.property.name) }
        let best = free.enumerated().max { one, other in
            let (a, b) = (one.element.score, other.element.score)
            return a != b ? a < b : one.offset > other.offset
        }?.element
        guard let best else { return nil }
        let rival = upward.first { $0.property.name != best.property.name && $0.score >= best.score }
        return (
            best.property,
            rival?.property.name
                ?? (best.score < NameMatch.sure && upward.count > 1
                    ? upward.first { $0.property.name != best.property.name }?.property.name : nil)
        )
    }

    private func score(_ name: String, _ inverse: String?) -> Int {
        let around = NameMatch.score(parent.survey.name, name)
        return max(inverse.map(score) ?? 0, around - 10)
    }

    /// Returns whether the parent fills its own relationship to the entity, so that a build sets the inverse.
    private func isLinked(_ draft: EntityDraft, in reference: ReferenceStore) -> Bool {
        parent.matches.contains { match in
            guard case .toMany(let toMany) = match.property else { return false }
            return toMany.destinationName == draft.entity.name
        }
    }

    // MARK: Columns

    /// Returns the column of an enclosing record that identifies the parent best.
    func column(in reference: ReferenceStore) -> Int? {
        let unique = LinkDrafts.uniqueAttributes(of: parent.entity, in: reference)
        var best: (column: Int, rank: Int)?
        for index in parent.survey.ownIndices {
            let name = ParentColumn.name(of: parent.survey.columns[index], height: height)
            guard let column = survey.columns.firstIndex(of: name),
                let rank = rank(index, unique), rank < best?.rank ?? .max
            else { continue }
            best = (column, rank)
        }
        let proves = parent.survey.rowCount >= Self.fewestRows ? Self.lastKeyRank : Self.lastNamedRank + 1
        if let best, best.rank < proves { return best.column }
        // The position of the parent, if one array holds all parents.
        let own = parent.survey.columns.firstIndex(of: ParentColumn.position)
        let number = ParentColumn.name(of: ParentColumn.position, height: height)
        if let own, parent.survey.isKey(own), let column = survey.columns.firstIndex(of: number) {
            return column
        }
        return best?.column
    }

    /// The last rank of columns that a name or a constraint makes a key.
    private static let lastNamedRank = 2
    private static let lastKeyRank = 5
    /// The number of rows from which distinct cells alone prove a key. In fewer rows, also a column such as `difficulty`
    /// has a different cell in each row.
    private static let fewestRows = 10

    /// Returns how well a column of the parent identifies it, or nil if it does not. The lowest rank is best.
    private func rank(_ index: Int, _ unique: [String]) -> Int? {
        let match = parent.matches.first { $0.column == index }
        var attribute: AttributeColumn?
        if case .attribute(let found, let guess)? = match?.property, guess.unreadable == 0 {
            attribute = found
        }
        let isUsual = attribute.map { ["name", "title"].contains($0.path.lowercased()) } ?? false
        guard parent.survey.isKey(index) else { return isUsual ? Self.lastKeyRank : nil }
        if LinkDrafts.isOwnKey(parent.survey.columns[index], of: parent) { return 0 }
        if let attribute, unique.contains(attribute.path) { return 1 }
        if isUsual { return 2 }
        return match == nil || attribute?.attribute.type == .string ? 3 : 4
    }

    /// Fills an attribute for positions from the position in the array, if no column fills it.
    private func matchPosition(of draft: inout EntityDraft) {
        let matched = Set(draft.matches.map(\.property.name))
        let open = draft.entity.attributes.filter { attribute in
            let words = NameMatch.words(attribute.path)
            return [.integer16, .integer32, .integer64].contains(attribute.attribute.type)
                && !matched.contains(attribute.path) && !attribute.attribute.isDerived
                && words.last.map(JunctionDraft.orderWords.contains) ?? false
        }
        guard let attribute = open.first, open.count == 1,
            let column = survey.columns.firstIndex(of: ParentColumn.position)
        else { return }
        let guess = ValueGuess(
            attribute.attribute, path: attribute.path, survey.surveys[column], rowCount: survey.rowCount)
        draft.add(
            .init(
                column: column, property: .attribute(attribute, guess), score: NameMatch.lowest))
    }
}

extension EntityDraft {
    /// Records the attribute by which nested records in several parents are the same object.
    mutating func shareNested(in reference: ReferenceStore) {
        guard matches.contains(where: { $0.property.isToMany && survey.isAround($0.column) }) else { return }
        let unique = LinkDrafts.uniqueAttributes(of: entity, in: reference)
        let matched = matches.filter(\.property.isAttribute)
        let match =
            matched.first { unique.contains($0.property.name) }
            ?? matched.first { NameMatch.isName($0.property.name, of: entity.name) }
            ?? matched.first { NameMatch.isName(survey.columns[$0.column], of: entity.name) }
        guard let match, !survey.cells(ofColumn: match.column).isDistinct else { return }
        sharedNames = [match.property.name]
    }
}

extension EntityDraft.Property {
    fileprivate var isToMany: Bool { if case .toMany = self { true } else { false } }
}
