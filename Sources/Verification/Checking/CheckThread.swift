import Foundation
import SQLite
import Synchronization

/// A thread beside the one that verifies, which makes one check of a store after the other over a
/// connection of its own. It starts with its first work; when nobody can give it more, it goes as
/// soon as it has done what it was given.
package final class CheckThread: Sendable {
    typealias Work = @Sendable (_ store: OpenedStore) -> Void

    /// The store, as the thread has it open.
    final class OpenedStore {
        private let path: String
        private var opened: Connection?

        fileprivate init(path: String) { self.path = path }

        /// The thread's connection, opened when it is needed first.
        ///
        /// - Throws: `DatabaseError`, `FileError`.
        func connection() throws -> Connection {
            if let opened { return opened }
            let connection = try Connection.reading(path: path)
            opened = connection
            return connection
        }
    }

    /// What the thread and those who give it work share.
    private final class Line: Sendable {
        let state = Mutex((works: [Work](), isRunning: false))
        /// Signalled for each work, and once more at the end.
        let changes = DispatchSemaphore(value: 0)
    }

    private let path: String
    private let line = Line()

    init(path: String) { self.path = path }

    deinit { line.changes.signal() }

    /// Gives the thread work, to be done after what it has already.
    func add(_ work: @escaping Work) {
        let isFirst = line.state.withLock { state in
            defer { state.isRunning = true }
            state.works.append(work)
            return !state.isRunning
        }
        line.changes.signal()
        if isFirst { start() }
    }

    private func start() {
        Thread.detachNewThread { [path, line] in
            let store = OpenedStore(path: path)
            while true {
                line.changes.wait()
                let next = line.state.withLock { $0.works.isEmpty ? nil : $0.works.removeFirst() }
                guard let next else { return }
                next(store)
            }
        }
    }
}
