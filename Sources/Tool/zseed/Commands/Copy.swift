import ArgumentParser
import Copying
import Messages
import Migration
import ObjectLayer
import ObjectModel
import Seeding
import StoreFormat
import SwiftDataSource
import Verification

/// `zseed copy`: copies objects of a store, with their relationships, into another one.
struct Copy: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "copy",
        abstract: "Copy objects into another store, or into a new one.",
        discussion: """
            A deep copy: objects with their attributes and relationships. They are chosen with --entity and \
            --where; --follow chooses the related objects that are copied with them. The target is an \
            existing store (INTO), in which objects with the same unique values are found and not \
            duplicated, and whose objects keep their primary keys; or a new store (-o) of the same model or \
            of another (--model). Entities and properties that both models have are copied, and a warning \
            reports the others.

              zseed copy Big.sqlite -o Small.sqlite --where 'Item: listed == YES'

            With -o alone, the whole store is copied as it is, including history and metadata. The source \
            store is never changed; the result is verified, and written completely or not at all. See \
            docs/guides/copying.md.
            """
    ).partOfZSeed

    @Argument(help: "The store to read.")
    var from: String

    @Argument(help: "The store to copy into; it is replaced.")
    var into: String?

    @Option(name: [.short, .long], help: "The path of the new store.")
    var output: String?

    @OptionGroup
    var copying: CopyOptions

    @Option(
        help: """
            The model of the new store: an .xcdatamodel(d), .mom, .momd, Swift source, or another \
            store. With INTO, its model, if it contains none.
            """)
    var model: String?

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    @Option(help: "The model of the store to read, if it contains none.")
    var fromModel: String?

    @Option(help: "The journal mode of the result: delete, as stores are shipped, or wal.")
    var journalMode = JournalMode.delete

    @Option(help: ArgumentHelp("The page size of the result.", valueName: "bytes"))
    var pageSize: Int?

    @Flag(help: "Copy and check everything, and write nothing.")
    var dryRun = false

    @OptionGroup
    var result: ResultOptions

    /// The journal mode of SQLite.
    enum JournalMode: String, ExpressibleByArgument, CaseIterable {
        case delete, wal
    }

    func validate() throws {
        guard (into == nil) != (output == nil) else {
            throw ValidationError(
                into == nil
                    ? "add the store to copy into, or a new one with --output"
                    : "use either a store to copy into or --output")
        }
        if let pageSize {
            guard (512...65_536).contains(pageSize), pageSize & (pageSize - 1) == 0 else {
                throw ValidationError("--page-size must be a power of two from 512 to 65536, not \(pageSize)")
            }
        }
        try choosing.validate(besides: model)
    }

    private var target: String { output ?? into ?? "" }

    func run() throws {
        var description = CopyDescription(from: from, output: target)
        do {
            try Failures.described(about: from) {
                do {
                    try copy(reporting: &description)
                } catch let failure as CopyFailure {
                    throw Failure(
                        errors: failure.issues.map { CopyRenderer.description($0, path: from) },
                        status: failure.issues.contains(where: \.isChoice) ? .plan : .data)
                }
            }
        } catch let error as CopyOptions.ConditionError {
            // An error of the command line, reported with its position.
            let issue = IssueDescription(path: "--where", reason: "badPredicate", message: error.message)
            Diagnostics.emit(issue)
            for line in error.pointer { Terminal.report(line) }
            description.errors = [issue]
            if result.json { Terminal.printDocument(try JSONText.of(description) + "\n") }
            throw ExitStatus.plan.code
        } catch let failure as Failure {
            failure.report()
            description.errors = failure.errors
            description.isCopied = false
            if result.json { Terminal.printDocument(try JSONText.of(description) + "\n") }
            throw failure.status.code
        }
    }

    private func copy(reporting description: inout CopyDescription) throws {
        let line = result.quiet ? nil : ProgressLine.onTerminal()
        defer { line?.clear() }
        var options = StoreCopier.Options()
        options.sourceModel = fromModel
        options.pageSize = pageSize
        options.isWAL = journalMode == .wal
        options.isDryRun = dryRun
        if let line { options.progress = { line.show($0) } }
        let destination: StoreCopier.Destination
        if let into {
            options.targetModel = model
            options.targetChoice = choosing.choice
            destination = .into(into)
        } else if let model {
            let made = try MigrationTarget(path: model, choice: choosing.choice)
            ModelSourceRenderer.report(made.modelIssues)
            destination = .model(made, target)
        } else {
            destination = .new(target)
        }
        let copier = StoreCopier(
            from: from, to: destination, choice: try copying.choice(), options: options)
        let finished = try copying.reported(about: from, modelPath: fromModel) { try copier.copy() }
        line?.clear()
        description.add(finished.report)
        try finish(finished, reporting: &description)
    }

    private func finish(_ finished: FinishedCopy, reporting description: inout CopyDescription) throws {
        IssueRenderer.report(
            finished.schemaProblems, leftOut: finished.modelCacheOmissions, about: model ?? target)
        description.warnings = finished.report.warnings.map {
            CopyRenderer.description($0, path: from).shown
        }
        for warning in description.warnings { Diagnostics.emit(warning, .warning) }
        if result.verify { try finished.store.beginFlush() }
        let results = result.verify ? try verified(finished) : []
        description.checks = result.verify ? results.count : nil
        description.warnings += results.warnings(about: target).map(\.shown)
        description.isCopied = !dryRun
        try finished.store.place {
            try printResults(finished, results, description)
            try Terminal.requireOutput()
        }
    }

    private func printResults(
        _ finished: FinishedCopy, _ results: [StoreVerifier.Result], _ description: CopyDescription
    ) throws {
        if result.json { return Terminal.printDocument(try JSONText.of(description) + "\n") }
        guard !result.quiet else { return }
        for line in CopyRenderer.lines(finished.report) { Terminal.print(line) }
        Terminal.print("")
        let facts = [dryRun ? "not written" : "copied", Count.text(finished.report.written, "object")]
        Terminal.print(result.line(target, facts, results))
    }
}

extension Copy {
    /// Verifies the result.
    ///
    /// - Throws: ``Failure`` with the failed checks.
    func verified(_ finished: FinishedCopy) throws -> [StoreVerifier.Result] {
        let target = output ?? into ?? ""
        // A new store of another model contains that model.
        let modelPath = into != nil ? model : model == nil ? fromModel : nil
        let choice = into != nil && model != nil ? choosing.choice : .current
        let results = try StoreVerifier().verify(
            path: finished.store.temporaryPath, modelPath: modelPath, modelChoice: choice)
        return try ResultCheck(path: target, former: into ?? from).passed(results) {
            try StoreVerifier().verify(
                path: into ?? from, modelPath: into == nil ? fromModel : model, modelChoice: choice)
        }
    }
}
