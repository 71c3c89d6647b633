import Files
import SQLite

/// A second thread for verification. It runs checks of a store one after the other, over its own connection.
package final class CheckThread: Sendable {
    private let worker: SerialWorker<OpenedStore>

    init(path: String) {
        worker = SerialWorker(named: "zseed checks") { OpenedStore(path: path) }
    }

    /// Runs work on the thread after all earlier work.
    func result<Value: Sendable>(
        of work: @escaping @Sendable (inout OpenedStore) throws -> Value
    ) -> BackgroundResult<Value> {
        worker.result(of: work)
    }

    /// The store as this thread opens it.
    struct OpenedStore {
        private let path: String
        private var opened: Connection?

        fileprivate init(path: String) { self.path = path }

        /// Returns the thread's connection, which is opened on first use.
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
