import Files
import ObjectModel
import Seeding
import Sources

/// Finds out what kind of source a file is, and what a plan says of it.
struct SourceFinder {
    /// The plan's folder, where its paths begin.
    let planFolder: String
    /// How many cells of each source are looked at; nil for all.
    let sample: Int?
    /// The names of the model's properties, in small letters without signs.
    private let properties: Set<String>
    private var names: Set<String> = []
    /// The outputs of programs, kept as long as this is.
    private let kept = ScriptDatabases()
    /// The files that outputs are kept in, by the name of the source.
    private(set) var outputs: [PlanOverrides.Pair] = []

    /// How many cells tell what the others are: a second's work.
    static let usualSample = 60_000

    init(planFolder: String, sample: Int? = nil, properties: Set<String> = []) {
        self.planFolder = planFolder
        self.properties = properties
        self.sample = sample
    }

    /// The survey of a source that somebody says as a plan has it.
    ///
    /// - Throws: ``SeedFailure``, ``SeedIssue``, `DatabaseError`.
    mutating func survey(of stated: StatedSource, allowsCommands: Bool) throws -> SourceSurvey {
        let definition = try stated.definition(planFolder: planFolder, allowsCommands: allowsCommands)
        var draft = SourceDraft(kind: definition.kind, name: stated.name)
        draft.cleaning = definition.cleaning
        if let command = definition.kind as? CommandKind {
            draft.kind = try command.kept(in: kept)
            outputs.append(.init(name: stated.name, text: draft.kind.path))
        }
        names.insert(stated.name)
        let first = try SourceSurvey(
            draft, name: stated.name, plan: stated.text, filter: definition.filter, sample: sample,
            shownAs: definition.kind.path, properties: properties)
        guard definition.filter == nil, let mended = try mended(draft, first) else { return first }
        return try SourceSurvey(
            mended.draft, name: stated.name, plan: stated.plan(with: mended.draft.options),
            filter: mended.filter, sample: sample, shownAs: definition.kind.path)
    }

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
            var survey = try survey(draft, of: kind, named: name, at: path)
            if let mended = try mended(draft, survey) {
                survey = try self.survey(mended.draft, of: kind, named: name, at: path, mended.filter)
            }
            guard survey.rowCount > 0 || !draft.needsRows else { continue }
            names.insert(name)
            surveys.append(survey)
        }
        return surveys
    }

    private func survey(
        _ draft: SourceDraft, of kind: any SourceKind.Type, named name: String, at path: String,
        _ filter: SourceFilter? = nil
    ) throws -> SourceSurvey {
        let words = [(kind.key, try written(path))] + draft.options
        let plan = words.map { "\($0.0): \($0.1)" }.joined(separator: ", ")
        return try SourceSurvey(
            draft, name: name, plan: "{ \(plan) }", filter: filter, sample: sample,
            properties: properties)
    }

    /// The same source without what a first look found that is no object, or stands in a cell above; nil
    /// where nothing is.
    private func mended(
        _ draft: SourceDraft, _ first: SourceSurvey
    ) throws -> (draft: SourceDraft, filter: SourceFilter?)? {
        var (draft, survey, isMended) = (draft, first, false)
        var filter: SourceFilter?
        let location = SeedIssue.Location(path: survey.name)
        if let earlier = draft.earlier {
            var whole = draft
            (whole.kind, whole.options) = earlier
            let second = try SourceSurvey(
                whole, name: survey.name, plan: survey.plan, sample: sample, properties: properties)
            if second.isTransposed(names: properties) { (draft, survey) = (whole, second) }
        }
        if survey.isTransposed(names: properties), draft.kind is CSVKind || draft.kind is any SpreadsheetKind
        {
            draft.cleaning.transposes = true
            draft.options.append(("transpose", "true"))
            draft.doubts.append("names stand in the first column: each further column is an object")
            survey = try SourceSurvey(
                draft, name: survey.name, plan: survey.plan, sample: sample, properties: properties)
            isMended = true
        }
        if survey.longRows > 0, let kind = draft.kind.droppingEmptyCells() {
            var shorter = draft
            shorter.kind = kind
            let second = try SourceSurvey(
                shorter, name: survey.name, plan: survey.plan, sample: sample,
                properties: properties)
            // A delimiter at the end of each row is no cell.
            if second.longRows == 0 {
                (draft, survey, isMended) = (shorter, second, true)
                draft.options.append(("longRows", "dropEmpty"))
            }
        }
        if survey.shortRows > 0, let kind = draft.kind.paddingShortRows() {
            var padded = draft
            padded.kind = kind
            let second = try SourceSurvey(
                padded, name: survey.name, plan: survey.plan, sample: sample,
                properties: properties)
            // Rows that lack cells may lack them by mistake: notes and totals do not.
            if second.oddRows.condition != nil, second.oddRows.count >= survey.shortRows {
                (draft, survey, isMended) = (padded, second, true)
                draft.options.append(("shortRows", "pad"))
            }
        }
        // What a database holds is meant as it is.
        if survey.table == nil, survey.hasPaddedTexts {
            draft.cleaning.trims = true
            draft.options.append(("trim", "true"))
            isMended = true
        }
        let dittos = survey.table == nil ? survey.dittos : []
        let words = (survey.errorWords.contains("#N/A") ? ["#N/A"] : []) + Set(dittos.map(\.sign)).sorted()
        if !words.isEmpty {
            draft.kind = draft.kind.taking(nullWords: words)
            draft.cleaning.nullWords = words
            draft.options.append(("null", ValueGuess.list(words)))
            isMended = true
        }
        let merged = survey.mergedColumns
        let filled = merged + dittos.map(\.column).filter { !merged.contains($0) }
        if !filled.isEmpty {
            draft.cleaning.filled = filled.map { Located($0, at: location) }
            draft.options.append(("fillDown", ValueGuess.list(filled)))
            isMended = true
        }
        if let ditto = dittos.first {
            draft.doubts.append("does '\(ditto.sign)' in `\(ditto.column)` mean the cell above?")
        }
        if let condition = survey.oddRows.condition {
            filter = try SourceFilter(condition.text, at: location)
            draft.options.append(("where", YAMLText.quoted(condition.text)))
            let shown = condition.labels.prefix(3).map { "'\($0.prefix(30))'" }.joined(separator: ", ")
            draft.doubts.append("are the rows of \(shown) no objects? `where:` leaves them out")
            isMended = true
        }
        return isMended ? (draft, filter) : nil
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
