import Files
import Inputs
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking

/// Builds a store from a plan: resolves it, fills a private copy of the reference, finishes it.
///
/// The result is not in place yet, so that it can be verified first:
///
/// ```swift
/// let finished = try SeedBuilder(plan: plan).build()
/// // … verify finished.temporaryPath …
/// try finished.place()
/// ```
package final class SeedBuilder {
    /// The options of a build besides its plan.
    package struct Options: Sendable {
        /// The limit of reported row issues, after which the build stops; nil for the plan's limit.
        package var maxErrors: Int?
        /// Returns the text of an issue in reject files.
        package var issueText: @Sendable (SeedIssue) -> String = { "\($0.reason)" }
        /// The limit of row issues if neither the command nor the plan sets one.
        package static let standardMaxErrors = 20
        /// Called every ``SeedProgress/interval`` rows.
        package var progress: (@Sendable (SeedProgress) -> Void)?
        /// Whether to keep the text of every statement, for tests.
        package var recordsStatements = false
        /// Whether to measure the time that rows take.
        package var measuresRows = false
        /// Whether to write a record of the inputs beside the store, for ``SeedBuilder/needs(isVerified:)``. An
        /// existing record is always updated.
        package var recordsInputs = false
        /// The version of the program, since another version may build a different store.
        package var program = ""
        /// Whether rows may wait in a queue. A test compares both ways.
        var usesQueue = true
        /// Whether unique indexes may check keys instead of the rows. A test compares both ways.
        var usesIndexedKeys = true
        /// The memory limit in bytes for reading rows; nil for no limit.
        package var memoryLimit: Int?
        /// Whether to check everything and write nothing. The store cannot be moved into place then.
        package var isDryRun = false

        /// Creates the default options.
        package init() {}
    }

    let plan: SeedPlan
    let outputPath: Located<String>

    /// The path of the store, as in the plan or on the command line.
    package var path: String { outputPath.value }
    let options: Options
    /// Returns the inputs of the store, as they were before the build.
    ///
    /// - Throws: `FileError`.
    func inputs() throws -> BuildInputs {
        if let knownInputs { return knownInputs }
        let inputs = try BuildInputs(plan)
        knownInputs = inputs
        return inputs
    }
    private var knownInputs: BuildInputs?

    /// Prepares a build.
    ///
    /// - Parameter output: the path of the store; nil for the plan's.
    /// - Throws: ``SeedFailure`` if neither sets a path.
    package init(plan: SeedPlan, output: String? = nil, options: Options = Options()) throws {
        self.plan = plan
        self.options = options
        let given = output.map { Located($0, at: .init(path: $0)) }
        guard let path = given ?? plan.output else {
            throw SeedFailure([
                SeedIssue(.plan(.missingKey("output")), at: .init(path: plan.path, line: 1))
            ])
        }
        outputPath = path
    }

    /// Builds the store. Starts again if another process changes an input meanwhile.
    ///
    /// - Throws: ``SeedFailure``, ``StoreError``.
    package func build() throws -> FinishedBuild {
        for _ in 1..<Self.attempts {
            do {
                return try buildOnce()
            } catch let failure as SeedFailure
                where failure.issues.contains(where: { $0.reason == .file(.changedWhileRead) })
            {
                continue
            }
        }
        return try buildOnce()
    }

    private static let attempts = 3

    private func buildOnce() throws -> FinishedBuild {
        // The record is prepared before anything is read.
        let record = try recordKeeper()
        let reference = try openReference()
        // An exact plan also restores the mirroring's own rows.
        if !plan.isExact { try checkMirroring(reference) }
        let scripts = ScriptDatabases()
        scripts.add(reference.connection, madeBy: plan.reference.value)
        func resolve() throws -> ResolvedPlan {
            let resolver = PlanResolver(
                plan: plan, reference: reference, scripts: scripts, readFiles: record?.readFiles)
            let metadata = resolver.metadata()
            return try ResolvedPlan(
                loads: resolver.loads(), junctions: resolver.junctions(), metadata: metadata,
                warnings: resolver.warnings.issues, scripts: scripts)
        }
        let resolved = try resolve()
        do {
            try plan.addInputs()
            try checkOutput()
            let rejects = try rejectFiles()
            let finished =
                plan.isExact
                ? try buildExactly(from: reference, into: stagedStore())
                : try build(
                    resolved, from: reference, rejects: options.isDryRun ? nil : rejects,
                    resolvingAgain: resolve)
            finished.record = record
            return finished
        } catch let issue as SeedIssue {
            throw SeedFailure([issue])
        } catch let error as DatabaseError {
            throw failure(error)
        } catch let error as FileError {
            throw SeedFailure([SeedIssue(error)])
        } catch let error as OutputError {
            throw SeedFailure([SeedIssue(error)])
        }
    }

    /// Makes SQLite stop when sorting or building indexes needs more memory than the limit.
    func watchMemory(of connection: Connection) {
        guard let limit = options.memoryLimit else { return }
        connection.interrupt { MemoryUse.peak > limit }
    }

    /// - Throws: ``SeedFailure`` if the build used more memory than the limit.
    func checkMemory() throws {
        guard let limit = options.memoryLimit, MemoryUse.peak > limit else { return }
        throw SeedFailure([SeedIssue(.output(.memoryLimit(limit)), at: .init(path: outputPath.value))])
    }

    private func openReference() throws -> ReferenceStore {
        do {
            return try ReferenceStore(
                path: plan.reference.value, modelPath: plan.model?.value,
                modelChoice: plan.modelChoice, declared: plan.declaredRelationships, keepsStill: true,
                omitsUnknownTriggers: plan.policy.derivedTriggers == .omit,
                guessesJoinTables: plan.policy.joinTables == .guess)
        } catch let error as StoreError where error.path == plan.reference.value {
            guard !error.isMachineFault else { throw error }
            do {
                try ForeignFormat.refuse(error.path)
            } catch let issue as SeedIssue {
                throw SeedFailure([issue])
            }
            throw error
        }
    }

    /// A plan with resolved names.
    private struct ResolvedPlan {
        let loads: [ResolvedLoad]
        let junctions: [ResolvedJunction]
        let metadata: [String: PropertyList]
        let warnings: [SeedIssue]
        let scripts: ScriptDatabases
    }

    private func stagedStore() throws -> StagedStore {
        try StagedStore(path: outputPath.value, isTrial: options.isDryRun)
    }

    /// Builds the store without the keys that its unique indexes check. If that fails, builds it again with all keys,
    /// which find the same issues and the rows that have them.
    private func build(
        _ resolved: ResolvedPlan, from reference: ReferenceStore, rejects: RejectFiles?,
        resolvingAgain resolve: () throws -> ResolvedPlan
    ) throws -> FinishedBuild {
        let keys =
            options.usesIndexedKeys
            ? try IndexedKeys(of: plan, resolved.loads, resolved.junctions, in: reference) : .none
        guard !keys.names.isEmpty else {
            return try build(resolved, without: .none, from: reference, rejects: rejects)
        }
        do {
            return try build(resolved, without: keys, from: reference, rejects: nil)
        } catch let failure as SeedFailure where failure.isRepeatable {
        } catch let issue as SeedIssue where SeedFailure([issue]).isRepeatable {}
        return try build(resolve(), without: .none, from: reference, rejects: rejects)
    }

    private func build(
        _ resolved: ResolvedPlan, without keys: IndexedKeys, from reference: ReferenceStore,
        rejects: RejectFiles?
    ) throws -> FinishedBuild {
        let output = try stagedStore()
        var report = SeedReport()
        let clock = RowClock(isEnabled: options.measuresRows)
        var timings = BuildTimings()
        let start = ContinuousClock().now
        var store = try WorkingStore(
            copying: reference.connection, to: output.temporaryPath,
            recordsStatements: options.recordsStatements)
        watchMemory(of: store.connection)
        let policy = plan.policy
        if policy.rows == .keep {
            try store.keepRows(of: reference.inspection, clearsHistory: policy.clearsHistory)
        } else {
            try store.empty(reference.inspection, keepsHistory: !policy.clearsHistory)
        }
        timings[.prepare] = ContinuousClock().now - start
        try store.connection.transaction {
            let primaryKeys: PrimaryKeys
            (report, primaryKeys) = try fill(
                &store, with: resolved, without: keys, reference, rejects: rejects,
                external: output.external, clock: clock)
            try StoreMetadata.set(
                resolved.metadata.mapValues { WrittenPropertyList($0) }, in: store.connection)
            try timings.measure(.index) {
                try finish(&store, reference: reference, keys: primaryKeys)
            }
        }
        var closed = store.close()
        try SourceFile.checkUnchanged(reference.connection, path: plan.reference.value)
        try checkMemory()
        output.beginFlush()
        let contents = try closed.contents(of: reference.layout)
        let sums = BackgroundResult(named: "edition") { try contents.sums() }
        // The thread's inputs must exist until it ends.
        defer { _ = try? sums.wait() }
        try timings.measure(.index) { try closed.writeIndexes() }
        try checkMemory()
        try closed.noteEdition(contents, sums.wait(), keys: IdentifyingProperties(of: resolved.loads).names)
        let statements = closed.preparedStatements
        let finished = try output.finish(closed, derivingIdentity: policy.uuid == .content)
        for phase in [BuildTimings.Phase.read, .convert, .unique, .insert] {
            timings[phase] = clock.timings[phase]
        }
        report.timings = timings
        report.warnings = resolved.warnings + report.warnings
        return FinishedBuild(
            finished, report: report, reference: reference, preparedStatements: statements, rejects: rejects,
            path: outputPath.value)
    }

    /// Runs the loads. Their memory, mostly keys of objects, is released afterwards, because building indexes needs
    /// it.
    private func fill(
        _ store: inout WorkingStore, with resolved: ResolvedPlan, without keys: IndexedKeys,
        _ reference: ReferenceStore, rejects: RejectFiles?, external: ExternalFiles, clock: RowClock
    ) throws -> (SeedReport, PrimaryKeys) {
        let context = try context(
            resolved, without: keys, store, reference, rejects: rejects, clock: clock)
        try store.restoreIndexes(onTables: tablesToSearch(resolved.loads))
        var report = try SeedRun(
            loads: resolved.loads, junctions: resolved.junctions, layout: reference.layout, plan: plan,
            isSwiftData: !reference.sourceValues.isEmpty || reference.model.isSwiftData, context: context
        ).run()
        let values = ExternalValues(layout: reference.layout)
        if plan.policy.storage == .external {
            try values.move(in: store.connection, newerThan: context.keys.initial) {
                try external.write($1, as: $0)
            }
        }
        if plan.policy.rows == .keep {
            report.warnings += try keepFiles(values, in: store.connection, with: external)
        }
        return (report, context.keys)
    }

    /// Keeps the files that rows from the reference refer to, so that they are moved with the store.
    ///
    /// - Returns: a warning if files are missing.
    func keepFiles(
        _ values: ExternalValues, in connection: Connection, with files: ExternalFiles
    ) throws -> [SeedIssue] {
        let names = try values.fileNames(in: connection)
        let missing = try files.keep(names, ofStore: plan.reference.value)
        guard missing > 0 else { return [] }
        return [
            SeedIssue(
                .database(
                    .missingExternalFiles(
                        count: missing, folder: ExternalValues.folder(ofStore: plan.reference.value))),
                at: plan.reference.location)
        ]
    }

    private func context(
        _ resolved: ResolvedPlan, without keys: IndexedKeys, _ store: borrowing WorkingStore,
        _ reference: ReferenceStore, rejects: RejectFiles?, clock: RowClock
    ) throws -> BuildContext {
        let requests = resolved.loads.flatMap(\.keyRequests) + resolved.junctions.flatMap(\.keyRequests)
        let registry = KeyRegistry(requests.filter { !keys.names.contains($0.name) })
        if plan.policy.rows == .keep { try registry.preload(from: store.connection) }
        let skips = plan.policy.onError == .skip
        // The first issue is enough to build again.
        let maxErrors =
            keys.names.isEmpty
            ? options.maxErrors ?? plan.policy.maxErrors ?? (skips ? nil : Options.standardMaxErrors) : 1
        return BuildContext(
            connection: store.connection, registry: registry,
            keys: PrimaryKeys(
                initial: plan.policy.rows == .keep
                    ? try store.highestPrimaryKeys(of: reference) : [:]),
            issues: IssueLimit(maxErrors: maxErrors, skips: skips), rejects: rejects,
            directTables: tablesToSearch(resolved.loads).union(
                reference.inspection.tables.filter { !options.usesQueue || $0.hasConstraints }
                    .map(\.name)),
            scripts: resolved.scripts, clock: clock, progress: options.progress,
            memoryLimit: options.memoryLimit)
    }

    private func rejectFiles() throws -> RejectFiles? {
        guard plan.policy.onError == .skip, !plan.isExact else { return nil }
        return try RejectFiles(
            folder: plan.policy.rejects?.value ?? outputPath.value + ".rejects",
            sources: plan.sources, store: outputPath.value,
            text: options.issueText)
    }

    /// Returns the tables whose rows `conflict: replace` looks up by their foreign keys.
    private func tablesToSearch(_ loads: [ResolvedLoad]) -> Set<String> {
        let replacing = loads.filter { $0.plan.conflict.replaces }
        return Set(
            replacing.flatMap(\.variants).flatMap(\.toManys).map { toMany in
                switch toMany.membership.rows {
                case .join(let table, _, _, _, _, _): table
                case .foreignKey(let table, _, _, _): table
                }
            })
    }
}

extension SeedFailure {
    /// Whether another build from the same inputs would fail, too.
    fileprivate var isRepeatable: Bool {
        !issues.contains { $0.fault == .machine || $0.reason == .file(.changedWhileRead) }
    }
}
