import Inputs
import StoreFormat

/// Runs one load: reads its source row by row and passes each row to the writer of its entity.
final class LoadRunner {
    /// The number of rows read from the source.
    private(set) var read = 0
    /// The number of invalid rows.
    private(set) var rejected = 0
    /// The writers, one for each entity that rows may belong to.
    let writers: [RowWriter]
    let load: ResolvedLoad

    private let queue: RowQueue?
    let source: any RecordSource
    private let context: BuildContext
    /// The writer if all rows belong to one entity.
    private let onlyWriter: RowWriter?
    private let writersByValue: [String: RowWriter]

    /// Prepares a load.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    init(
        _ load: ResolvedLoad, deferredDestinations: Set<Int>, context: BuildContext
    ) throws {
        self.load = load
        self.context = context
        let source = try load.source.open(sharing: context.scripts)
        source.use(load.usedColumns)
        source.keepLists(in: load.listColumns)
        self.source = source
        let queue = Self.mayQueue(load, context) ? RowQueue() : nil
        self.queue = queue
        context.queue = queue
        defer { context.queue = nil }
        writers = try load.variants.map {
            try RowWriter(
                $0, of: load, source: source, deferredDestinations: deferredDestinations,
                context: context)
        }
        onlyWriter = load.discriminator == nil ? writers.first : nil
        writersByValue = Dictionary(
            writers.compactMap { writer in
                writer.rows.discriminatorValue.map { ($0, writer) }
            }, uniquingKeysWith: { first, _ in first })
    }

    /// Returns whether the rows of a load may wait in a queue: they may if only their insertion uses the store, and
    /// SQLite cannot refuse them.
    private static func mayQueue(_ load: ResolvedLoad, _ context: BuildContext) -> Bool {
        guard load.primaryKey == nil, !load.plan.conflict.changesObject else {
            return false
        }
        return load.variants.allSatisfy { rows in
            rows.toManys.isEmpty && context.mayQueue(rows.entity)
                && rows.links.allSatisfy { link in
                    link.columns.inverse == nil && link.columns.orderColumn == nil
                        && context.mayQueue(link.target.destination)
                }
        }
    }

    /// Reads all rows.
    ///
    /// - Throws: ``SeedFailure`` once there are too many issues; `DatabaseError` if the machine fails.
    func run() throws {
        context.source = source
        defer { context.source = nil }
        do {
            let start = ContinuousClock().now
            try readRows()
            let duration = ContinuousClock().now - start
            context.clock.endLoad(duration - (queue?.waited ?? .zero))
            try queue?.close()
            if let queue { context.clock.add(queue.duration, to: .insert) }
        } catch {
            queue?.cancel()
            throw error
        }
    }

    private func readRows() throws {
        while true {
            context.clock.beginRow()
            guard try nextRow() else { return }
            context.clock.lap(.read)
            read += 1
            try context.reportProgress(rows: read, of: source, subject: load.entity.name)
            do {
                try writer().write()
            } catch let failure as SeedFailure {
                try reject(failure.issues)
            } catch is RefusedDestination {
                countRejected()
            }
        }
    }

    private func nextRow() throws -> Bool {
        while true {
            do {
                return try source.next()
            } catch let issue as SeedIssue {
                guard issue.fault == .data, !issue.reason.endsSource else {
                    throw SeedFailure(context.issues.issues + [issue])
                }
                read += 1
                try reject([issue])
            }
        }
    }

    private func reject(_ issues: [SeedIssue]) throws {
        countRejected()
        try context.reject(issues, of: source, named: load.source.name.value)
    }

    private func countRejected() {
        rejected += 1
        if !context.issues.skips { for writer in writers { writer.noteRefused() } }
    }

    /// Returns the writer for the current row.
    @inline(__always)
    private func writer() throws -> RowWriter {
        if let onlyWriter { return onlyWriter }
        guard let cell = load.discriminator else { return writers[0] }
        let field = source.record[cell.index]
        if let writer = writersByValue[field.isEmpty ? "" : field.display] { return writer }
        let reason: SeedIssue.Reason =
            field.isEmpty
            ? .value(.missingValue)
            : .object(.unknownDiscriminator(known: writers.compactMap(\.rows.discriminatorValue)))
        throw SeedFailure([
            SeedIssue(
                reason, at: source.location(ofColumn: cell.index), entity: load.entity.name,
                sourceColumn: cell.name, value: field.display)
        ])
    }

    /// Writes the deferred links, after all loads have run.
    ///
    /// - Throws: ``SeedFailure`` once there are too many issues, `DatabaseError`.
    func resolveDeferred() throws {
        for writer in writers { try writer.resolveDeferred() }
    }
}
