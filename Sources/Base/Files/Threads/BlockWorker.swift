/// A worker that processes blocks in the order in which it gets them.
///
/// It runs on another thread while the caller fills the next blocks, or in the caller if the system has no thread.
package final class BlockWorker<Block> {
    private enum Way {
        case thread(BlockPipe<Block>)
        case caller((Block) throws -> Void)
    }

    private let way: Way

    /// Creates a worker.
    ///
    /// - Parameters:
    ///   - blocks: the blocks that circulate in addition to the one that the caller fills.
    ///   - name: the thread's name, for debuggers.
    ///   - work: processes and empties a block. After it has thrown, further blocks must not be passed.
    package init(_ blocks: [Block], named name: String, work: @escaping @Sendable (Block) throws -> Void) {
        let pipe = BlockPipe(blocks, named: name) { pipe in
            do {
                while let block = try pipe.fullBlock() {
                    try work(block)
                    pipe.recycle(block)
                }
            } catch {
                pipe.stop(error)
                throw error
            }
        }
        way = pipe.map { .thread($0) } ?? .caller(work)
    }

    /// Exchanges a filled block for an empty one.
    ///
    /// - Throws: the error that the work on this or an earlier block threw.
    package func exchange(_ block: Block) throws -> Block {
        switch way {
        case .thread(let pipe):
            let next = try pipe.emptyBlock()
            pipe.send(block)
            return next
        case .caller(let work):
            try work(block)
            return block
        }
    }

    /// Passes the last block, and waits until every block is processed.
    ///
    /// - Throws: the error that the work on a block threw.
    package func finish(with block: Block) throws {
        switch way {
        case .thread(let pipe):
            pipe.send(block)
            pipe.close()
            try pipe.wait()
        case .caller(let work):
            try work(block)
        }
    }

    /// Discards the waiting blocks, and waits for the end of the current work.
    package func cancel() {
        guard case .thread(let pipe) = way else { return }
        pipe.cancel()
        // The error was already thrown, or does not matter after a cancellation.
        try? pipe.wait()
    }
}
