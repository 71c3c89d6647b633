import Files

/// Passes the cells of indexes from the thread that merges them to the thread that writes their pages, a few blocks
/// at a time.
final class CellQueue {
    /// Cells, each preceded by its length.
    private final class Block {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        var used = 0

        deinit { bytes.deallocate() }
    }

    /// The value in place of a cell's length after the last cell of an index.
    private static let endOfIndex = UInt32.max
    private static let header = 4

    private let indexes: [any IndexEntries]
    /// Nil without a thread. Each index is then merged when its cells are requested.
    private let pipe: BlockPipe<Block>?
    /// The number of indexes that were passed on without a pipe.
    private var given = 0
    /// The block that is being read, and the offset in it.
    private var block = Block()
    private var offset = 0

    /// The error that stops the merge when the remaining cells are not needed, and that cells after the last index
    /// cause.
    private struct Stopped: Error {}

    /// Begins to merge the cells of all indexes on another thread, one index after the other.
    ///
    /// Entries are released after the last index that uses them.
    ///
    /// - Parameter indexes: the indexes, which must not be used elsewhere before ``stop()``.
    init(_ indexes: [any IndexEntries]) {
        self.indexes = indexes
        let indexes = Transfer(indexes)
        pipe = BlockPipe((0..<3).map { _ in Block() }, named: "zseed merge") { pipe in
            do {
                var filling = try Filling(pipe)
                try filling.add(indexes.value)
                pipe.close()
            } catch {
                pipe.close(error)
            }
        }
    }

    /// Releases the entries of an index, unless a later index uses them too.
    private static func release(_ number: Int, of indexes: [any IndexEntries]) {
        let index = indexes[number]
        if !indexes[(number + 1)...].contains(where: { $0 === index }) { index.release() }
    }

    // MARK: Merging thread

    private struct Filling {
        private let pipe: BlockPipe<Block>
        private var block: Block

        init(_ pipe: BlockPipe<Block>) throws {
            self.pipe = pipe
            block = try pipe.emptyBlock()
        }

        /// Sends all cells, including those before one that fails.
        mutating func add(_ indexes: [any IndexEntries]) throws {
            defer { pipe.send(block) }
            for (number, index) in indexes.enumerated() {
                try index.forEachCell { try append($0) }
                try put(CellQueue.endOfIndex, room: CellQueue.header)
                CellQueue.release(number, of: indexes)
            }
        }

        /// Adds a cell, which is never longer than a page.
        private mutating func append(_ cell: UnsafeRawBufferPointer) throws {
            try put(UInt32(cell.count), room: CellQueue.header + cell.count)
            block.bytes[block.used...].copyBytes(from: cell)
            block.used += cell.count
        }

        @inline(__always)
        private mutating func put(_ length: UInt32, room: Int) throws {
            if block.bytes.count - block.used < room {
                let next = try pipe.emptyBlock()
                pipe.send(block)
                block = next
            }
            block.bytes.storeBytes(of: length, toByteOffset: block.used, as: UInt32.self)
            block.used += CellQueue.header
        }
    }

    // MARK: Writing thread

    /// Passes the cells of the next index to `body`.
    ///
    /// - Throws: the error of the merge, or the error that `body` throws.
    func forEachCell(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        guard let pipe else {
            try indexes[given].forEachCell(body)
            Self.release(given, of: indexes)
            given += 1
            return
        }
        while true {
            if offset == block.used { try nextBlock(pipe) }
            let bytes = block.bytes
            let length = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            offset += Self.header
            guard length != Self.endOfIndex else { return }
            let start = offset
            offset += Int(length)
            try body(UnsafeRawBufferPointer(rebasing: bytes[start..<offset]))
        }
    }

    private func nextBlock(_ pipe: BlockPipe<Block>) throws {
        repeat {
            block.used = 0
            pipe.recycle(block)
            // Both threads count the same indexes, so the cells never end here.
            guard let next = try pipe.fullBlock() else { throw Stopped() }
            block = next
            offset = 0
        } while block.used == 0
    }

    /// Stops the merging thread if it still runs, and waits for its end. Cells cannot be read after that.
    func stop() {
        pipe?.stop(Stopped())
        // Its error was thrown where its cells were requested.
        try? pipe?.wait()
    }
}
