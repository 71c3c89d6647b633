import SQLite
import Threads

/// Rows on their way to the store: one thread fills batches while another runs them.
///
/// A few batches go round, so that neither thread gets far ahead and memory stays flat. The order
/// of rows is the order in which they were added. While rows wait the connection belongs to the
/// queue's thread: nothing else uses it before ``close()`` or ``cancel()``. Rows that fit into one
/// batch need no thread at all.
final class RowQueue {
    /// The batch that rows go into; ask for it anew for every row.
    private(set) var batch = RowBatch(capacity: batchSize + batchSize / 4)

    /// Whether rows may be added; afterwards they are inserted at once.
    private(set) var isOpen = true

    /// How long the rows took that have been run.
    private(set) var duration = Duration.zero

    /// How long whoever adds rows had to wait for others to be run.
    private(set) var waited = Duration.zero

    private var inserters: [RowInserter] = []
    private var worker: Worker?

    /// The bytes that a batch gathers before it is handed over.
    static let batchSize = 256 * 1024
    /// How many batches there are besides the one that is being filled.
    static let waitingBatches = 3

    /// Adds an inserter for rows to come; no rows may be waiting.
    ///
    /// - Returns: its number.
    func add(_ inserter: RowInserter) -> Int {
        inserters.append(inserter)
        return inserters.count - 1
    }

    /// To be called after each row.
    ///
    /// - Throws: `DatabaseError` of an earlier row.
    @inline(__always)
    func rowEnded() throws {
        if batch.byteCount >= Self.batchSize { try submit() }
    }

    private func submit() throws {
        let worker = try self.worker ?? Worker(inserters.map { try $0.manyRowStatement() })
        self.worker = worker
        let start = ContinuousClock().now
        defer { waited += ContinuousClock().now - start }
        batch = try worker.exchange(batch)
    }

    /// Runs all rows that wait; the connection is the caller's afterwards.
    ///
    /// - Throws: `DatabaseError` of one of them.
    func close() throws {
        isOpen = false
        // They hold the queue.
        defer { inserters = [] }
        guard let worker else {
            defer { batch.removeAll() }
            let start = ContinuousClock().now
            try batch.run(on: inserters.map(\.rowStatement))
            duration = ContinuousClock().now - start
            return
        }
        self.worker = nil
        duration = try worker.finish(with: batch)
    }

    /// Forgets the rows that wait; the connection is the caller's afterwards.
    func cancel() {
        isOpen = false
        inserters = []
        batch.removeAll()
        worker?.cancel()
        worker = nil
    }

    /// The thread that runs batches.
    private struct Worker {
        private let pipe: BlockPipe<RowBatch>
        private let duration: BackgroundResult<Duration>

        init(_ statements: [RowStatement]) {
            let pipe = BlockPipe(
                (0..<RowQueue.waitingBatches).map { _ in
                    RowBatch(capacity: RowQueue.batchSize + RowQueue.batchSize / 4)
                })
            let statements = Transfer(statements)
            self.pipe = pipe
            duration = BackgroundResult(named: "zseed rows") {
                var duration = Duration.zero
                do {
                    while let batch = try pipe.fullBlock() {
                        let start = ContinuousClock().now
                        try batch.run(on: statements.value)
                        batch.removeAll()
                        pipe.recycle(batch)
                        duration += ContinuousClock().now - start
                    }
                } catch {
                    pipe.stop(error)
                    throw error
                }
                return duration
            }
        }

        /// Hands over a full batch for an empty one.
        func exchange(_ batch: RowBatch) throws -> RowBatch {
            let next = try pipe.emptyBlock()
            pipe.send(batch)
            return next
        }

        /// Hands over the last batch, and waits until every batch has run and the thread has let go
        /// of the statements.
        ///
        /// - Returns: how long the batches took.
        func finish(with batch: RowBatch) throws -> Duration {
            pipe.send(batch)
            pipe.close()
            return try duration.wait()
        }

        func cancel() {
            pipe.cancel()
            // What it failed with was thrown, or nobody wants to know any more.
            _ = try? duration.wait()
        }
    }
}
