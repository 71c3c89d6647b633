import Foundation

/// A thread that the system may refuse to create, for example at a limit on processes or memory.
///
/// Foundation's `Thread` and Dispatch's queues do not report a refusal, so that waiting for their work never ends.
/// Nothing else in this project creates threads.
package enum NewThread {
    /// Whether every thread is refused, as at a system limit. For tests.
    @TaskLocal package static var isRefused = false

    /// Starts a thread.
    ///
    /// - Parameter name: the thread's name, for debuggers.
    /// - Returns: false if there is no thread. `body` then never runs.
    static func start(_ name: String, _ body: @escaping @Sendable () -> Void) -> Bool {
        guard !isRefused else { return false }
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        #if canImport(Darwin)
            var thread: pthread_t?
        #else
            var thread = pthread_t()
        #endif
        guard pthread_create(&thread, nil, { NewThread.run($0) }, start.toOpaque()) == 0 else {
            start.release()
            return false
        }
        #if canImport(Darwin)
            if let thread { pthread_detach(thread) }
        #else
            pthread_detach(thread)
        #endif
        return true
    }

    private static func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
        guard let argument else { return nil }
        let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
        Thread.current.name = start.name
        start.body()
        return nil
    }

    private final class Start: Sendable {
        let name: String
        let body: @Sendable () -> Void

        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }
}
