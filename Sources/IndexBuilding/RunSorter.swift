import Dispatch

/// Sorts runs of entries on another thread, one after the other.
///
/// `@unchecked`: the failure is touched on the queue, and after it was waited for.
final class RunSorter: @unchecked Sendable {
    private let queue = DispatchQueue(label: "zseed.sort")
    /// As many runs may wait as there are columns: all of them are full at the same row.
    private let room: DispatchSemaphore
    private var failure: (any Error)?

    /// - Parameter waiting: how many runs may wait.
    init(waiting: Int) { room = DispatchSemaphore(value: max(waiting, 1)) }

    /// Something to do once on the other thread. The caller must not touch what it touches.
    struct Work: @unchecked Sendable {
        let body: () throws -> Void
    }

    /// Does some work on the other thread, after what was asked for before.
    func add(_ work: Work) {
        room.wait()
        queue.async { [self] in
            defer { room.signal() }
            guard failure == nil else { return }
            do { try work.body() } catch { failure = error }
        }
    }

    /// Waits until all work is done.
    ///
    /// - Throws: what the first work that failed threw.
    func wait() throws {
        queue.sync {}
        if let failure { throw failure }
    }
}
