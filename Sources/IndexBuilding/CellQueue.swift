import Threads

/// Takes the cells of indexes from the thread that merges them to the one that writes their pages,
/// a few blocks of them at a time.
final class CellQueue {
    /// Cells, each behind its length.
    private final class Block {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        var used = 0

        deinit { bytes.deallocate() }
    }

    /// What stands in place of a cell's length behind the last cell of an index.
    private static let endOfIndex = UInt32.max
    private static let header = 4

    private let indexes: [any IndexEntries]
    /// Nil without a thread: each index is merged when its cells are asked for.
    private let pipe: BlockPipe<Block>?
    /// The number of indexes that were given without a pipe.
    private var given = 0
    /// The block that is being read, and how much of it was.
    private var block = Block()
    private var offset = 0

    /// Nobody wants the cells that are still to come.
    private struct Stopped: Error {}

    /// Begins to merge on a thread of its own: the cells of all indexes, one index after the other.
    /// Entries are released when the last index that has them is done.
    ///
    /// - Parameter indexes: nobody else uses them before ``stop()``.
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

    /// Lets go of the entries of an index, unless a later one has them, too.
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

        /// Gives all cells, those too before one that fails.
        mutating func add(_ indexes: [any IndexEntries]) throws {
            defer { pipe.send(block) }
            for (number, index) in indexes.enumerated() {
                try index.forEachCell { try append($0) }
                try put(CellQueue.endOfIndex, room: CellQueue.header)
                CellQueue.release(number, of: indexes)
            }
        }

        /// Adds a cell; none is longer than a page.
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

    /// Gives the cells of the next index.
    ///
    /// - Throws: what merging threw, and what `body` throws.
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
            // Our own two threads count the indexes alike: no input leads here.
            guard let next = try pipe.fullBlock() else {
                preconditionFailure("an index more was asked for than there are")
            }
            block = next
            offset = 0
        } while block.used == 0
    }

    /// Makes the merging thread stop, if it has not, and waits for its end: nothing more is read.
    func stop() {
        pipe?.stop(Stopped())
        // What it failed with was told where its cells were asked for.
        try? pipe?.wait()
    }
}
