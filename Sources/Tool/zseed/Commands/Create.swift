import ArgumentParser
import Files
import Inputs
import Messages
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking
import SwiftDataSource

/// `zseed create`: creates the complete empty store of a model.
struct Create: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "create",
        abstract: "Create the empty store of a model, or its SQL text.",
        discussion: """
            Writes the store that Core Data would create at the app's first launch: tables, indexes, triggers, \
            Z_PRIMARYKEY, Z_METADATA with the version hashes, and Z_MODELCACHE. If the output ends in .sql, \
            the store is written as text, for version control and reviews.

            With --rows, the store has this number of invented objects per entity, the same on each run, for \
            tests of migrations. `zseed fixtures` creates such a store for each version.
            """
    ).partOfZSeed

    @Argument(help: "An .xcdatamodel(d), .mom, .momd, Swift source, or a store with its model.")
    var source: String

    @Option(name: [.short, .long], help: "The store, or SQL text (.sql), to write.")
    var output: String

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    @OptionGroup
    var framework: FrameworkOption

    @Flag(
        help: """
            Add the tables of persistent history. If the source is a store with these tables, they are always \
            added.
            """)
    var history = false

    @Flag(help: "Guess the names of join tables within one entity instead of rejecting the model.")
    var guessJoinTables = false

    @Option(help: "The store's UUID. By default, it is computed from the version hashes.")
    var uuid: String?

    @Option(help: "Fill the store with this number of invented objects per entity.")
    var rows: Int?

    func validate() throws {
        guard !history || framework.era.hasHistory else {
            throw ValidationError(
                "--history needs a framework version from \(SchemaEra.historyFramework)")
        }
        if let rows {
            guard rows > 0 else { throw ValidationError("--rows must be at least 1") }
            guard !history, uuid == nil, !guessJoinTables, framework.version == SchemaEra.newestFramework,
                !Connection.isScript(output)
            else {
                throw ValidationError(
                    "--rows excludes --history, --uuid, --guess-join-tables, --framework and SQL text")
            }
        }
        guard uuid.map({ StoreMetadata.isUUID($0.uppercased()) }) ?? true else {
            throw ValidationError(
                "--uuid must be 32 hexadecimal digits in groups of 8-4-4-4-12")
        }
    }

    func run() throws {
        try Failures.reported(about: source) {
            if let rows {
                let choice = choosing.choice
                let path = try ModelFile.located(source, choice)
                let file = try ModelFile.read(path: source, choice: choice)
                ModelSourceRenderer.report(file.modelIssues)
                return try InventedStore(file: file, path: path, choice: choice, rows: rows).write(to: output)
            }
            let subject = try ModelSubject.open(source, choice: choosing.choice)
            let creator = try makeCreator(subject)
            IssueRenderer.report(hashesOf: try ModelJudgement(subject), about: source)
            IssueRenderer.report(creator.problems, leftOut: creator.modelCacheOmissions, about: source)
            if Connection.isScript(output) {
                try TextOutput.write(creator.sql, to: output)
                return
            }
            let store = try StagedStore(path: output)
            try store.finish(write(creator, to: store)).place()
        }
    }

    private func makeCreator(_ subject: ModelSubject) throws -> StoreCreator {
        var hasHistory = history
        var reference = try choosing.choice.settlingSchema()
        if case .model(let file) = subject {
            ModelSourceRenderer.report(file.modelIssues, showsDefaults: true)
            // SwiftData always keeps a history.
            let keepsHistory = file.origin.kind == .swift && framework.era.hasHistory
            hasHistory = hasHistory || keepsHistory
        }
        if case .store(let store) = subject {
            let keepsHistory = store.inspection.table(named: HistoryTable.change.name) != nil
            hasHistory =
                hasHistory || keepsHistory && framework.era.hasHistory
            reference = store.inspection.schemaObjects
        }
        return try StoreCreator(
            model: subject.model, framework: framework.version, hasHistory: hasHistory,
            hashes: try subject.declaredHashes()?.hashes, uuid: uuid?.uppercased(),
            omitsUnknownTriggers: true, guessesJoinTables: guessJoinTables, reference: reference)
    }

    private func write(_ creator: StoreCreator, to store: StagedStore) throws -> ClosedStore {
        do {
            return try store.write { try creator.write(to: $0) }
        } catch let error as DatabaseError {
            guard error.isMachineFault else {
                // For example, there are more columns than SQLite allows. Such errors are caused by the model.
                let issue = IssueDescription(
                    path: source, reason: "database", message: "SQLite: \(error.message)")
                throw Failure(errors: [issue], status: .data)
            }
            throw SeedIssue(.file(.fileSystem(error.message)), at: .init(path: output), fault: .machine)
        }
    }
}
