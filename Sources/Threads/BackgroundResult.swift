import Foundation

/// What another thread finds out.
///
/// `@unchecked`: the result is written before the group is left and read after it was waited for.
package final class BackgroundResult<Value: Sendable>: @unchecked Sendable {
    private let group = DispatchGroup()
    private var result: Result<Value, any Error>?

    /// A result that somebody gives later.
    init() { group.enter() }

    /// Begins work on a thread of its own. What the work holds is let go before its result can be
    /// had.
    ///
    /// - Parameter name: the thread's, for debuggers.
    package convenience init(named name: String, _ work: @escaping @Sendable () throws -> Value) {
        self.init()
        let work = Once(work)
        let thread = Thread { [self] in give(work.result()) }
        thread.name = name
        thread.start()
    }

    /// Gives the result, once.
    func give(_ result: Result<Value, any Error>) {
        self.result = result
        group.leave()
    }

    /// Waits for the result, however often it is asked for.
    ///
    /// - Throws: what the work threw.
    package func wait() throws -> Value {
        group.wait()
        // The thread sets it before it leaves the group: no input leads here.
        guard let result else { preconditionFailure("a group that was left without a result") }
        return try result.get()
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
