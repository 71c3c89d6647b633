import Dispatch
import Synchronization

/// Takes the cells of indexes from the thread that merges them to the one that writes their pages,
/// a few blocks of them at a time.
///
/// `@unchecked`: a block belongs to one thread at a time, and semaphores hand it over.
final class CellQueue: @unchecked Sendable {
    private final class Block {
        let bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        var used = 0
        /// Why no other block follows, though there are cells.
        var failure: (any Error)?

        deinit { bytes.deallocate() }
    }

    /// What stands in place of a cell's length behind the last cell of an index.
    private static let endOfIndex = UInt32.max
    private static let header = 4

    private let blocks = (0..<4).map { _ in Block() }
    private let full = DispatchSemaphore(value: 0)
    private let empty = DispatchSemaphore(value: 0)
    /// The next block to be filled, and the next to be read; each counts on its own thread.
    private var filling = 0
    private var reading = 0
    /// Whether a block is being read, and how much of it was.
    private var isReading = false
    private var offset = 0
    private let isStopped = Atomic(false)

    /// Nobody wants the cells that are still to come.
    private struct Stopped: Error {}

    init() {
        // A semaphore may not go away with less than it began with, as it would after a failure.
        for _ in 1..<blocks.count { empty.signal() }
    }

    // MARK: Merging thread

    /// Gives the cells of all indexes, one index after the other. Entries are released when the
    /// last index that has them is done.
    func fill(from indexes: [any IndexEntries]) {
        do {
            for (place, index) in indexes.enumerated() {
                try index.forEachCell { try append($0) }
                try put(Self.endOfIndex, room: Self.header)
                if !indexes[(place + 1)...].contains(where: { $0 === index }) { index.release() }
            }
        } catch {
            blocks[filling % blocks.count].failure = error
        }
        full.signal()
    }

    /// Adds a cell; none is longer than a page.
    private func append(_ cell: UnsafeRawBufferPointer) throws {
        let block = try put(UInt32(cell.count), room: Self.header + cell.count)
        block.bytes[block.used...].copyBytes(from: cell)
        block.used += cell.count
    }

    @inline(__always) @discardableResult
    private func put(_ length: UInt32, room: Int) throws -> Block {
        var block = blocks[filling % blocks.count]
        if block.bytes.count - block.used < room {
            full.signal()
            empty.wait()
            guard !isStopped.load(ordering: .acquiring) else { throw Stopped() }
            filling += 1
            block = blocks[filling % blocks.count]
            block.used = 0
        }
        block.bytes.storeBytes(of: length, toByteOffset: block.used, as: UInt32.self)
        block.used += Self.header
        return block
    }

    // MARK: Writing thread

    /// Gives the cells of the next index.
    ///
    /// - Throws: what merging threw, and what `body` throws.
    func forEachCell(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
        while true {
            let bytes = try readableBlock().bytes
            let length = bytes.loadUnaligned(fromByteOffset: offset, as: UInt32.self)
            offset += Self.header
            guard length != Self.endOfIndex else { return }
            let start = offset
            offset += Int(length)
            try body(UnsafeRawBufferPointer(rebasing: bytes[start..<offset]))
        }
    }

    /// The block that is being read, or the next one where it is at its end.
    @inline(__always)
    private func readableBlock() throws -> Block {
        while !isReading || offset == blocks[reading % blocks.count].used {
            if isReading {
                if let failure = blocks[reading % blocks.count].failure { throw failure }
                reading += 1
                empty.signal()
            }
            full.wait()
            isReading = true
            offset = 0
        }
        return blocks[reading % blocks.count]
    }

    /// Makes the merging thread stop, if it has not: nothing more is read.
    func stop() {
        isStopped.store(true, ordering: .releasing)
        empty.signal()
    }
}
