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

    /// Removes this file should the process be interrupted; one file at a time.
    static func register(_ file: String) {
        unregister()
        path = strdup(file)
        for number in signals { signal(number, handler) }
    }

    /// Forgets the file.
    static func unregister() {
        for number in signals { signal(number, SIG_DFL) }
        free(path)
        path = nil
    }

    private static let handler: @convention(c) (Int32) -> Void = { number in
        if let path { unlink(path) }
        signal(number, SIG_DFL)
        raise(number)
    }
}
