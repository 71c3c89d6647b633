import Foundation

/// The result of work on another thread.
///
/// `@unchecked`: the result is touched under the lock.
package final class BackgroundResult<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var result: Result<Value, any Error>?

    /// Creates a result that is given later.
    init() {}

    /// Begins work on a thread of its own, or does it at once if the system has no thread. What the work holds
    /// is released before its result is available.
    ///
    /// - Parameter name: the thread's, for debuggers.
    package convenience init(named name: String, _ work: @escaping @Sendable () throws -> Value) {
        self.init()
        let work = Once(work)
        if !begin(work, named: name) { give(work.result()) }
    }

    /// Begins work that waits for its caller, and so needs a thread of its own.
    ///
    /// - Returns: nil if the system has no thread.
    convenience init?(onThread name: String, _ work: @escaping @Sendable () throws -> Value) {
        self.init()
        guard begin(Once(work), named: name) else { return nil }
    }

    private func begin(_ work: Once, named name: String) -> Bool {
        NewThread.start(name) { [self] in give(work.result()) }
    }

    /// Gives the result, once.
    func give(_ result: Result<Value, any Error>) {
        condition.lock()
        defer { condition.unlock() }
        self.result = result
        condition.broadcast()
    }

    /// Waits for the result, however often it is asked for.
    ///
    /// - Throws: what the work threw.
    package func wait() throws -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return try result.get() }
            condition.wait()
        }
    }

    /// Work that is done once and forgotten.
    ///
    /// `@unchecked`: only the thread that does it touches it after it was made.
    private final class Once: @unchecked Sendable {
        private var work: (@Sendable () throws -> Value)?

        init(_ work: @escaping @Sendable () throws -> Value) { self.work = work }

        func result() -> Result<Value, any Error> {
            defer { work = nil }
            return Result { [work] in
                // One thread asks, once: no input leads here.
                guard let work else { preconditionFailure("work that was done before") }
                return try work()
            }
        }
    }
}
