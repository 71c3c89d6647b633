/// Walks through the cells of a b-tree in order.
///
/// See <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
final class BTreeWalk {
    /// A row of a table or an entry of an index, as stored on its page.
    struct Cell {
        /// The row's number, or 0 in an index.
        let rowID: Int64
        /// The record, or its beginning if the rest is on overflow pages.
        let local: UnsafeRawBufferPointer
        /// The size of the whole record in bytes.
        let size: Int
        /// The first overflow page, or 0 if there is none.
        let overflow: UInt32
    }

    /// A page on the path from the root to the current cell.
    private struct Level {
        let buffer: UnsafeMutableRawBufferPointer
        var isLeaf = true
        /// The offset of the pointers to the page's cells.
        var pointers = 0
        /// The number of steps to finish the page: one per cell of a leaf, or one per child, and in an index one
        /// for the cell after each child.
        var steps = 0
        /// The step to the child after all cells, on an interior page.
        var lastChild = 0
        var next = 0
    }

    private let file: DatabaseFile
    private let usableSize: Int
    /// The lengths of the longest records without overflow pages.
    private let mostInTable: Int
    private let mostInIndex: Int
    /// The levels, starting with the root. Plain memory, because every cell accesses it.
    private let levels: UnsafeMutablePointer<Level>
    /// The number of levels that have a buffer.
    private var allocated = 0
    /// The number of levels on the current path.
    private var depth = 0
    private var isIndex = false
    private var overflowPage: UnsafeMutableRawBufferPointer
    private var whole: [UInt8] = []
    private var visited = 0

    /// SQLite's limit on levels of a tree.
    private static let depthLimit = 20
    /// The longest record that SQLite writes.
    private static let sizeLimit = 1 << 31

    init(_ file: DatabaseFile) {
        self.file = file
        usableSize = file.usableSize
        mostInTable = usableSize - 35
        mostInIndex = (usableSize - 12) * 64 / 255 - 23
        levels = .allocate(capacity: Self.depthLimit)
        overflowPage = .allocate(byteCount: file.pageSize, alignment: 8)
    }

    deinit {
        for level in 0..<allocated { levels[level].buffer.deallocate() }
        levels.deallocate()
        overflowPage.deallocate()
    }

    /// Passes each cell of a tree to `body`, see ``next()``.
    ///
    /// - Throws: ``UnreadablePage`` if the tree is invalid, `FileError`, or the error that `body` throws.
    func forEachCell(
        ofTreeAt root: UInt32, isIndex: Bool, _ body: (Cell) throws -> Void
    ) throws {
        try begin(at: root, isIndex: isIndex)
        while let cell = try next() { try body(cell) }
    }

    /// Moves to the beginning of a tree or of a part of it.
    ///
    /// - Throws: ``UnreadablePage`` if the tree is invalid, `FileError`.
    func begin(at root: UInt32, isIndex: Bool, part: TreePart = .whole) throws {
        self.isIndex = isIndex
        visited = 0
        depth = 0
        try descend(to: root)
        let steps = levels.pointee.steps
        guard !levels.pointee.isLeaf else { return levels.pointee.steps = part.number == 0 ? steps : 0 }
        levels.pointee.next = steps * part.number / part.count
        levels.pointee.steps = steps * (part.number + 1) / part.count
    }

    /// Returns the next cell, or nil after the last one.
    ///
    /// Its bytes are valid until the next cell is requested. In an index they are valid for one cell longer.
    /// Between two cells the walk either leaves a page for a cell of its parent, or descends from that cell to
    /// deeper pages. It never overwrites the page of the first cell.
    ///
    /// - Throws: ``UnreadablePage`` if the tree is invalid, `FileError`.
    @inline(__always)
    func next() throws -> Cell? {
        while depth > 0 {
            let level = levels + (depth - 1)
            let step = level.pointee.next
            guard step < level.pointee.steps else {
                depth -= 1
                continue
            }
            level.pointee.next = step + 1
            if level.pointee.isLeaf { return try cell(step, of: level.pointee) }
            if let cell = try goOn(step, level) { return cell }
        }
        return nil
    }

    /// Continues from an interior page: to a child, or in an index to the cell after it.
    private func goOn(_ step: Int, _ level: UnsafeMutablePointer<Level>) throws -> Cell? {
        let page = UnsafeRawBufferPointer(rebasing: level.pointee.buffer[..<usableSize])
        guard step < level.pointee.lastChild else {
            // The number of the last child is in the page header, before the pointers.
            try descend(to: page.long(at: level.pointee.pointers - 4))
            return nil
        }
        if isIndex, step & 1 == 1 { return try cell(step / 2, of: level.pointee) }
        let offset = Int(page.short(at: level.pointee.pointers + 2 * (isIndex ? step / 2 : step)))
        guard offset + 4 <= page.count else { throw UnreadablePage("a page ends early") }
        try descend(to: page.long(at: offset))
        return nil
    }

    private func descend(to number: UInt32) throws {
        visited += 1
        guard depth < Self.depthLimit, visited <= file.pageCount else { throw UnreadablePage("no tree") }
        if allocated == depth {
            (levels + depth).initialize(
                to: Level(buffer: .allocate(byteCount: file.pageSize, alignment: 8)))
            allocated += 1
        }
        var level = Level(buffer: levels[depth].buffer)
        try file.read(number, into: level.buffer)
        let page = UnsafeRawBufferPointer(rebasing: level.buffer[..<usableSize])
        let start = number == 1 ? 100 : 0
        switch page[start] {
        case 0x0D where !isIndex, 0x0A where isIndex: level.isLeaf = true
        case 0x05 where !isIndex, 0x02 where isIndex: level.isLeaf = false
        default: throw UnreadablePage("page \(number) is of another kind")
        }
        let count = Int(page.short(at: start + 3))
        level.pointers = start + (level.isLeaf ? 8 : 12)
        level.lastChild = isIndex ? 2 * count : count
        level.steps = level.isLeaf ? count : level.lastChild + 1
        guard level.pointers + 2 * count <= page.count else {
            throw UnreadablePage("page \(number) is too full")
        }
        levels[depth] = level
        depth += 1
    }

    @inline(__always)
    private func cell(_ index: Int, of level: Level) throws -> Cell {
        let page = UnsafeRawBufferPointer(rebasing: level.buffer[..<usableSize])
        var offset = Int(page.short(at: level.pointers + 2 * index)) + (level.isLeaf ? 0 : 4)
        return try cell(in: page, at: &offset, isIndex)
    }

    @inline(__always)
    private func cell(
        in page: UnsafeRawBufferPointer, at offset: inout Int, _ isIndex: Bool
    ) throws -> Cell {
        let size = try page.varint(at: &offset)
        let rowID = isIndex ? 0 : try page.varint(at: &offset)
        guard size >= 0, size < Self.sizeLimit else { throw UnreadablePage("a record is too long") }
        let local = localSize(of: Int(size), isIndex)
        let hasOverflow = local < Int(size)
        guard offset + local + (hasOverflow ? 4 : 0) <= page.count else {
            throw UnreadablePage("a record ends early")
        }
        return Cell(
            rowID: rowID, local: UnsafeRawBufferPointer(rebasing: page[offset..<offset + local]),
            size: Int(size), overflow: hasOverflow ? page.long(at: offset + local) : 0)
    }

    /// Returns the number of bytes of a record that are on its page
    /// (<https://www.sqlite.org/fileformat2.html#cell_payload>).
    @inline(__always)
    private func localSize(of size: Int, _ isIndex: Bool) -> Int {
        let most = isIndex ? mostInIndex : mostInTable
        guard size > most else { return size }
        let usable = usableSize
        let least = (usable - 12) * 32 / 255 - 23
        let wanted = least + (size - least) % (usable - 4)
        return wanted <= most ? wanted : least
    }

    /// Passes the whole record of a cell to `body`. It is valid until the next record is requested.
    ///
    /// - Throws: ``UnreadablePage``, `FileError`.
    func withRecord<Result>(
        of cell: Cell, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard cell.overflow != 0 else { return try body(cell.local) }
        guard cell.size <= file.pageCount * file.pageSize else {
            throw UnreadablePage("a record is too long")
        }
        whole.removeAll(keepingCapacity: true)
        whole.append(contentsOf: cell.local)
        var next = cell.overflow
        while whole.count < cell.size {
            try file.read(next, into: overflowPage)
            let page = UnsafeRawBufferPointer(rebasing: overflowPage[..<file.usableSize])
            whole.append(contentsOf: page[4..<min(page.count, 4 + cell.size - whole.count)])
            next = page.long(at: 0)
        }
        return try whole.withUnsafeBytes(body)
    }
}

/// One of several parts of a tree. Together the parts have each cell once, in order.
package struct TreePart: Sendable {
    /// The number of the part, from 0.
    let number: Int
    let count: Int

    /// The whole tree.
    package static let whole = TreePart(number: 0, count: 1)

    /// Returns parts that several threads can read at once.
    package static func parts(_ count: Int) -> [TreePart] {
        (0..<count).map { TreePart(number: $0, count: count) }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns two bytes as a big-endian integer.
    @inline(__always)
    func short(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Returns four bytes as a big-endian integer.
    @inline(__always)
    func long(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Returns eight bytes as a big-endian integer.
    @inline(__always)
    func longest(at offset: Int) -> UInt64 {
        UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Reads a variable-length integer of one to nine bytes, and moves the offset past it.
    ///
    /// - Throws: ``UnreadablePage`` if the bytes end within it.
    @inline(__always)
    func varint(at offset: inout Int) throws -> Int64 {
        guard offset < count else { throw UnreadablePage("a number ends early") }
        let first = self[offset]
        guard first >= 0x80 else {
            offset += 1
            return Int64(first)
        }
        return try longVarint(at: &offset)
    }

    private func longVarint(at offset: inout Int) throws -> Int64 {
        var result: UInt64 = 0
        for index in 0..<9 {
            guard offset < count else { throw UnreadablePage("a number ends early") }
            let byte = self[offset]
            offset += 1
            guard index < 8 else { return Int64(bitPattern: result << 8 | UInt64(byte)) }
            result = result << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: result)
    }
}
