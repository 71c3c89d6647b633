/// Blocks that are processed in the order in which they are handed over: by another thread while the caller fills the
/// next ones, or by the caller if the system has no thread.
package final class BlockWorker<Block> {
    private enum Way {
        case thread(BlockPipe<Block>)
        case caller((Block) throws -> Void)
    }

    private let way: Way

    /// Prepares to work.
    ///
    /// - Parameters:
    ///   - blocks: those that go round beside the one that the caller fills.
    ///   - name: the thread's, for debuggers.
    ///   - work: works off a block, which is empty afterwards. Once it has thrown, no more blocks may be handed over.
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

    /// Hands over a full block for an empty one.
    ///
    /// - Throws: what the work on this or an earlier block threw.
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

    /// Hands over the last block, and waits until every block is worked off.
    ///
    /// - Throws: what the work on a block threw.
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

    /// Forgets the blocks that wait, and waits for the end of the work.
    package func cancel() {
        guard case .thread(let pipe) = way else { return }
        pipe.cancel()
        // Its error was thrown, or no longer matters.
        try? pipe.wait()
    }
}
