import Files
import ObjectModel
import SQLite
import Inputs

/// Drafts a managed object model from a database or files that have none, and the plan that fills a store of it.
///
/// Tables become entities, columns attributes, foreign keys to-one relationships with inverses, tables of pairs
/// many-to-many relationships. What is declared counts, then what all values are.
package struct ModelDrafter {
    /// For whom the model is.
    package enum Form: Sendable {
        case coreData
        case swiftData
    }

    /// What became of a source.
    package struct Outcome: Equatable, Sendable {
        package let source: String
        /// Nil where they were not counted.
        package let rows: Int?
        /// The entity or the relationship; nil where nothing did.
        package let subject: String?
        package let attributes: Int
        package let relationships: [String]
        /// What was guessed, or is left out.
        package let remarks: [String]
    }

    /// A model that was drafted, with its plan.
    package struct Draft {
        package let model: ManagedObjectModel
        package let outcomes: [Outcome]
        /// Where a build of the plan stops.
        package let stops: [DraftSummary.Stop]
        fileprivate let lines: [DraftLine]
        fileprivate let planFolder: String

        /// The text of the plan.
        ///
        /// - Parameters:
        ///   - reference: the path of the model.
        ///   - output: the path of the store, from the plan's folder.
        /// - Throws: `FileError` where the paths cannot be followed.
        package func plan(reference: String, output: String) throws -> String {
            var lines = lines
            let reference = try FilePath(reference).relative(toFolder: FilePath(planFolder))
            for index in lines.indices.prefix(3) {
                for (key, path) in [("reference: ", reference), ("output: ", output)]
                where lines[index].text.hasPrefix(key) {
                    lines[index].text = key + YAMLText.scalar(path)
                }
            }
            return DraftLine.text(lines)
        }
    }

    private let form: Form
    private let planFolder: String
    private let paths: [String]
    private let surveys: [SourceSurvey]
    private let declarations: [TableDeclaration?]
    /// Keeps the outputs of programs.
    private let finder: SourceFinder

    /// Reads the sources, all of their rows.
    ///
    /// - Parameters:
    ///   - stated: sources as plans say them.
    ///   - allowsCommands: whether these may run programs.
    ///   - planFolder: the folder of the plan, where its paths begin.
    ///   - without: tables and other sources that are left out.
    /// - Throws: ``SeedFailure``, ``SeedIssue``, `DatabaseError`.
    package init(
        sources paths: [String], stated: [InlineInput] = [], allowsCommands: Bool = false, form: Form,
        planFolder: String, without: [String] = []
    ) throws {
        self.paths = paths
        self.form = form
        self.planFolder = planFolder
        var finder = SourceFinder(
            planFolder: planFolder, detail: SourceFinder.usualDetail,
            without: Self.tablesOfFrameworks.union(without.map { $0.lowercased() }))
        var surveys: [SourceSurvey] = []
        var declarations: [TableDeclaration?] = []
        for source in stated {
            surveys.append(try finder.survey(of: source, allowsCommands: allowsCommands))
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
            try database.takeUnknownCollations()
            declarations += try found.map { survey in
                try survey.table.map { try TableDeclaration($0.name, in: database) }
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

    /// What libraries keep in a database for themselves.
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

    /// The model and the plan, which was tried: an attribute whose values turn out to be nothing but texts is a
    /// text, and one whose values are not even that is left out.
    ///
    /// - Parameters:
    ///   - write: writes the model to a private place and returns its path, for the trial.
    ///   - issueText: the words for an issue, in comments.
    /// - Throws: ``SeedIssue`` where there is nothing to make entities of; an error where the machine is at fault.
    package func draft(
        writing write: (ManagedObjectModel) throws -> String,
        issueText: @escaping @Sendable (SeedIssue) -> String
    ) throws -> Draft {
        var texts: [String: Set<Int>] = [:]
        var dropped: [String: [Int: String]] = [:]
        let trial = DraftTrial(planFolder: planFolder, issueText: issueText, outputs: finder.outputs)
        while true {
            let tables = self.tables(texts, dropped)
            guard !tables.isEmpty else { throw nothingThere }
            let structure = ModelStructure(tables, form: form)
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
            return Draft(
                model: model, outcomes: structure.outcomes + leftOut,
                stops: DraftSummary().counting(explained).stops, lines: explained, planFolder: planFolder)
        }
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

    private var nothingThere: SeedIssue {
        SeedIssue(
            .table(.nothingFits(columns: [], properties: [])),
            at: .init(path: surveys.first?.path ?? paths.first ?? planFolder))
    }
}
