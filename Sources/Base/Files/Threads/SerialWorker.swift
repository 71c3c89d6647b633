import Foundation

/// A thread that runs work items one after the other, in the order in which they were added.
///
/// It starts with the first item. It ends when the worker is released and all items are done. `State` is created on
/// the thread and never leaves it. If the system has no thread, the caller runs each item while adding it.
package final class SerialWorker<State>: Sendable {
    package typealias Work = @Sendable (inout State) throws -> Void

    private let line: Line

    /// Creates a worker, without starting its thread.
    ///
    /// - Parameters:
    ///   - name: the thread's name, for debuggers.
    ///   - limit: the number of waiting and running items. Adding more waits.
    ///   - state: creates the thread's state.
    package init(
        named name: String, limit: Int = .max, state: @escaping @Sendable () -> State
    ) {
        line = Line(name: name, limit: max(limit, 1), state: state)
    }

    deinit { line.close() }

    /// Adds a work item. After an item has failed, later ones are skipped.
    package func add(_ work: @escaping Work) { line.add(work) }

    /// Adds a work item with its own result. It runs even if an earlier item has failed.
    package func result<Value: Sendable>(
        of work: @escaping @Sendable (inout State) throws -> Value
    ) -> BackgroundResult<Value> {
        let result = BackgroundResult<Value>()
        line.add(isNeeded: true) { state in
            result.give(Result { try work(&state) })
        }
        return result
    }

    /// Waits until all work is done.
    ///
    /// - Throws: the error of the first item that failed.
    package func wait() throws { try line.wait() }

    /// The state that the thread shares with its callers.
    ///
    /// `@unchecked`: mutable state is accessed only under the lock.
    private final class Line: @unchecked Sendable {
        private let condition = NSCondition()
        private let name: String
        private let limit: Int
        private let makeState: @Sendable () -> State
        private var waiting: [(work: Work, isNeeded: Bool)] = []
        private var thread = Thread.notStarted
        private var isWorking = false
        private var isClosed = false
        private var failure: (any Error)?
        /// Only the thread or caller that runs work accesses it.
        private var state: State?

        private enum Thread { case notStarted, running, refused }

        init(name: String, limit: Int, state: @escaping @Sendable () -> State) {
            self.name = name
            self.limit = limit
            makeState = state
        }

        func add(isNeeded: Bool = false, _ work: @escaping Work) {
            if enqueue(work, isNeeded: isNeeded) == .refused { workOff() }
        }

        private func enqueue(_ work: @escaping Work, isNeeded: Bool) -> Thread {
            condition.lock()
            defer { condition.unlock() }
            while waiting.count + (isWorking ? 1 : 0) >= limit { condition.wait() }
            waiting.append((work, isNeeded))
            condition.broadcast()
            if thread == .notStarted {
                thread = NewThread.start(name) { [self] in workUntilClosed() } ? .running : .refused
            }
            return thread
        }

        func wait() throws {
            condition.lock()
            defer { condition.unlock() }
            while isWorking || !waiting.isEmpty { condition.wait() }
            if let failure { throw failure }
        }

        func close() {
            condition.lock()
            defer { condition.unlock() }
            isClosed = true
            condition.broadcast()
        }

        private func workUntilClosed() {
            while let next = next(waits: true) { run(next) }
            state = nil
        }

        /// Runs all waiting items, unless another caller is doing so.
        private func workOff() {
            while let next = next(waits: false) { run(next) }
        }

        private func run(_ work: Work) {
            var thrown: (any Error)?
            var state = state.take() ?? makeState()
            do { try work(&state) } catch { thrown = error }
            self.state = state
            done(thrown)
        }

        /// Returns the next item, or nil at the end or while another item is running.
        ///
        /// - Parameter waits: whether to wait for items that are added later.
        private func next(waits: Bool) -> Work? {
            condition.lock()
            defer { condition.unlock() }
            while true {
                while waits, waiting.isEmpty, !isClosed { condition.wait() }
                guard !isWorking, !waiting.isEmpty else { return nil }
                let next = waiting.removeFirst()
                condition.broadcast()
                guard failure == nil || next.isNeeded else { continue }
                isWorking = true
                return next.work
            }
        }

        private func done(_ thrown: (any Error)?) {
            condition.lock()
            defer { condition.unlock() }
            isWorking = false
            failure = failure ?? thrown
            condition.broadcast()
        }
    }
}
