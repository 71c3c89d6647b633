import Files
import SQLite

/// Rows on their way to the store: one thread fills batches while another runs them.
///
/// A few batches are reused, so that neither thread gets far ahead and memory stays flat. Rows are inserted in the
/// order in which they were added. While rows wait, only the queue's thread may use the connection, until ``close()``
/// or ``cancel()``. Rows that fit into one batch need no thread at all.
final class RowQueue {
    /// The batch for the next row. It changes from row to row.
    private(set) var batch = RowBatch(capacity: batchSize + batchSize / 4)

    /// Whether rows may be added. When the queue is closed, rows are inserted at once.
    private(set) var isOpen = true

    /// The duration of running rows.
    private(set) var duration = Duration.zero

    /// The time that the thread adding rows waited for earlier rows.
    private(set) var waited = Duration.zero

    private var inserters: [RowInserter] = []
    private var worker: BlockWorker<RowBatch>?
    private var batches: Batches?

    /// The bytes that a batch collects before it is run.
    static let batchSize = 256 * 1024
    /// The number of batches besides the one that is being filled.
    static let waitingBatches = 3

    /// Adds an inserter for further rows. No rows may be waiting.
    ///
    /// - Returns: its number.
    func add(_ inserter: RowInserter) -> Int {
        inserters.append(inserter)
        return inserters.count - 1
    }

    /// Ends a row. It must be called after each row.
    ///
    /// - Throws: `DatabaseError` of an earlier row.
    @inline(__always)
    func rowEnded() throws {
        if batch.byteCount >= Self.batchSize { try submit() }
    }

    private func submit() throws {
        let start = ContinuousClock().now
        defer { waited += ContinuousClock().now - start }
        batch = try (worker ?? startWorker()).exchange(batch)
    }

    private func startWorker() throws -> BlockWorker<RowBatch> {
        let batches = Batches(try inserters.map { try $0.manyRowStatement() })
        let empty = (0..<Self.waitingBatches).map { _ in
            RowBatch(capacity: Self.batchSize + Self.batchSize / 4)
        }
        let worker = BlockWorker(empty, named: "zseed rows") { try batches.run($0) }
        (self.batches, self.worker) = (batches, worker)
        return worker
    }

    /// Runs all waiting rows. Afterwards the caller may use the connection.
    ///
    /// - Throws: `DatabaseError` of one of them.
    func close() throws {
        isOpen = false
        // The inserters keep a reference to the queue.
        defer { inserters = [] }
        guard let worker, let batches else {
            defer { batch.removeAll() }
            let start = ContinuousClock().now
            try batch.run(on: inserters.map(\.rowStatement))
            duration = ContinuousClock().now - start
            return
        }
        defer { (self.batches, self.worker) = (nil, nil) }
        try worker.finish(with: batch)
        duration = batches.duration
    }

    /// Drops the waiting rows. Afterwards the caller may use the connection.
    func cancel() {
        isOpen = false
        inserters = []
        batch.removeAll()
        worker?.cancel()
        (batches, worker) = (nil, nil)
    }

    /// The batches that are run.
    ///
    /// `@unchecked`: one thread runs them, and the duration is read after that thread ends.
    private final class Batches: @unchecked Sendable {
        private let statements: [RowStatement]
        private(set) var duration = Duration.zero

        init(_ statements: [RowStatement]) { self.statements = statements }

        func run(_ batch: RowBatch) throws {
            let start = ContinuousClock().now
            try batch.run(on: statements)
            batch.removeAll()
            duration += ContinuousClock().now - start
        }
    }
}
