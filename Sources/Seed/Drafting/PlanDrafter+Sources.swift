import ObjectModel
import StoreFormat

// Inputs that no load uses.
extension PlanDrafter {
    typealias Repeated = EntityChoice.Repeated

    /// Returns the inputs that lack required properties and are not named like their entity, such as the
    /// sheet of a pivot table next to that of the rows. If there are no other inputs, they are kept, and the
    /// build reports what is missing.
    func partial(_ drafts: [EntityDraft]) -> [SourceSurvey] {
        let (whole, others) = (
            drafts.filter { $0.missingProperties(reference.sourceValues).isEmpty },
            drafts.filter { !$0.missingProperties(reference.sourceValues).isEmpty }
        )
        return others.filter { draft in
            let name = draft.survey.table?.name ?? draft.survey.name
            guard draft.survey.nesting == nil, draft.survey.table == nil,
                NameMatch.entityScore(name, draft.entity.name) < NameMatch.lowest
            else { return false }
            return whole.contains { $0.entity.name == draft.entity.name }
                || !whole.isEmpty && draft.matches.count * 2 <= draft.survey.ownCount
        }.map(\.survey)
    }

    /// Returns comments about the inputs that no load uses.
    func leftOver(_ surveys: [SourceSurvey], _ repeated: [Repeated]) -> [DraftLine] {
        surveys.map { survey in
            var line = DraftLine(text: "")
            line.source = survey.name
            if let again = repeated.first(where: { $0.draft.survey === survey }) {
                line.doubts = [
                    "the rows of `\(survey.name)` have the keys of `\(again.other.survey.name)`, "
                        + "and create no objects"
                ]
            } else if survey.rowCount == 0, survey.table != nil {
                line.notes = ["`\(survey.name)` has no rows and is left out"]
            } else {
                line.doubts = [
                    "no entity fits the source `\(survey.name)`; it has the columns "
                        + survey.columns.prefix(survey.ownCount).joined(separator: ", ")
                ]
            }
            return line
        }
    }
}
