import Foundation
import ObjectModel
import SQLite
import StoreFormat

/// Builds a store from a plan: resolves it, fills a private copy of the reference, finishes it.
///
/// The result is not in place yet, so that it can be verified first:
///
/// ```swift
/// let finished = try SeedBuilder(plan: plan).build()
/// // … verify finished.temporaryPath …
/// try finished.place()
/// ```
public final class SeedBuilder {
    /// What a build can be told besides its plan.
    public struct Options: Equatable, Sendable {
        /// The most issues of rows to report before giving up.
        public var maximumIssues = 20
        /// Keep the text of every statement, for tests.
        public var recordsStatements = false

        /// The usual options.
        public init() {}
    }

    /// A finished store that waits to be put in place.
    public final class FinishedStore {
        /// What was done.
        public let report: SeedReport
        /// What a reference made from a model file lacks of it.
        public let schemaProblems: [SchemaProblem]
        /// The statements that were prepared, where that was asked for.
        public let preparedStatements: [String]
        private let output: OutputFile

        /// Where the store is now.
        public var temporaryPath: String { output.temporaryPath }
        /// Where the store goes.
        public var path: String { output.path }

        init(
            report: SeedReport, schemaProblems: [SchemaProblem], preparedStatements: [String],
            output: OutputFile
        ) {
            self.report = report
            self.schemaProblems = schemaProblems
            self.preparedStatements = preparedStatements
            self.output = output
        }

        /// Puts the store in place, whole or not at all.
        ///
        /// - Throws: ``SeedIssue``.
        public func place() throws { try output.place() }
    }

    private let plan: SeedPlan
    private let outputPath: Located<String>
    private let options: Options

    /// Prepares a build.
    ///
    /// - Parameter output: where the store goes; nil for what the plan says.
    /// - Throws: ``SeedFailure`` where neither says it.
    public init(plan: SeedPlan, output: String? = nil, options: Options = Options()) throws {
        self.plan = plan
        self.options = options
        let given = output.map { Located($0, at: .init(path: $0)) }
        guard let path = given ?? plan.output else {
            throw SeedFailure([SeedIssue(.missingKey("output"), at: .init(path: plan.path, line: 1))])
        }
        outputPath = path
    }

    /// Builds the store.
    ///
    /// - Throws: ``SeedFailure``, ``StoreError``.
    public func build() throws -> FinishedStore {
        let reference = try ReferenceStore(
            path: plan.reference.value, modelPath: plan.model?.value,
            declared: plan.declaredRelationships)
        let resolver = PlanResolver(plan: plan, reference: reference)
        let metadata = resolver.metadata()
        let loads = try resolver.loads()
        do {
            try checkOutputIsNoInput()
            let output = try OutputFile(path: outputPath.value)
            return try build(
                loads, metadata: metadata, warnings: resolver.warnings.issues, from: reference,
                into: output)
        } catch let issue as SeedIssue {
            throw SeedFailure([issue])
        } catch let error as DatabaseError {
            // The database is ours and new: what fails here is the machine's doing.
            throw SeedFailure([
                SeedIssue(
                    .fileSystem(error.message), at: .init(path: outputPath.value), fault: .machine)
            ])
        } catch let error as FileError {
            throw SeedFailure([SeedIssue(.fileSystem(error.reason), at: .init(path: error.path))])
        }
    }

    private func build(
        _ loads: [ResolvedLoad], metadata: [String: PropertyList], warnings: [SeedIssue],
        from reference: ReferenceStore, into output: OutputFile
    ) throws -> FinishedStore {
        var report = SeedReport()
        var statements: [String] = []
        do {
            let store = try WorkingStore(
                copying: reference.connection, to: output.temporaryPath,
                recordsStatements: options.recordsStatements)
            try store.empty(reference.inspection)
            let keys = PrimaryKeys()
            try store.connection.transaction {
                report = try run(loads, keys: keys, connection: store.connection)
                try store.setMetadata(metadata, inspection: reference.inspection)
                try finish(store, reference: reference, keys: keys)
            }
            statements = store.connection.preparedStatements
        }
        report.warnings = warnings
        try DatabaseHeader.stampVersion(output.temporaryPath)
        return FinishedStore(
            report: report, schemaProblems: reference.creationProblems,
            preparedStatements: statements, output: output)
    }

    // MARK: Loads

    private func run(
        _ loads: [ResolvedLoad], keys: PrimaryKeys, connection: Connection
    ) throws -> SeedReport {
        let registry = KeyRegistry(loads)
        let orderKeys = OrderKeys()
        let issues = IssueLimit(limit: options.maximumIssues)
        let clock = ContinuousClock()
        var runs: [(load: ResolvedLoad, runner: LoadRunner, duration: Duration)] = []
        for step in LoadOrder(loads).steps {
            let start = clock.now
            let runner = try LoadRunner(
                loads[step.load], deferredLinks: step.deferredLinks, registry: registry,
                keys: keys, orderKeys: orderKeys, issues: issues, connection: connection)
            try runner.run()
            runs.append((loads[step.load], runner, clock.now - start))
        }
        for run in runs { try run.runner.resolveDeferred() }
        try issues.throwIfAny()
        return SeedReport(
            rows: runs.flatMap { Self.rows($0.load, $0.runner, $0.duration) })
    }

    private static func rows(
        _ load: ResolvedLoad, _ runner: LoadRunner, _ duration: Duration
    ) -> [SeedReport.Row] {
        let loaded = SeedReport.Row(
            entity: load.entity.name, source: load.source.name.value, read: runner.read,
            written: runner.written, found: 0, rejected: runner.rejected, duration: duration)
        let linked = runner.links.map { writer in
            SeedReport.Row(
                entity: writer.link.destination.name,
                source: "\(load.entity.name).\(writer.link.name)", read: 0,
                written: writer.created, found: writer.found, rejected: 0, duration: nil)
        }
        return [loaded] + linked
    }

    // MARK: Finishing

    private func finish(
        _ store: WorkingStore, reference: ReferenceStore, keys: PrimaryKeys
    ) throws {
        do {
            try store.restoreIndexes()
        } catch let error as DatabaseError where error.resultCode == .constraint {
            throw SeedIssue(.refusedIndex(error.message), at: .init(path: plan.path))
        }
        for (root, key) in keys.highest.sorted(by: { $0.key < $1.key }) {
            guard let number = reference.layout.entity(named: root)?.number else { continue }
            try store.setHighestPrimaryKey(key, ofEntityNumbered: Int64(number))
        }
        try store.restoreTriggers()
    }

    private func checkOutputIsNoInput() throws {
        let inputs = [plan.path, plan.reference.value] + plan.sources.flatMap(\.inputPaths)
            + [plan.model?.value].compactMap(\.self)
        for input in inputs where FileIdentity.isSame(input, outputPath.value) {
            throw SeedIssue(.outputIsInput, at: outputPath.location)
        }
    }
}
