import Files
import Inputs
import ObjectModel
import Seeding

/// Finds the kind of an input file and the options that a plan needs to read it.
struct SourceFinder {
    /// The plan's folder, where relative paths start.
    let planFolder: String
    /// The number of cells of each input to read, or nil for all.
    let sample: Int?
    /// The number of cells of each input to survey in detail, or nil for all.
    private let detail: Int?
    /// Called while rows are read.
    private let progress: (@Sendable (SeedProgress) -> Void)?
    /// The names of the model's properties, in lower case without separators.
    private let properties: Set<String>
    var names: Set<String> = []
    /// The inputs to leave out, in lower case.
    private let without: Set<String>
    /// The names of the inputs that were left out.
    private(set) var leftOut: [String] = []
    /// The outputs of commands and the databases that SQL scripts create. They are deleted with this finder.
    let kept = ScriptDatabases()
    /// The files with the outputs of commands, by the name of the input.
    private(set) var outputs: [PlanOverrides.Pair] = []

    /// The usual number of sampled cells. They take about a second.
    static let usualSample = 60_000

    /// The usual number of cells to survey in detail if all rows are read.
    static let usualDetail = 100_000

    init(
        planFolder: String, sample: Int? = nil, detail: Int? = nil, properties: Set<String> = [],
        without: Set<String> = [], progress: (@Sendable (SeedProgress) -> Void)? = nil
    ) {
        self.without = without
        self.progress = progress
        self.detail = detail
        self.planFolder = planFolder
        self.properties = properties
        self.sample = sample
    }

    /// Returns whether an input is left out, and records it.
    mutating func leavesOut(_ name: String) -> Bool {
        guard without.contains(name.lowercased()) else { return false }
        leftOut.append(name)
        return true
    }

    /// Returns the survey of an input that is given as a plan defines it.
    ///
    /// - Throws: ``SeedFailure``, ``SeedIssue``, `DatabaseError`.
    mutating func survey(of inline: InlineInput, allowsCommands: Bool) throws -> SourceSurvey {
        let definition = try inline.definition(planFolder: planFolder, allowsCommands: allowsCommands)
        var draft = SourceDraft(kind: definition.kind, name: inline.name)
        draft.cleaning = definition.cleaning
        let former = definition.formerKeys.map { "`\($0.value)`" }
        if !former.isEmpty {
            draft.doubts.append(
                "the next version reads \(former.joined(separator: ", ")) only in `shape: { … }`")
        }
        if let command = definition.kind as? CommandKind {
            draft.kind = try command.kept(in: kept)
            outputs.append(.init(name: inline.name, text: draft.kind.path))
        }
        names.insert(inline.name)
        let first = try SourceSurvey(
            draft, name: inline.name, plan: inline.text, filter: definition.filter, sample: sample,
            shownAs: definition.kind.path, properties: properties, detail: detail, sharing: kept,
            progress: progress)
        guard definition.filter == nil, let mended = try mended(draft, first) else { return first }
        return try mended.survey { draft, filter in
            try SourceSurvey(
                draft, name: inline.name, plan: inline.plan(with: draft.options),
                filter: filter, sample: sample, shownAs: definition.kind.path, properties: properties,
                detail: detail, sharing: kept, progress: progress)
        }
    }

    /// An input with its draft before a survey changed the options.
    struct Found {
        let draft: SourceDraft
        let survey: SourceSurvey
    }

    /// Returns the surveys of a file: one for a text file, one for each table of a database, one for each
    /// entity of a Core Data store that has objects.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`, ``StoreError``.
    mutating func surveys(of path: String) throws -> [SourceSurvey] {
        try inputs(of: path).filter { !$0.draft.isAroundOthers }.map(\.survey)
    }

    /// Returns the inputs in a file, see ``surveys(of:)``, and the document around its lists of records.
    mutating func inputs(of path: String) throws -> [Found] {
        let path = SourcePaths.existing(path)
        var file = try CandidateFile(path: path)
        file.names = properties
        file.scripts = kept
        let kind = try SourceKinds.kind(of: file)
        var found: [Found] = []
        let drafts = try kind.drafts(of: file)
        // The lists in a document choose their names first.
        for draft in drafts.filter({ !$0.isAroundOthers }) + drafts.filter(\.isAroundOthers) {
            if leavesOut(draft.table?.name ?? draft.name) { continue }
            let name = free(draft.name)
            let survey = try surveyed(draft, named: name, at: [path])
            guard survey.rowCount > 0 || !draft.needsRows else { continue }
            names.insert(name)
            found.insert(Found(draft: draft, survey: survey), at: draft.isAroundOthers ? 0 : found.count)
        }
        return found
    }

    /// Returns the survey of an input with the options that a first survey suggests.
    func surveyed(_ draft: SourceDraft, named name: String, at paths: [String]) throws -> SourceSurvey {
        let kind = type(of: draft.kind)
        var draft = draft
        var survey = try survey(draft, of: kind, named: name, at: paths)
        let elements = survey.numberElements
        if !elements.isEmpty {
            draft.elements = elements
            survey = try self.survey(draft, of: kind, named: name, at: paths)
        }
        guard let mended = try mended(draft, survey) else { return survey }
        return try mended.survey { draft, filter in
            try self.survey(draft, of: kind, named: name, at: paths, filter)
        }
    }

    /// Surveys an input again, with arrays of single values as inputs of their own, such as the `steps` of
    /// recipes.
    ///
    /// - Parameter lists: the paths from a record to the arrays.
    /// - Throws: ``SeedIssue``.
    mutating func split(
        _ survey: SourceSurvey, _ lists: [[String]]
    ) throws -> (outer: SourceSurvey, inner: [SourceSurvey]) {
        var outer = survey.draft
        let kind = type(of: outer.kind)
        outer.nested += lists.map { ($0.joined(separator: "."), $0.joined(separator: ".") + ".") }
        var inner: [SourceSurvey] = []
        for way in lists {
            guard var options = outer.kind.recordOptions, let records = outer.records else { continue }
            options.records = records + way
            options.takesRoot = false
            options.columns = nil
            var draft = outer
            draft.kind.recordOptions = options
            draft.records = options.records
            draft.name = way.last ?? outer.name
            draft.options = [("records", YAMLText.scalar(options.records.joined(separator: ".")))]
            draft.nestedAround =
                outer.nested.map { (ParentColumn.up + $0.name, ParentColumn.up + $0.prefix) }
                + outer.nestedAround.map { (ParentColumn.up + $0.name, ParentColumn.up + $0.prefix) }
            (draft.nested, draft.valueLists, draft.elements, draft.doubts) = ([], [], [], [])
            let name = free(draft.name)
            names.insert(name)
            inner.append(try self.filled(draft, of: kind, named: name, at: outer.paths))
        }
        return (try self.survey(outer, of: kind, named: survey.name, at: outer.paths), inner)
    }

    /// Returns the survey of records that are single values, without empty ones.
    private func filled(
        _ draft: SourceDraft, of kind: any SourceKind.Type, named name: String, at paths: [String]
    ) throws -> SourceSurvey {
        let survey = try survey(draft, of: kind, named: name, at: paths)
        let empty = survey.rowCount - (survey.surveys.first?.filled ?? 0)
        guard empty > 0, survey.columns.first == "." else { return survey }
        var draft = draft
        let condition = "`.` != nil"
        draft.options.append(("where", YAMLText.quoted(condition)))
        draft.doubts.append("\(empty) of \(survey.rowCount) elements are empty, and left out")
        let filter = try SourceFilter(condition, at: .init(path: name))
        return try self.survey(draft, of: kind, named: name, at: paths, filter)
    }

    private func survey(
        _ draft: SourceDraft, of kind: any SourceKind.Type, named name: String, at paths: [String],
        _ filter: SourceFilter? = nil
    ) throws -> SourceSurvey {
        let plan = InlineInput.written([(kind.key, try written(paths))] + draft.options)
            .joined(separator: ", ")
        return try SourceSurvey(
            draft, name: name, plan: "{ \(plan) }", filter: filter, sample: sample,
            properties: properties, detail: detail, sharing: kept, progress: progress)
    }

    /// Returns the survey of an input with other options under the same name.
    private func survey(_ draft: SourceDraft, like first: SourceSurvey) throws -> SourceSurvey {
        try SourceSurvey(
            draft, name: first.name, plan: first.plan, sample: sample, properties: properties,
            detail: detail, sharing: kept, progress: progress)
    }

    /// An input without the rows that a first survey found to be no objects, and with empty cells filled from
    /// above.
    private struct MendedSource {
        var draft: SourceDraft
        /// The condition that leaves out rows that are no objects, with a few of their labels and the number
        /// of these rows.
        var filter: (condition: SourceFilter, text: String, labels: String, rows: Int)?
        /// The number of rows, including these.
        let rowCount: Int

        /// Surveys the input. If the condition would leave out other rows than those that were found, all
        /// rows are kept.
        func survey(
            _ open: (SourceDraft, SourceFilter?) throws -> SourceSurvey
        ) throws -> SourceSurvey {
            guard let filter else { return try open(draft, nil) }
            let question = "are the rows of \(filter.labels) no objects?"
            var draft = self.draft
            draft.options.append(("where", YAMLText.quoted(filter.text)))
            draft.doubts.append("\(question) `where:` leaves them out")
            let survey = try open(draft, filter.condition)
            if survey.isCut || survey.rowCount + filter.rows == rowCount {
                let option = ", where: \(YAMLText.quoted(filter.text))"
                survey.choices = [("they are objects", survey.plan.replacing(option, with: ""))]
                return survey
            }
            draft = self.draft
            draft.doubts.append(
                "\(question) `where: \(YAMLText.quoted(filter.text))` leaves out \(rowCount - survey.rowCount) rows"
            )
            return try open(draft, nil)
        }
    }

    /// Returns the input with options for the problems that a first survey found, such as totals or cells
    /// that repeat the one above. The result is nil if the input needs none.
    private func mended(_ draft: SourceDraft, _ first: SourceSurvey) throws -> MendedSource? {
        var (draft, survey, isMended) = (draft, first, false)
        var filter: (condition: SourceFilter, text: String, labels: String, rows: Int)?
        let location = SeedIssue.Location(path: survey.name)
        if let earlier = draft.earlier {
            var whole = draft
            (whole.kind, whole.options) = earlier
            let second = try self.survey(whole, like: survey)
            if second.isTransposed(names: properties) { (draft, survey) = (whole, second) }
        }
        if survey.isTransposed(names: properties), draft.kind is CSVKind || draft.kind is any SpreadsheetKind
        {
            draft.cleaning.transposes = true
            draft.options.append(("transpose", "true"))
            draft.doubts.append("the names are in the first column, so each other column is an object")
            survey = try self.survey(draft, like: survey)
            isMended = true
        }
        if survey.hasMalformedQuotes, let kind = draft.kind.readingAnyQuotes() {
            var lenient = draft
            lenient.kind = kind
            let second = try self.survey(lenient, like: survey)
            if second.failures == nil {
                (draft, survey, isMended) = (lenient, second, true)
                draft.options.append(("quoting", "lenient"))
                draft.doubts.append(
                    "some quotes do not enclose a cell and are read as characters")
            }
        }
        if survey.hasInvalidTexts, let texts = try draft.kind.readingInvalidTexts(sharing: kept) {
            draft.kind = texts.kind
            draft.options.append(("encoding", texts.encoding.rawValue))
            draft.doubts.append(texts.doubt ?? "some texts are not UTF-8, so their encoding is guessed")
            survey = try self.survey(draft, like: survey)
            isMended = true
        }
        if survey.longRows > 0, let kind = draft.kind.droppingEmptyCells() {
            var shorter = draft
            shorter.kind = kind
            let second = try self.survey(shorter, like: survey)
            // A delimiter at the end of each row adds no cell.
            if second.longRows == 0 {
                (draft, survey, isMended) = (shorter, second, true)
                draft.options.append(("longRows", "dropEmpty"))
            }
        }
        if survey.shortRows > 0, let kind = draft.kind.paddingShortRows() {
            var padded = draft
            padded.kind = kind
            let second = try self.survey(padded, like: survey)
            // A row may lack cells by mistake. Only notes and totals lack them on purpose.
            if second.oddRows.condition != nil, second.oddRows.count >= survey.shortRows {
                (draft, survey, isMended) = (padded, second, true)
                draft.options.append(("shortRows", "pad"))
            }
        }
        // Cells of a database are kept exactly.
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
            let shown = condition.labels.prefix(3).map { "'\($0.prefix(30))'" }.joined(separator: ", ")
            filter = (try SourceFilter(condition.text, at: location), condition.text, shown, condition.count)
            isMended = true
        }
        return isMended ? MendedSource(draft: draft, filter: filter, rowCount: survey.rowCount) : nil
    }

    /// Returns the path of a file, or a pattern for exactly these files, or a list of them.
    private func written(_ paths: [String]) throws -> String {
        guard paths.count > 1 else { return try written(paths[0]) }
        if let pattern = SourcePaths.pattern(for: paths) { return try written(pattern) }
        return "[" + (try paths.map(written)).joined(separator: ", ") + "]"
    }

    private func written(_ path: String) throws -> String {
        // A plain `-` begins an item of a YAML list.
        guard path != StandardInput.path else { return YAMLText.quoted(path) }
        return YAMLText.scalar(try FilePath(path).relative(toFolder: FilePath(planFolder)))
    }

    /// Returns a name that no other input has.
    func free(_ name: String) -> String {
        var result = name
        var number = 2
        while names.contains(result) {
            result = "\(name)\(number)"
            number += 1
        }
        return result
    }
}
