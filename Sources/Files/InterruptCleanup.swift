import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Removes private files and empty folders when the process is told to end (SIGINT, SIGTERM,
/// SIGHUP).
///
/// A signal handler may do next to nothing: it unlinks paths that were prepared as C text, and
/// raises the signal again with its usual effect.
public enum InterruptCleanup {
    /// The paths, each in a slot that the handler reads: a fixed block, since it must not move.
    nonisolated(unsafe) private static let paths:
        UnsafeMutablePointer<UnsafeMutablePointer<CChar>?> = {
        let block = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: slotCount)
        block.initialize(repeating: nil, count: slotCount)
        return block
    }()
    /// More builds at once than that go without this net.
    private static let slotCount = 64
    /// Guards everything but what the handler does: several builds may run at once.
    private static let lock = NSLock()
    /// How many files are registered; under the lock.
    nonisolated(unsafe) private static var count = 0
    /// The signals whose handler is ours; under the lock.
    nonisolated(unsafe) private static var handled: [Int32] = []

    private static let signals = [SIGINT, SIGTERM, SIGHUP]

    /// Removes this file, or this folder if it is empty by then, should the process be interrupted.
    ///
    /// - Returns: what to give to ``unregister(_:)``; nil where all slots are taken.
    public static func register(_ file: String) -> Int? {
        lock.withLock {
            guard let slot = (0..<slotCount).first(where: { paths[$0] == nil }) else { return nil }
            paths[slot] = strdup(file)
            count += 1
            if count == 1 { handleSignals() }
            return slot
        }
    }

    /// Forgets a file.
    public static func unregister(_ slot: Int?) {
        guard let slot else { return }
        lock.withLock {
            guard let path = paths[slot] else { return }
            paths[slot] = nil
            free(path)
            count -= 1
            guard count == 0 else { return }
            for number in handled { signal(number, SIG_DFL) }
            handled = []
        }
    }

    private static func handleSignals() {
        for number in signals {
            // What whoever started us had ignored (`nohup`) stays ignored.
            let previous = signal(number, handler)
            if isIgnored(previous) {
                signal(number, SIG_IGN)
            } else {
                handled.append(number)
            }
        }
        unblock()
        // A file that may grow no further (`ulimit -f`) is an error to report, not a reason to die.
        signal(SIGXFSZ, SIG_IGN)
    }

    private static func isIgnored(_ disposition: (@convention(c) (Int32) -> Void)?) -> Bool {
        unsafeBitCast(disposition, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
    }

    /// A thread of Dispatch blocks signals, and a process that it starts inherits that: an
    /// interrupt would have no effect.
    private static func unblock() {
        var set = sigset_t()
        sigemptyset(&set)
        for number in handled { sigaddset(&set, number) }
        pthread_sigmask(SIG_UNBLOCK, &set, nil)
    }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        for slot in 0..<slotCount {
            if let path = paths[slot] { unlink(path) }
        }
        // Folders are empty only now.
        for slot in 0..<slotCount {
            if let path = paths[slot] { rmdir(path) }
        }
        signal(number, SIG_DFL)
        raise(number)
    }
}
