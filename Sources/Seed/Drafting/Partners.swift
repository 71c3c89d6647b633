import ObjectModel
import StoreFormat

/// Finds objects that share a row with those of another entity, such as `FailedBankDetails` and
/// `FailedBankInfo`.
///
/// A one-to-one relationship refers to them, no input has rows of their own, and the remaining columns of the
/// row fit their properties.
struct Partners {
    let reference: ReferenceStore
    let drafts: [EntityDraft]
    private let names = KnownNames()

    init(_ reference: ReferenceStore, _ drafts: [EntityDraft]) {
        (self.reference, self.drafts) = (reference, drafts)
    }

    /// Returns the drafts with a load for each such entity, and for partners of partners.
    func added() -> [EntityDraft] {
        var result = drafts
        var place = 0
        while place < result.count {
            for toOne in result[place].openToOnes {
                guard let inverse = toOne.inverse, !inverse.isToMany, !result[place].isSatellite,
                    let entity = reference.layout.entity(named: toOne.destinationName), !entity.isAbstract,
                    let back = entity.toOne(inverse.name),
                    !result.contains(where: { entity.familyNumbers.contains($0.entity.number) })
                else { continue }
                let free = result[place].freeColumns(besides: result)
                guard !free.isEmpty else { continue }
                guard let key = result[place].rowKey else {
                    result[place].doubts.append(
                        "no column has unique values, so these objects cannot be linked to \(entity.name)")
                    continue
                }
                if let partner = partner(of: result[place], entity, by: back, key, free) {
                    result.append(partner)
                }
            }
            place += 1
        }
        return result
    }

    private func partner(
        of draft: EntityDraft, _ entity: EntityLayout, by back: ToOneColumn, _ key: Int, _ free: Set<Int>
    ) -> EntityDraft? {
        let proposals = Proposals(
            entity, draft.survey, arrays: [], keys: [], names, besides: [:], only: free
        ).all.filter { proposal in
            guard case .attribute(_, let guess) = proposal.property else { return false }
            return guess.unreadable == 0
        }
        let found = Assignment(proposals).chosen.map(\.match)
        let filled = Set(found.map(\.property.name) + [back.relationship.name])
        guard !found.isEmpty,
            entity.requiredProperties(reference.sourceValues).allSatisfy(filled.contains)
        else { return nil }
        let link = EntityDraft.Match(column: key, property: .toOne(back), score: NameMatch.sure)
        return EntityDraft(partner: entity, draft.survey, matches: found + [link])
    }
}

extension EntityDraft {
    /// The column by which another load of the same rows finds their objects: the key, or else any column
    /// with unique values.
    fileprivate var rowKey: Int? {
        let keys = survey.ownIndices.filter(survey.isKey)
        return keys.first { survey.table?.primaryKey == [survey.columns[$0].lowercased()] }
            ?? keys.first { LinkDrafts.isOwnKey(survey.columns[$0], of: self) } ?? keys.first
    }
}
