#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// Removes the private file when the process is told to end (SIGINT, SIGTERM, SIGHUP).
///
/// A signal handler may do next to nothing: it unlinks a path that was prepared as C text, and
/// raises the signal again with its usual effect.
enum InterruptCleanup {
    /// Written by ``register(_:)`` and ``unregister()`` only, read by the handler: one pointer.
    nonisolated(unsafe) private static var path: UnsafeMutablePointer<CChar>?

    private static let signals = [SIGINT, SIGTERM, SIGHUP]
    /// Those of the signals that have our handler.
    nonisolated(unsafe) private static var handled: [Int32] = []

    /// Removes this file should the process be interrupted; one file at a time.
    static func register(_ file: String) {
        unregister()
        path = strdup(file)
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

    /// Forgets the file.
    static func unregister() {
        for number in handled { signal(number, SIG_DFL) }
        handled = []
        free(path)
        path = nil
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
        if let path { unlink(path) }
        signal(number, SIG_DFL)
        raise(number)
    }
}
