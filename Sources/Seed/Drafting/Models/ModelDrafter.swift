import Files
import Inputs
import ObjectModel
import SQLite

/// Drafts a managed object model for a database or files without a model, and the plan that fills a store of
/// it.
///
/// Tables become entities, columns become attributes, and foreign keys become to-one relationships with
/// inverses. Tables of pairs become many-to-many relationships. Declarations take precedence, and all values
/// are checked.
package struct ModelDrafter {
    /// The framework that the model is for.
    package enum Form: Sendable {
        case coreData
        case swiftData
    }

    /// The result for one input.
    package struct Outcome: Equatable, Sendable {
        package let source: String
        /// The number of rows, or nil if they were not counted.
        package let rows: Int?
        /// The entity or the relationship, or nil if the input is left out.
        package let subject: String?
        package let attributes: Int
        package let relationships: [String]
        /// Inferences, and reasons for parts that are left out.
        package let remarks: [String]
    }

    /// A drafted model with its plan.
    package struct Draft {
        package let model: ManagedObjectModel
        package let outcomes: [Outcome]
        /// The lines at which a build of the plan stops.
        package let stops: [DraftSummary.Stop]
        fileprivate let lines: [DraftLine]
        fileprivate let planFolder: String

        /// Returns the text of the plan.
        ///
        /// - Parameters:
        ///   - reference: the path of the model.
        ///   - output: the path of the store, relative to the plan's folder.
        /// - Throws: `FileError` if a path cannot be resolved.
        package func plan(reference: String, output: String) throws -> String {
            DraftLine.text(try lines(reference, output))
        }

        /// Returns the plan for the comparison with later drafts. Its only comments are the types of attributes.
        ///
        /// - Throws: `FileError` if a path cannot be resolved.
        package func record(reference: String, output: String) throws -> String {
            let lines = try lines(reference, output).map { line in
                let entity = line.subject.flatMap { model.entity(named: $0.entity) }
                let attribute = line.subject?.property.flatMap { name in
                    entity?.ownAttributes.first { $0.name == name }
                }
                return DraftLine(text: line.text, notes: attribute.map { [$0.type.xcodeName] } ?? [])
            }
            return "# The last draft by `zseed model`, with which `--update` compares the database.\n"
                + DraftLine.text(Array(lines.dropFirst()))
        }

        private func lines(_ reference: String, _ output: String) throws -> [DraftLine] {
            var lines = lines
            let reference = try FilePath(reference).relative(toFolder: FilePath(planFolder))
            for index in lines.indices.prefix(3) {
                for (key, path) in [("reference: ", reference), ("output: ", output)]
                where lines[index].text.hasPrefix(key) {
                    lines[index].text = key + YAMLText.scalar(path)
                }
            }
            return lines
        }
    }

    private let form: Form
    private let planFolder: String
    private let paths: [String]
    private let surveys: [SourceSurvey]
    private let declarations: [TableDeclaration?]
    /// The finder, which keeps the output files of commands.
    private let finder: SourceFinder
    private let progress: (@Sendable (SeedProgress) -> Void)?

    /// Creates a drafter and reads all rows of the inputs.
    ///
    /// - Parameters:
    ///   - inline: inputs that are given as plans define them.
    ///   - allowsCommands: whether these inputs may run commands.
    ///   - planFolder: the folder of the plan, where relative paths start.
    ///   - without: tables and other inputs to leave out.
    ///   - progress: called while rows are read.
    /// - Throws: ``SeedFailure``, ``SeedIssue``, `DatabaseError`.
    package init(
        sources paths: [String], inline: [InlineInput] = [], allowsCommands: Bool = false, form: Form,
        planFolder: String, without: [String] = [],
        progress: (@Sendable (SeedProgress) -> Void)? = nil
    ) throws {
        self.progress = progress
        self.paths = paths
        self.form = form
        self.planFolder = planFolder
        var finder = SourceFinder(
            planFolder: planFolder, detail: SourceFinder.usualDetail,
            without: Self.tablesOfFrameworks.union(without.map { $0.lowercased() }), progress: progress)
        var surveys: [SourceSurvey] = []
        var declarations: [TableDeclaration?] = []
        for input in inline where !finder.leavesOut(input.name) {
            surveys.append(try finder.survey(of: input, allowsCommands: allowsCommands))
            declarations.append(nil)
        }
        for path in paths {
            let found = try finder.surveys(of: path)
            surveys += found
            guard found.contains(where: { $0.table != nil }) else {
                declarations += found.map { _ in nil }
                continue
            }
            let isScript = Connection.isScript(path)
            let database = try isScript ? finder.kept.database(of: path) : Connection.reading(path: path)
            try database.acceptUnknownCollations()
            declarations += try found.map { survey in
                try survey.table.map { try TableDeclaration($0.name, in: database, progress: progress) }
            }
        }
        for name in without where !finder.leftOut.contains(where: { $0.lowercased() == name.lowercased() }) {
            let known = surveys.map { $0.table?.name ?? $0.name }
            throw SeedIssue(
                .plan(.unknownName(name, kind: .table, nearest: NearestName.of(name, in: known))),
                at: .init(path: paths.first ?? planFolder))
        }
        self.surveys = surveys
        self.declarations = declarations
        self.finder = finder
    }

    /// The tables in which frameworks keep their own data.
    private static let tablesOfFrameworks: Set<String> = [
        "android_metadata", "room_master_table", "schema_migrations", "ar_internal_metadata",
        "django_migrations",
        "flyway_schema_history", "alembic_version", "__efmigrationshistory", "knex_migrations",
        "knex_migrations_lock",
        "_prisma_migrations", "grdb_migrations", "doctrine_migration_versions", "phinxlog",
        "goose_db_version",
        "databasechangelog", "databasechangeloglock", "_sqlx_migrations", "__drizzle_migrations",
        "sequelizemeta",
        "typeorm_metadata", "django_session", "spatialite_history",
    ]

    /// Returns the model and the plan after trying them. If values do not fit an attribute's type, it becomes
    /// a text. If they do not fit a text either, the attribute is left out.
    ///
    /// - Parameters:
    ///   - write: writes the model to a temporary file for the trial and returns its path.
    ///   - issueText: returns the message of an issue, for comments.
    /// - Throws: ``SeedIssue`` if no input can become an entity; another error if the machine fails.
    package func draft(
        writing write: (ManagedObjectModel) throws -> String,
        issueText: @escaping @Sendable (SeedIssue) -> String
    ) throws -> Draft {
        try draft(since: nil, writing: write, issueText: issueText).draft
    }

    /// Returns the changes since the last draft, with a new version of the model and the extended plan.
    ///
    /// - Parameters:
    ///   - earlier: the last draft, as the developer has changed it.
    ///   - contents: the XML of the model's current version.
    ///   - plan: the text of the developer's plan, or nil if there is none.
    ///   - reference: the path of the model.
    ///   - output: the path of the store, relative to the plan's folder.
    ///   - write: writes a model to a temporary file for the trial and returns its path.
    ///   - writeText: writes the XML of a model in the same way.
    /// - Throws: ``SeedIssue``, `ModelError`, and other errors as ``draft(writing:issueText:)`` does.
    package func update(
        _ earlier: EarlierDraft, contents: [UInt8], plan: String?, reference: String, output: String,
        writing write: (ManagedObjectModel) throws -> String,
        writingText writeText: (String) throws -> String,
        issueText: @escaping @Sendable (SeedIssue) -> String
    ) throws -> ModelUpdate {
        let (draft, structure) = try draft(since: earlier, writing: write, issueText: issueText)
        let additions = structure.additions
        let model = additions.isEmpty ? nil : try additions.applied(to: contents)
        let record = try draft.record(reference: reference, output: output)
        let changes = structure.changes(among: surveys)
        guard let plan, let own = earlier.plan else {
            return ModelUpdate(
                model: model, plan: nil, changes: changes, openLines: [], stops: [], record: record)
        }
        let insertion = structure.plan(adding: plan, to: own)
        var lines = insertion.drafted
        let trial = trial(issueText)
        let text = insertion.isEmpty ? nil : DraftLine.text(lines)
        // The trial reads the new version from a temporary file.
        let trialed = try writeText(model ?? String(decoding: contents, as: UTF8.self))
        let shown = YAMLText.scalar(try FilePath(reference).relative(toFolder: FilePath(planFolder)))
        let place = lines.firstIndex { line in
            ["reference: ", "model: "].contains { key in
                line.text == key + shown || line.text.hasPrefix("\(key)\(shown) ")
            }
        }
        // Without it, the plan is for another model.
        guard let place else {
            return ModelUpdate(
                model: model, plan: text, changes: changes, openLines: insertion.open, stops: [],
                record: record)
        }
        let key = lines[place].text.prefix { $0 != ":" }
        lines[place].text = "\(key): \(YAMLText.scalar(trialed))"
        let explained = try trial.explained(lines)
        return ModelUpdate(
            model: model, plan: text, changes: changes, openLines: insertion.open,
            stops: DraftSummary().counting(explained).stops, record: record)
    }

    private func draft(
        since earlier: EarlierDraft?, writing write: (ManagedObjectModel) throws -> String,
        issueText: @escaping @Sendable (SeedIssue) -> String
    ) throws -> (draft: Draft, structure: ModelStructure) {
        var texts: [String: Set<Int>] = [:]
        var dropped: [String: [Int: String]] = [:]
        let trial = trial(issueText)
        while true {
            let tables = self.tables(texts, dropped)
            guard !tables.isEmpty else { throw noEntityIssue }
            let structure = ModelStructure(tables, form: form, earlier: earlier)
            let model = try structure.model()
            let reference = try write(model)
            let lines = structure.lines(reference: reference, output: "drafted.sqlite")
            let failure = try trial.failure(of: lines)
            var hasNews = false
            let misfits = failure.map { structure.misfits(of: $0) } ?? []
            for misfit in misfits {
                let (source, column) = (misfit.table.survey.name, misfit.column)
                if misfit.table.columns[column].type != AttributeType.string {
                    hasNews = texts[source, default: []].insert(column).inserted || hasNews
                } else if dropped[source]?[column] == nil {
                    dropped[source, default: [:]][column] = issueText(misfit.issue)
                    hasNews = true
                }
            }
            if hasNews { continue }
            let explained = try trial.explained(lines, stoppedBy: failure)
            let draft = Draft(
                model: model, outcomes: structure.outcomes + leftOut,
                stops: DraftSummary().counting(explained).stops, lines: explained, planFolder: planFolder)
            return (draft, structure)
        }
    }

    private func trial(_ issueText: @escaping @Sendable (SeedIssue) -> String) -> DraftTrial {
        DraftTrial(
            planFolder: planFolder, issueText: issueText, outputs: finder.outputs, progress: progress)
    }

    private func tables(_ texts: [String: Set<Int>], _ dropped: [String: [Int: String]]) -> [ModelTable] {
        zip(surveys, declarations).filter { $1?.isVirtual != true && $1?.isShadow != true && $0.ownCount > 0 }
            .map {
                survey, declaration in
                ModelTable(
                    survey, declaration, form, texts: texts[survey.name] ?? [],
                    dropped: dropped[survey.name] ?? [:])
            }
    }

    private var leftOut: [Outcome] {
        finder.leftOut.map { name in
            let isOfFramework = Self.tablesOfFrameworks.contains(name.lowercased())
            return Outcome(
                source: name, rows: nil, subject: nil, attributes: 0, relationships: [],
                remarks: [isOfFramework ? "left out: what a framework keeps for itself" : "left out"])
        }
            + zip(surveys, declarations).filter { $1?.isVirtual == true }.map { survey, _ in
                Outcome(
                    source: survey.name, rows: survey.rowCount, subject: nil, attributes: 0,
                    relationships: [],
                    remarks: ["a virtual table is left out"])
            }
    }

    private var noEntityIssue: SeedIssue {
        SeedIssue(
            .table(.nothingFits(columns: [], properties: [])),
            at: .init(path: surveys.first?.path ?? paths.first ?? planFolder))
    }
}
