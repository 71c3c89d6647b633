import Foundation

/// Passes saved changes from the context that saved them to contexts in other isolations that merge automatically. Each
/// of these takes its changes when it is next used.
final class ChangeFeed: @unchecked Sendable {
    // Guarded by the lock; the contents are Sendable.
    private let lock = NSLock()
    private var inboxes: [Int: [ManagedObjectContextNotification]] = [:]
    private var lastNumber = 0

    /// Opens an inbox.
    func subscribe() -> Int {
        lock.withLock {
            lastNumber += 1
            inboxes[lastNumber] = []
            return lastNumber
        }
    }

    /// Closes an inbox.
    func unsubscribe(_ number: Int) { lock.withLock { inboxes[number] = nil } }

    /// Puts a notification into all inboxes except the sender's.
    func post(_ notification: ManagedObjectContextNotification, except sender: Int?) {
        lock.withLock {
            for number in inboxes.keys where number != sender {
                inboxes[number]?.append(notification)
            }
        }
    }

    /// Empties an inbox and returns its contents.
    func take(_ number: Int) -> [ManagedObjectContextNotification] {
        lock.withLock {
            guard let waiting = inboxes[number], !waiting.isEmpty else { return [] }
            inboxes[number] = []
            return waiting
        }
    }
}
