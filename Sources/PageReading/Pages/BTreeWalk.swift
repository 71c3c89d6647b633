/// Goes through the cells of a b-tree in their order.
///
/// See <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
final class BTreeWalk {
    /// A row of a table or an entry of an index, as its page has it.
    struct Cell {
        /// The row's number; 0 in an index.
        let rowID: Int64
        /// The record, or its beginning where the rest is on overflow pages.
        let local: UnsafeRawBufferPointer
        /// The bytes of the whole record.
        let size: Int
        /// The first overflow page; 0 where there is none.
        let overflow: UInt32
    }

    /// A page on the way from the root to the current cell.
    private struct Level {
        let buffer: UnsafeMutableRawBufferPointer
        var isLeaf = true
        /// Where the pointers to its cells begin.
        var pointers = 0
        /// How many steps it takes to be through: one for each cell of a leaf, and one for each child, with one
        /// for the cell behind it in an index.
        var steps = 0
        /// The step to the child behind all cells, on a page that is no leaf.
        var lastChild = 0
        var next = 0
    }

    private let file: DatabaseFile
    private let usableSize: Int
    /// The longest records that are whole on their page.
    private let mostInTable: Int
    private let mostInIndex: Int
    /// The root's first; plain memory, since each cell comes by here.
    private let levels: UnsafeMutablePointer<Level>
    /// How many levels have a page.
    private var allocated = 0
    /// How many levels the way has.
    private var depth = 0
    private var isIndex = false
    private var overflowPage: UnsafeMutableRawBufferPointer
    private var whole: [UInt8] = []
    private var visited = 0

    /// Levels of a tree, as SQLite has it.
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

    /// Gives each cell of a tree to `body`, see ``next()``.
    ///
    /// - Throws: ``PageDoubt`` where the tree is no such tree; `FileError`; what `body` throws.
    func forEachCell(
        ofTreeAt root: UInt32, isIndex: Bool, _ body: (Cell) throws -> Void
    ) throws {
        try begin(at: root, isIndex: isIndex)
        while let cell = try next() { try body(cell) }
    }

    /// Goes to the beginning of a tree, or of a part of it.
    ///
    /// - Throws: ``PageDoubt`` where there is none; `FileError`.
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

    /// The next cell; nil behind the last one. Its bytes hold until the next one is asked for. In an index they
    /// hold until the one behind that is asked for, too: between two cells the walk either leaves a page for
    /// the cell of one above it, or goes down from that cell to deeper pages, and never reads over the page of
    /// the first one.
    ///
    /// - Throws: ``PageDoubt`` where the tree is no such tree; `FileError`.
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

    /// Goes on from a page that is no leaf: to a child, or in an index to the cell behind it.
    private func goOn(_ step: Int, _ level: UnsafeMutablePointer<Level>) throws -> Cell? {
        let page = UnsafeRawBufferPointer(rebasing: level.pointee.buffer[..<usableSize])
        guard step < level.pointee.lastChild else {
            // The last child's number stands in the page's header, before the pointers.
            try descend(to: page.long(at: level.pointee.pointers - 4))
            return nil
        }
        if isIndex, step & 1 == 1 { return try cell(step / 2, of: level.pointee) }
        let offset = Int(page.short(at: level.pointee.pointers + 2 * (isIndex ? step / 2 : step)))
        guard offset + 4 <= page.count else { throw PageDoubt("a page ends early") }
        try descend(to: page.long(at: offset))
        return nil
    }

    private func descend(to number: UInt32) throws {
        visited += 1
        guard depth < Self.depthLimit, visited <= file.pageCount else { throw PageDoubt("no tree") }
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
        default: throw PageDoubt("page \(number) is of another kind")
        }
        let count = Int(page.short(at: start + 3))
        level.pointers = start + (level.isLeaf ? 8 : 12)
        level.lastChild = isIndex ? 2 * count : count
        level.steps = level.isLeaf ? count : level.lastChild + 1
        guard level.pointers + 2 * count <= page.count else { throw PageDoubt("page \(number) is too full") }
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
        guard size >= 0, size < Self.sizeLimit else { throw PageDoubt("a record is too long") }
        let local = localSize(of: Int(size), isIndex)
        let hasOverflow = local < Int(size)
        guard offset + local + (hasOverflow ? 4 : 0) <= page.count else {
            throw PageDoubt("a record ends early")
        }
        return Cell(
            rowID: rowID, local: UnsafeRawBufferPointer(rebasing: page[offset..<offset + local]),
            size: Int(size), overflow: hasOverflow ? page.long(at: offset + local) : 0)
    }

    /// How many bytes of a record are on its page
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

    /// The whole record of a cell; it holds until the next one is asked for.
    ///
    /// - Throws: ``PageDoubt``, `FileError`.
    func withRecord<Result>(
        of cell: Cell, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard cell.overflow != 0 else { return try body(cell.local) }
        guard cell.size <= file.pageCount * file.pageSize else { throw PageDoubt("a record is too long") }
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

/// One of some parts of a tree, which together have each of its cells once, in their order.
package struct TreePart: Sendable {
    /// From 0 on.
    let number: Int
    let count: Int

    /// All of it.
    package static let whole = TreePart(number: 0, count: 1)

    /// The parts that some threads may read at once.
    package static func parts(_ count: Int) -> [TreePart] {
        (0..<count).map { TreePart(number: $0, count: count) }
    }
}

extension UnsafeRawBufferPointer {
    /// Two bytes, the high one first.
    @inline(__always)
    func short(at offset: Int) -> UInt16 {
        UInt16(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt16.self))
    }

    /// Four bytes, the highest first.
    @inline(__always)
    func long(at offset: Int) -> UInt32 {
        UInt32(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt32.self))
    }

    /// Eight bytes, the highest first.
    @inline(__always)
    func longest(at offset: Int) -> UInt64 {
        UInt64(bigEndian: loadUnaligned(fromByteOffset: offset, as: UInt64.self))
    }

    /// Reads an integer of one to nine bytes, and goes behind it.
    ///
    /// - Throws: ``PageDoubt`` where the bytes end before it does.
    @inline(__always)
    func varint(at offset: inout Int) throws -> Int64 {
        guard offset < count else { throw PageDoubt("a number ends early") }
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
            guard offset < count else { throw PageDoubt("a number ends early") }
            let byte = self[offset]
            offset += 1
            guard index < 8 else { return Int64(bitPattern: result << 8 | UInt64(byte)) }
            result = result << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: result)
    }
}
