import Foundation

/// Runs a closure on a new thread with a stack of a given size.
///
/// - Parameter stackSize: in bytes, a multiple of 4096.
package func onThread<Result: Sendable>(
    stackSize: Int, _ body: @escaping @Sendable () -> Result
) async -> Result {
    await withCheckedContinuation { continuation in
        let thread = Thread { continuation.resume(returning: body()) }
        thread.stackSize = stackSize
        thread.start()
    }
}
