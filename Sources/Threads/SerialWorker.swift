import Foundation

/// A thread that does one piece of work after the other, in the order in which they were given.
///
/// It starts with its first work; when nobody can give it more, it goes as soon as it has done what
/// it was given. `State` is its own: made on the thread, seen by no other. If the system has no thread, the caller
/// does the work while giving it.
package final class SerialWorker<State>: Sendable {
    package typealias Work = @Sendable (inout State) throws -> Void

    private let line: Line

    /// Prepares a thread.
    ///
    /// - Parameters:
    ///   - name: for debuggers.
    ///   - limit: how much work may wait or be under way; whoever gives more waits.
    ///   - state: makes what the thread works with.
    package init(
        named name: String, limit: Int = .max, state: @escaping @Sendable () -> State
    ) {
        line = Line(name: name, limit: max(limit, 1), state: state)
    }

    deinit { line.close() }

    /// Gives the thread work. After work that failed nothing more is done.
    package func add(_ work: @escaping Work) { line.add(work) }

    /// Gives the thread work with a result of its own, which is done in any case.
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
    /// - Throws: what the first work that failed threw.
    package func wait() throws { try line.wait() }

    /// What the thread shares with those who give it work.
    ///
    /// `@unchecked`: what changes is touched under the lock.
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
        /// Only whoever works touches it.
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

        /// Does all work that waits, unless another caller is doing so.
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

        /// Takes the next work; nil at the end, and while other work is being done.
        ///
        /// - Parameter waits: whether work that is given later counts.
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
