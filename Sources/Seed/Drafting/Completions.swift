import ObjectModel
import StoreFormat

/// Finds inputs that complete the objects of another input, such as a file with the ratings of titles.
///
/// Both inputs have a column of the same name whose cells are distinct, and most cells of one occur in the other.
struct Completions {
    let reference: ReferenceStore

    /// Returns the drafts with the remaining columns matched. Inputs that complete others get only the properties
    /// that these lack.
    func matched(_ drafts: [EntityDraft]) -> [EntityDraft] {
        var result = drafts
        let others = drafts.indices.map { index in
            drafts.indices.first { drafts[index].mayComplete(drafts[$0], reference) }
        }
        for index in drafts.indices where others[index] == nil {
            matchRemaining(&result[index], besides: nil)
        }
        for index in drafts.indices {
            if let other = others[index] { matchRemaining(&result[index], besides: result[other]) }
        }
        for index in drafts.indices { matchList(&result[index], among: drafts) }
        return result
    }

    /// Matches the only list that remains with the only to-many relationship that remains, such as `listed_in` and
    /// `genres`, if no input has its objects.
    private func matchList(_ draft: inout EntityDraft, among drafts: [EntityDraft]) {
        let (matched, taken) = (Set(draft.matches.map(\.property.name)), draft.takenColumns)
        let open = draft.entity.toManys.filter { toMany in
            let family = reference.layout.entity(named: toMany.destinationName)?.familyNumbers ?? []
            return !matched.contains(toMany.relationship.name) && toMany.inverse?.isToMany != false
                && !drafts.contains { $0.fills(family) }
        }
        let survey = draft.survey
        let lists = survey.ownIndices.filter { index in
            !taken.contains(index) && survey.surveys[index].holdsWordLists && survey.elements[index] == nil
        }
        guard open.count == 1, lists.count == 1 else { return }
        draft.add(.init(column: lists[0], property: .toMany(open[0]), score: NameMatch.lowest))
    }

    private func matchRemaining(_ draft: inout EntityDraft, besides other: EntityDraft?) {
        if let other, let key = draft.key(sharedWith: other),
            let match = other.matches.first(where: { $0.column == key.other }),
            case .attribute(let attribute, _) = match.property,
            !draft.matches.contains(where: { $0.column == key.own || $0.property.name == attribute.path })
        {
            draft.add(EntityDraft.match(attribute, key.own, draft.survey, score: match.score))
        }
        draft.matchRemaining(
            values: reference.sourceValues,
            keys: Set(reference.model.uniqueAttributes(ofEntity: draft.entity.name)),
            besides: other.map { Set($0.matches.map(\.property.name)) } ?? [])
    }

    /// Returns the drafts with those that complete others marked and at the end.
    func marked(_ drafts: [EntityDraft]) -> [EntityDraft] {
        var result = drafts
        for index in drafts.indices {
            guard let other = drafts.first(where: { drafts[index].mayComplete($0, reference) }),
                let key = drafts[index].key(sharedWith: other),
                let own = drafts[index].matches.first(where: { $0.column == key.own }),
                own.property.isAttribute,
                other.matches.contains(where: {
                    $0.column == key.other && $0.property.name == own.property.name
                })
            else { continue }
            let names = Set(drafts[index].matches.map(\.property.name))
            guard names.intersection(other.matches.map(\.property.name)) == [own.property.name] else {
                continue
            }
            result[index].sharedNames = [own.property.name]
            result[index].completed = .init(
                source: other.survey.name, missing: key.missing, count: drafts[index].survey.rowCount)
        }
        return result.filter { $0.completed == nil } + result.filter { $0.completed != nil }
    }
}

extension EntityDraft {
    /// The input whose objects another one completes.
    struct Completed {
        let source: String
        /// The number of rows without an object there.
        let missing: Int
        /// The number of all rows.
        let count: Int
    }

    /// Returns whether the rows may complete the objects of another draft: they lack required properties that it
    /// has, and name its objects.
    func mayComplete(_ other: EntityDraft, _ reference: ReferenceStore) -> Bool {
        let missing = missingProperties(reference.sourceValues)
        guard !missing.isEmpty, other.missingProperties(reference.sourceValues).count < missing.count else {
            return false
        }
        return key(sharedWith: other) != nil
    }

    /// Returns the columns by which the rows name the objects of another draft, and the number of rows that name
    /// none. The result is nil if there are no such columns, or the rows have no other property.
    func key(sharedWith other: EntityDraft) -> (own: Int, other: Int, missing: Int)? {
        guard other.survey !== survey, other.entity.number == entity.number, !sharesRows, !other.sharesRows,
            survey.nesting == nil, other.survey.nesting == nil, !survey.isCut, !other.survey.isCut,
            !Set(matches.map(\.property.name)).subtracting(other.matches.map(\.property.name)).isEmpty
        else { return nil }
        for index in survey.ownIndices where survey.isKey(index) {
            let name = survey.columns[index]
            let column = survey.surveys[index]
            // Numbers from 1 occur in many files.
            let isNumbered = column.texts < column.count
            guard !isNumbered || !NameMatch.keyNames.contains(NameMatch.words(name).joined()),
                let place = other.survey.ownIndices.first(where: { other.survey.columns[$0] == name }),
                other.survey.isKey(place)
            else { continue }
            let cells = survey.cells(ofColumn: index)
            let missing = cells.count(missingIn: [other.survey.cells(ofColumn: place)])
            if missing * 2 <= cells.count { return (index, place, missing) }
        }
        return nil
    }
}
