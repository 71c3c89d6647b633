import Foundation

/// The result of work on another thread.
///
/// `@unchecked`: the result is accessed only under the lock.
package final class BackgroundResult<Value: Sendable>: @unchecked Sendable {
    private let condition = NSCondition()
    private var result: Result<Value, any Error>?

    /// Creates a result whose value is set later.
    init() {}

    /// Starts work on its own thread, or does it at once if the system has no thread.
    ///
    /// Everything that the work retains is released before its result is available.
    ///
    /// - Parameter name: the thread's name, for debuggers.
    package convenience init(named name: String, _ work: @escaping @Sendable () throws -> Value) {
        self.init()
        let work = Once(work)
        if !begin(work, named: name) { work.result().map(give) }
    }

    /// Starts work that waits for its caller and therefore needs its own thread.
    ///
    /// - Returns: nil if the system has no thread.
    convenience init?(onThread name: String, _ work: @escaping @Sendable () throws -> Value) {
        self.init()
        guard begin(Once(work), named: name) else { return nil }
    }

    private func begin(_ work: Once, named name: String) -> Bool {
        NewThread.start(name) { [self] in work.result().map(give) }
    }

    /// Sets the result, once.
    func give(_ result: Result<Value, any Error>) {
        condition.lock()
        defer { condition.unlock() }
        self.result = result
        condition.broadcast()
    }

    /// Waits for the result. It can be called any number of times.
    ///
    /// - Throws: the error that the work threw.
    package func wait() throws -> Value {
        condition.lock()
        defer { condition.unlock() }
        while true {
            if let result { return try result.get() }
            condition.wait()
        }
    }

    /// Work that is done once and then released.
    ///
    /// `@unchecked`: after its creation, only one thread accesses it.
    private final class Once: @unchecked Sendable {
        private var work: (@Sendable () throws -> Value)?

        init(_ work: @escaping @Sendable () throws -> Value) { self.work = work }

        /// Does the work. Returns nil if it was done before.
        func result() -> Result<Value, any Error>? {
            defer { work = nil }
            return work.map { work in Result { try work() } }
        }
    }
}
