import Foundation
import Synchronization

/// A thread beside the one that verifies, which makes one check after the other. It starts with its
/// first work, and goes when it has done what it was given.
final class CheckThread: Sendable {
    /// What the thread and those who give it work share.
    private final class Line: Sendable {
        let works = Mutex<[@Sendable () -> Void]>([])
        /// Signalled for each work, and once more at the end.
        let changes = DispatchSemaphore(value: 0)
    }

    private let line = Line()
    private let isRunning = Mutex(false)

    deinit { line.changes.signal() }

    /// Gives the thread work, to be done after what it has already.
    func add(_ work: @escaping @Sendable () -> Void) {
        line.works.withLock { $0.append(work) }
        line.changes.signal()
        isRunning.withLock { isRunning in
            if !isRunning { start() }
            isRunning = true
        }
    }

    private func start() {
        Thread.detachNewThread { [line] in
            while true {
                line.changes.wait()
                let next = line.works.withLock { $0.isEmpty ? nil : $0.removeFirst() }
                guard let next else { return }
                next()
            }
        }
    }
}
