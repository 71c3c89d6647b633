import Foundation

/// A few blocks that go round between a thread that fills them and one that empties them, so that
/// neither gets far ahead and memory stays flat. They arrive in the order in which they were sent.
///
/// Each side waits for the other, so that a pipe exists only with the thread at its other end.
///
/// `@unchecked`: what changes is touched under the lock, and a block belongs to one side at a time.
package final class BlockPipe<Block>: @unchecked Sendable {
    private let condition = NSCondition()
    private var empty: [Block]
    private var full: [Block] = []
    private var isClosed = false
    /// What the side that fills failed with: behind the last block.
    private var end: (any Error)?
    /// What the side that empties failed with: at once.
    private var stop: (any Error)?
    private var work: BackgroundResult<Void>?

    /// Creates a pipe with all its blocks, which are empty, and starts the thread at its other end.
    ///
    /// - Parameters:
    ///   - name: the thread's, for debuggers.
    ///   - work: fills or empties blocks on the thread.
    /// - Returns: nil if the system has no thread: the caller does the work without a pipe.
    package init?(
        _ blocks: [Block], named name: String, _ work: @escaping @Sendable (BlockPipe<Block>) throws -> Void
    ) {
        empty = blocks
        guard let work = BackgroundResult(onThread: name, { [self] in try work(self) }) else { return nil }
        self.work = work
    }

    /// Waits for the thread at the other end to be done, for which the pipe has to be closed or stopped.
    ///
    /// - Throws: the error that its work ended with.
    package func wait() throws { try work?.wait() }

    // MARK: Filling

    /// An empty block; waits for one.
    ///
    /// - Throws: what the other side has stopped with.
    package func emptyBlock() throws -> Block {
        condition.lock()
        defer { condition.unlock() }
        while empty.isEmpty, stop == nil { condition.wait() }
        if let stop { throw stop }
        return empty.removeLast()
    }

    /// Hands over a block.
    package func send(_ block: Block) {
        condition.lock()
        defer { condition.unlock() }
        full.append(block)
        condition.broadcast()
    }

    /// Says that no more blocks come.
    ///
    /// - Parameter error: why, if something failed; the other side gets it behind the last block.
    package func close(_ error: (any Error)? = nil) {
        condition.lock()
        defer { condition.unlock() }
        isClosed = true
        end = end ?? error
        condition.broadcast()
    }

    /// Takes back what was sent and not received, and closes.
    package func cancel() {
        condition.lock()
        defer { condition.unlock() }
        empty += full
        full = []
        isClosed = true
        condition.broadcast()
    }

    // MARK: Emptying

    /// The next block; nil behind the last one.
    ///
    /// - Throws: what the other side closed with.
    package func fullBlock() throws -> Block? {
        condition.lock()
        defer { condition.unlock() }
        while full.isEmpty, !isClosed { condition.wait() }
        guard full.isEmpty else { return full.removeFirst() }
        if let end { throw end }
        return nil
    }

    /// Gives back a block, which is empty again.
    package func recycle(_ block: Block) {
        condition.lock()
        defer { condition.unlock() }
        empty.append(block)
        condition.broadcast()
    }

    /// Says that no more blocks are wanted: the other side fails with this when it next asks for one.
    package func stop(_ error: any Error) {
        condition.lock()
        defer { condition.unlock() }
        stop = stop ?? error
        condition.broadcast()
    }
}
