import Files
import Seeding

/// Finds out what kind of source a file is, and what a plan says of it.
struct SourceFinder {
    /// The plan's folder, where its paths begin.
    let planFolder: String
    private var names: Set<String> = []

    init(planFolder: String) { self.planFolder = planFolder }

    /// The surveys of a file: one of a text file, one for each table of a database, one for each
    /// entity of a Core Data store that has objects.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`, ``StoreError``.
    mutating func surveys(of path: String) throws -> [SourceSurvey] {
        let file = try CandidateFile(path: path)
        let kind = try SourceKinds.kind(of: file)
        var surveys: [SourceSurvey] = []
        for draft in try kind.drafts(of: file) {
            let name = free(draft.name)
            let words = [(kind.key, try written(path))] + draft.options
            let plan = words.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
            let survey = try SourceSurvey(draft, name: name, plan: "{ \(plan) }")
            guard survey.rowCount > 0 || !draft.needsRows else { continue }
            names.insert(name)
            surveys.append(survey)
        }
        return surveys
    }

    private func written(_ path: String) throws -> String {
        YAMLText.scalar(try FilePath(path).relative(toFolder: FilePath(planFolder)))
    }

    /// A name that no other source has.
    private func free(_ name: String) -> String {
        var result = name
        var number = 2
        while names.contains(result) {
            result = "\(name)\(number)"
            number += 1
        }
        return result
    }
}
