import Foundation

/// A few blocks that circulate between a thread that fills them and one that empties them.
///
/// Neither side gets far ahead, and memory stays flat. Blocks arrive in the order in which they were sent.
///
/// Each side waits for the other, so that a pipe exists only with a thread at its other end.
///
/// `@unchecked`: mutable state is accessed only under the lock, and a block belongs to one side at a time.
package final class BlockPipe<Block>: @unchecked Sendable {
    private let condition = NSCondition()
    private var empty: [Block]
    private var full: [Block] = []
    private var isClosed = false
    /// The error of the filling side, delivered after the last block.
    private var end: (any Error)?
    /// The error of the emptying side, delivered at once.
    private var stop: (any Error)?
    private var work: BackgroundResult<Void>?

    /// Creates a pipe with empty blocks, and starts the thread at its other end.
    ///
    /// - Parameters:
    ///   - name: the thread's name, for debuggers.
    ///   - work: fills or empties blocks on the thread.
    /// - Returns: nil if the system has no thread. The caller then does the work without a pipe.
    package init?(
        _ blocks: [Block], named name: String, _ work: @escaping @Sendable (BlockPipe<Block>) throws -> Void
    ) {
        empty = blocks
        guard let work = BackgroundResult(onThread: name, { [self] in try work(self) }) else { return nil }
        self.work = work
    }

    /// Waits for the end of the thread. The pipe must already be closed or stopped.
    ///
    /// - Throws: the error that the thread's work threw.
    package func wait() throws { try work?.wait() }

    // MARK: Filling

    /// Returns an empty block, after waiting for one.
    ///
    /// - Throws: the error with which the other side stopped.
    package func emptyBlock() throws -> Block {
        condition.lock()
        defer { condition.unlock() }
        while empty.isEmpty, stop == nil { condition.wait() }
        if let stop { throw stop }
        return empty.removeLast()
    }

    /// Passes a filled block to the other side.
    package func send(_ block: Block) {
        condition.lock()
        defer { condition.unlock() }
        full.append(block)
        condition.broadcast()
    }

    /// Closes the pipe after the last block.
    ///
    /// - Parameter error: the error that ended the filling, if any. The other side gets it after the last block.
    package func close(_ error: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        end = end ?? error
        condition.broadcast()
    }

    /// Takes back the blocks that were sent but not received, and closes the pipe.
    package func cancel() {
        condition.lock()
        defer { condition.unlock() }
        empty += full
        full = []
        isClosed = true
        condition.broadcast()
    }

    // MARK: Emptying

    /// Returns the next filled block, or nil after the last one.
    ///
    /// - Throws: the error with which the other side closed.
    package func fullBlock() throws -> Block? {
        condition.lock()
        defer { condition.unlock() }
        while full.isEmpty, !isClosed { condition.wait() }
        guard full.isEmpty else { return full.removeFirst() }
        if let end { throw end }
        return nil
    }

    /// Returns an emptied block to the other side.
    package func recycle(_ block: Block) {
        condition.lock()
        defer { condition.unlock() }
        empty.append(block)
        condition.broadcast()
    }

    /// Stops the other side, whose next request for a block throws the error.
    package func stop(_ error: any Error) {
        condition.lock()
        defer { condition.unlock() }
        stop = stop ?? error
        condition.broadcast()
    }
}
