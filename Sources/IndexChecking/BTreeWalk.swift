import Files

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

    private let file: DatabaseFile
    private let usableSize: Int
    /// The longest records that are whole on their page.
    private let mostInTable: Int
    private let mostInIndex: Int
    /// A page for each level, the root's first.
    private var pages: [UnsafeMutableRawBufferPointer] = []
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
        overflowPage = .allocate(byteCount: file.pageSize, alignment: 8)
    }

    deinit {
        for page in pages { page.deallocate() }
        overflowPage.deallocate()
    }

    /// Gives each cell of a tree to `body`; its bytes hold until that returns. In an index they hold until
    /// it returns for the next cell, too: between two cells the walk either leaves a page for the cell of one
    /// above it, or goes down from that cell to deeper pages, and never reads over the page of the first one.
    ///
    /// - Throws: ``IndexDoubt`` where the tree is no such tree; `FileError`; what `body` throws.
    func forEachCell(
        ofTreeAt root: UInt32, isIndex: Bool, _ body: (Cell) throws -> Void
    ) throws {
        visited = 0
        try walk(root, level: 0, isIndex, body)
    }

    private func walk(
        _ number: UInt32, level: Int, _ isIndex: Bool, _ body: (Cell) throws -> Void
    ) throws {
        visited += 1
        guard level < Self.depthLimit, visited <= file.pageCount else { throw IndexDoubt("no tree") }
        if pages.count == level { pages.append(.allocate(byteCount: file.pageSize, alignment: 8)) }
        let buffer = pages[level]
        try file.read(number, into: buffer)
        let page = UnsafeRawBufferPointer(rebasing: buffer[..<usableSize])
        let start = number == 1 ? 100 : 0
        let isLeaf: Bool
        switch page[start] {
        case 0x0D where !isIndex, 0x0A where isIndex: isLeaf = true
        case 0x05 where !isIndex, 0x02 where isIndex: isLeaf = false
        default: throw IndexDoubt("page \(number) is of another kind")
        }
        let count = Int(page.short(at: start + 3))
        let pointers = start + (isLeaf ? 8 : 12)
        guard pointers + 2 * count <= page.count else { throw IndexDoubt("page \(number) is too full") }
        for index in 0..<count {
            var offset = Int(page.short(at: pointers + 2 * index))
            if !isLeaf {
                guard offset + 4 <= page.count else { throw IndexDoubt("page \(number) ends early") }
                try walk(page.long(at: offset), level: level + 1, isIndex, body)
                offset += 4
            }
            if isLeaf || isIndex { try body(try cell(in: page, at: &offset, isIndex)) }
        }
        if !isLeaf { try walk(page.long(at: start + 8), level: level + 1, isIndex, body) }
    }

    @inline(__always)
    private func cell(
        in page: UnsafeRawBufferPointer, at offset: inout Int, _ isIndex: Bool
    ) throws -> Cell {
        let size = try page.varint(at: &offset)
        let rowID = isIndex ? 0 : try page.varint(at: &offset)
        guard size >= 0, size < Self.sizeLimit else { throw IndexDoubt("a record is too long") }
        let local = localSize(of: Int(size), isIndex)
        let hasOverflow = local < Int(size)
        guard offset + local + (hasOverflow ? 4 : 0) <= page.count else {
            throw IndexDoubt("a record ends early")
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
    /// - Throws: ``IndexDoubt``, `FileError`.
    func withRecord<Result>(
        of cell: Cell, _ body: (UnsafeRawBufferPointer) throws -> Result
    ) throws -> Result {
        guard cell.overflow != 0 else { return try body(cell.local) }
        guard cell.size <= file.pageCount * file.pageSize else { throw IndexDoubt("a record is too long") }
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
    /// - Throws: ``IndexDoubt`` where the bytes end before it does.
    @inline(__always)
    func varint(at offset: inout Int) throws -> Int64 {
        guard offset < count else { throw IndexDoubt("a number ends early") }
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
            guard offset < count else { throw IndexDoubt("a number ends early") }
            let byte = self[offset]
            offset += 1
            guard index < 8 else { return Int64(bitPattern: result << 8 | UInt64(byte)) }
            result = result << 7 | UInt64(byte & 0x7F)
            if byte < 0x80 { break }
        }
        return Int64(bitPattern: result)
    }
}
