import SQLite
import Threads

/// A thread beside the one that verifies, which makes one check of a store after the other over a
/// connection of its own.
package final class CheckThread: Sendable {
    private let worker: SerialWorker<OpenedStore>

    init(path: String) {
        worker = SerialWorker(named: "zseed checks") { OpenedStore(path: path) }
    }

    /// Gives the thread work, to be done after what it has already.
    func result<Value: Sendable>(
        of work: @escaping @Sendable (inout OpenedStore) throws -> Value
    ) -> BackgroundResult<Value> {
        worker.result(of: work)
    }

    /// The store, as the thread has it open.
    struct OpenedStore {
        private let path: String
        private var opened: Connection?

        fileprivate init(path: String) { self.path = path }

        /// The thread's connection, opened when it is needed first.
        ///
        /// - Throws: `DatabaseError`, `FileError`.
        mutating func connection() throws -> Connection {
            if let opened { return opened }
            let connection = try Connection.reading(path: path)
            opened = connection
            return connection
        }
    }
}
