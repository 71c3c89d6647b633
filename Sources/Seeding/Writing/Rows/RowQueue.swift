import Foundation
import SQLite

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
    ///
    /// `@unchecked`: everything that both threads touch is touched under the lock, and a batch and
    /// the statements belong to one of them at a time.
    private final class Worker: @unchecked Sendable {
        private let condition = NSCondition()
        private var statements: [RowStatement]
        private var waiting: [RowBatch] = []
        private var spare: [RowBatch]
        private var isClosed = false
        private var isFinished = false
        private var duration = Duration.zero
        private var failure: (any Error)?

        init(_ statements: [RowStatement]) {
            self.statements = statements
            spare = (0..<RowQueue.waitingBatches).map { _ in
                RowBatch(capacity: RowQueue.batchSize + RowQueue.batchSize / 4)
            }
            let thread = Thread { [self] in work() }
            thread.name = "zseed rows"
            thread.start()
        }

        /// Hands over a full batch for an empty one.
        func exchange(_ batch: RowBatch) throws -> RowBatch {
            condition.lock()
            defer { condition.unlock() }
            while spare.isEmpty, failure == nil { condition.wait() }
            if let failure { throw failure }
            waiting.append(batch)
            condition.signal()
            return spare.removeLast()
        }

        /// Hands over the last batch, and waits until every batch has run and the thread has ended.
        ///
        /// - Returns: how long the batches took.
        func finish(with batch: RowBatch) throws -> Duration {
            condition.lock()
            defer { condition.unlock() }
            waiting.append(batch)
            isClosed = true
            condition.signal()
            while !isFinished { condition.wait() }
            if let failure { throw failure }
            return duration
        }

        func cancel() {
            condition.lock()
            defer { condition.unlock() }
            waiting.removeAll()
            isClosed = true
            condition.signal()
            while !isFinished { condition.wait() }
        }

        private func work() {
            while let batch = next() {
                var thrown: (any Error)?
                let start = ContinuousClock().now
                do { try batch.run(on: statements) } catch { thrown = error }
                batch.removeAll()
                condition.lock()
                spare.append(batch)
                duration += ContinuousClock().now - start
                failure = thrown
                condition.signal()
                condition.unlock()
                if thrown != nil { break }
            }
            condition.lock()
            // The thread itself goes a moment later: what it holds must not keep the store open.
            statements = []
            isFinished = true
            condition.signal()
            condition.unlock()
        }

        private func next() -> RowBatch? {
            condition.lock()
            defer { condition.unlock() }
            while waiting.isEmpty, !isClosed { condition.wait() }
            return waiting.isEmpty ? nil : waiting.removeFirst()
        }
    }
}
