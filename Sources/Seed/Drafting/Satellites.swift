import ObjectModel
import StoreFormat

/// Finds objects that several rows of an input share, such as the countries of a table of observations, each
/// with its continent.
///
/// A column identifies them, no input has rows of their own, and further columns have the same values in all
/// their rows.
struct Satellites {
    let reference: ReferenceStore
    let drafts: [EntityDraft]
    private let names = KnownNames()

    init(_ reference: ReferenceStore, _ drafts: [EntityDraft]) {
        (self.reference, self.drafts) = (reference, drafts)
    }

    /// Returns the drafts with a load for each such entity.
    func added() -> [EntityDraft] {
        var result = drafts
        for draft in drafts where draft.survey.rowCount > 0 {
            for match in draft.matches {
                guard case .toOne(let toOne) = match.property,
                    let entity = reference.layout.entity(named: toOne.destinationName), !entity.isAbstract,
                    !result.contains(where: { entity.familyNumbers.contains($0.entity.number) }),
                    let satellite = satellite(of: draft, at: match, entity, besides: result)
                else { continue }
                result.append(satellite)
            }
        }
        return result
    }

    private func satellite(
        of draft: EntityDraft, at match: EntityDraft.Match, _ entity: EntityLayout,
        besides others: [EntityDraft]
    ) -> EntityDraft? {
        let survey = draft.survey
        guard !survey.isAround(match.column), survey.surveys[match.column].filled == survey.rowCount else {
            return nil
        }
        let free = draft.freeColumns(besides: others)
        guard let key = keyAttribute(of: entity, match, survey), !free.isEmpty else { return nil }
        let properties = Proposals(
            entity, survey, arrays: [], keys: [], names, besides: [:],
            only: free, siblingsOf: match.property.name
        ).all.filter { $0.property.name != key.path && $0.score >= NameMatch.named }
        let found = Assignment(properties).chosen.filter { proposal in
            if case .toMany = proposal.property { return false }
            if case .attribute(_, let guess) = proposal.property, guess.unreadable > 0 { return false }
            return true
        }
        let constraint = reference.model.constraints(ofEntity: entity.name).first { names in
            names.contains(key.path)
                && names.allSatisfy { name in name == key.path || found.contains { $0.property.name == name }
                }
        }
        let shared = constraint ?? [key.path]
        let keys = [match.column] + found.filter { shared.contains($0.property.name) }.map(\.column)
        // A load of its own is only needed if a further column fills a relationship.
        let more = found.filter {
            !shared.contains($0.property.name) && survey.areDetermined([$0.column], by: keys)
        }
        guard more.contains(where: { !$0.property.isAttribute }) else { return nil }
        let missing = entity.requiredProperties(reference.sourceValues).filter { name in
            name != key.path && !found.contains { $0.property.name == name }
        }
        guard missing.isEmpty else { return nil }
        let first = Proposal(
            column: match.column, property: Self.property(key, match.column, survey), score: NameMatch.sure,
            reasons: [])
        let own = found.filter { shared.contains($0.property.name) }
        return EntityDraft(entity, survey, matches: ([first] + own + more).map(\.match), shared: shared)
    }

    /// Returns the attribute by which a column identifies objects of an entity.
    private func keyAttribute(
        of entity: EntityLayout, _ match: EntityDraft.Match, _ survey: SourceSurvey
    ) -> AttributeColumn? {
        let links = LinkDrafts(reference: reference, drafts: [])
        guard
            let path = links.namingAttribute(
                of: entity, column: survey.columns[match.column], relationship: match.property.name)
        else { return nil }
        return entity.attribute(path)
    }

    private static func property(
        _ attribute: AttributeColumn, _ column: Int, _ survey: SourceSurvey
    ) -> EntityDraft.Property {
        .attribute(
            attribute,
            ValueGuess(
                attribute.attribute, path: attribute.path, survey.surveys[column], rowCount: survey.rowCount))
    }
}

/// Finds several inputs with the same objects of one entity, each with other values of them.
enum SharedSources {
    /// Returns the drafts, with the common attribute set in those that share objects, and the unique one in those with
    /// several rows of an object.
    static func merged(_ drafts: [EntityDraft], in reference: ReferenceStore) -> [EntityDraft] {
        var result = drafts
        for index in drafts.indices {
            let unique = reference.model.constraints(ofEntity: drafts[index].entity.name)
            if let name = repeatedKey(drafts[index], unique) { result[index].sharedNames = [name] }
        }
        let groups = Dictionary(
            grouping: drafts.indices.filter {
                drafts[$0].survey.nesting == nil && drafts[$0].completed == nil
            }
        ) {
            drafts[$0].entity.number
        }
        for group in groups.values where group.count > 1 {
            guard let name = commonKey(group.map { drafts[$0] }) else { continue }
            for index in group { result[index].sharedNames = [name] }
        }
        return result
    }

    /// Returns the unique attribute of objects that have several rows with the same values, as in a table with a row for
    /// each inspection of a restaurant.
    private static func repeatedKey(_ draft: EntityDraft, _ constraints: [[String]]) -> String? {
        guard draft.survey.nesting == nil, draft.completed == nil, !draft.sharesRows,
            draft.sharedNames.isEmpty
        else { return nil }
        for constraint in constraints where constraint.count == 1 {
            guard let key = draft.matches.first(where: { $0.property.name == constraint[0] }),
                draft.survey.surveys[key.column].filled == draft.survey.rowCount,
                !draft.survey.cells(ofColumn: key.column).isDistinct
            else { continue }
            let others = draft.matches.filter { $0.column != key.column }
            if others.count > 1, draft.survey.areDetermined(others.map(\.column), by: [key.column]) {
                return constraint[0]
            }
        }
        return nil
    }

    /// Returns the attribute whose values are unique in each input and mostly the same in all of them. They
    /// may have no other property in common, because merging keeps only one of two values.
    private static func commonKey(_ drafts: [EntityDraft]) -> String? {
        guard let first = drafts.first, !drafts.contains(where: { $0.isSatellite || !$0.sharedNames.isEmpty })
        else {
            return nil
        }
        let names = drafts.map { Set($0.matches.map(\.property.name)) }
        let common = names.dropFirst().reduce(names[0]) { $0.intersection($1) }
        guard common.count == 1, let name = common.first,
            Set(names.flatMap(\.self)).count > names.map(\.count).max() ?? 0
        else { return nil }
        let cells = drafts.compactMap { draft -> CellSet? in
            guard let match = draft.matches.first(where: { $0.property.name == name }),
                match.property.isAttribute,
                draft.survey.isKey(match.column)
            else { return nil }
            return draft.survey.cells(ofColumn: match.column)
        }
        guard cells.count == drafts.count, !first.survey.isCut else { return nil }
        let isSame = cells.allSatisfy { own in
            own.count(missingIn: [cells[0]]) * 2 <= own.count
                && cells[0].count(missingIn: [own]) * 2 <= cells[0].count
        }
        return isSame ? name : nil
    }
}
