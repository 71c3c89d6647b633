/// The reasons for a draft: how well the entities fit each input, and how well the properties fit each
/// column.
package struct DraftExplanation: Equatable, Sendable {
    /// An input with its candidates.
    package struct Source: Equatable, Sendable {
        package let name: String
        /// The entities that fit, best first.
        package let entities: [Candidate]
        package let columns: [Column]
    }

    /// A column with its candidates.
    package struct Column: Equatable, Sendable {
        package let name: String
        package let candidates: [Candidate]
        /// The property that the plan fills from the column, or nil if it fills none.
        package let chosen: String?
    }

    /// An entity or property that was compared, with its score.
    package struct Candidate: Equatable, Sendable {
        package let name: String
        package let score: Int
        package let reasons: [String]
    }

    package let sources: [Source]

    init(_ surveys: [SourceSurvey], _ drafts: [EntityDraft]) {
        sources = surveys.map { survey in
            let own = drafts.filter { $0.survey === survey }
            let columns = survey.ownIndices.map { index in
                Column(
                    name: survey.columns[index],
                    candidates: own.flatMap(\.proposals).filter { $0.column == index }.sorted {
                        $0.score != $1.score ? $0.score > $1.score : $0.property.name < $1.property.name
                    }.map { Candidate(name: $0.property.name, score: $0.score, reasons: $0.reasons) },
                    chosen: own.flatMap(\.matches).first { $0.column == index }?.property.name)
            }
            return Source(
                name: survey.name,
                entities: (own.first?.rivals ?? []).prefix(5).map {
                    Candidate(name: $0.entity, score: $0.fitness, reasons: [])
                }, columns: columns)
        }
    }
}
