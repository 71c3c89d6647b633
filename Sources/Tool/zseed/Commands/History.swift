import ArgumentParser
import Messages
import ObjectLayer
import StoreFormat

/// `zseed history`: prints the persistent history of a store.
struct History: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "history",
        abstract: "Show the persistent history: who saved what, and when.",
        discussion: """
            Each transaction with its time in UTC, author, context, bundle and process, and below it the \
            change of each object: inserted, updated (with the changed properties) or deleted (with its \
            preserved values). The store is opened read-only, with a live -wal.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Option(help: "Only the changes of this entity's objects.")
    var entity: String?

    @Option(help: ArgumentHelp("Only transactions after this one.", valueName: "number"))
    var after: Int64 = 0

    @Flag(help: HelpText.json)
    var json = false

    @OptionGroup
    var model: ModelOptions

    func validate() throws {
        guard after >= 0 else { throw ValidationError("--after must not be less than 0") }
        try model.requirePath()
    }

    func run() throws {
        try Failures.reported(about: store) {
            guard try !ModelSubject.isModel(store) else { throw StoreError(.isModel, path: store) }
            let coordinator = try PersistentStoreCoordinator(path: store, managedObjectModel: model.app())
            let known = coordinator.managedObjectModel.entities.map(\.name)
            if let entity, !known.contains(entity) {
                throw ValidationError("--entity \(entity): the model has no such entity")
            }
            if !coordinator.hasPersistentHistory {
                Diagnostics.emit("the store has no persistent history", about: store, .note)
            }
            var printer = HistoryPrinter(isJSON: json)
            try coordinator.forEachHistoryTransaction(after: after) { transaction in
                let changes = transaction.changes.filter { $0.entityName == entity ?? $0.entityName }
                guard entity == nil || !changes.isEmpty else { return }
                printer.print(transaction, changes)
                // The reader of the output may have closed it.
                if Terminal.failure != nil { throw ExitStatus.machine.code }
            }
            printer.finish()
        }
    }
}
