/// Writes the b-tree of an index from its entries in ascending order. Each page is filled completely and written
/// once.
///
/// An entry that does not fit into a leaf becomes the divider between that leaf and the next. No page is left
/// without a cell. If the last page would be empty, it takes one from its left neighbour.
///
/// See <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
struct IndexTreeWriter {
    private let file: DatabasePages
    private let root: UInt32
    private var levels: [BTreeLevel]

    /// Creates a writer.
    ///
    /// - Parameter root: the existing page that becomes the root of the tree.
    init(file: DatabasePages, root: UInt32) {
        self.file = file
        self.root = root
        levels = [BTreeLevel(current: Self.page(level: 0, of: file))]
    }

    /// Returns the length of the longest record without overflow pages, which this type does not write.
    static func longestRecord(usableSize: Int) -> Int { (usableSize - 12) * 64 / 255 - 23 }

    /// Adds an entry, which must be greater than all earlier ones.
    ///
    /// - Parameter cell: the record, preceded by its length.
    /// - Throws: ``FileError``.
    mutating func append(_ cell: UnsafeRawBufferPointer) throws {
        let page = levels[0].current
        if page.hasRoom(for: cell.count) { return page.append(cell) }
        try split(level: 0, divider: Array(cell))
    }

    /// Writes the remaining pages. The last page becomes the root.
    ///
    /// - Throws: ``FileError``.
    mutating func finish() throws {
        var level = 0
        while true {
            if levels[level].current.count == 0 { borrow(level: level) }
            guard levels[level].previous != nil else {
                return try file.write(
                    levels[level].current.content(), at: root, children: children(level))
            }
            try flushPrevious(level: level)
            let last = try file.append(
                levels[level].current.content(), children: children(level))
            levels[level + 1].current.rightChild = last
            level += 1
        }
    }

    // MARK: Levels

    /// Starts a new page after a full one. The entry that did not fit becomes the divider between them.
    private mutating func split(level: Int, divider: [UInt8]) throws {
        if levels[level].previous != nil { try flushPrevious(level: level) }
        levels[level].previous = (levels[level].current, divider)
        levels[level].current = Self.page(level: level, of: file)
    }

    /// Writes the full page of a level. The page and its divider go into the level above.
    private mutating func flushPrevious(level: Int) throws {
        guard let (page, divider) = levels[level].previous else { return }
        levels[level].previous = nil
        let number = try file.append(
            page.content(), children: level == 0 ? [] : Self.children(of: page))
        if level + 1 == levels.count {
            levels.append(BTreeLevel(current: Self.page(level: level + 1, of: file)))
        }
        let cell = Self.bytes(number) + divider
        if levels[level + 1].current.hasRoom(for: cell.count) {
            return cell.withUnsafeBytes { levels[level + 1].current.append($0) }
        }
        // The page still belongs to the full page above, as its right child.
        levels[level + 1].current.rightChild = number
        try split(level: level + 1, divider: divider)
    }

    /// Fills an empty last page with the divider before it. The last entry of the left neighbour becomes the new
    /// divider.
    private mutating func borrow(level: Int) {
        guard let (page, divider) = levels[level].previous, page.count > 1 else { return }
        let last = page.removeLast()
        if level == 0 {
            divider.withUnsafeBytes { levels[level].current.append($0) }
            levels[level].previous = (page, last)
        } else {
            // The child of the last cell becomes the neighbour's right child. The neighbour's former right child
            // moves to the empty page.
            let cell = Self.bytes(page.rightChild ?? 0) + divider
            cell.withUnsafeBytes { levels[level].current.append($0) }
            page.rightChild = Self.number(last[...])
            levels[level].previous = (page, Array(last.dropFirst(4)))
        }
    }

    private static func page(level: Int, of file: DatabasePages) -> BTreeLevel.Page {
        BTreeLevel.Page(
            isLeaf: level == 0, pageSize: file.pageSize, usableSize: file.usableSize)
    }

    // MARK: Children

    private func children(_ level: Int) -> [UInt32] {
        level == 0 ? [] : Self.children(of: levels[level].current)
    }

    private static func children(of page: BTreeLevel.Page) -> [UInt32] {
        (0..<page.count).map { number(page.cell($0)) } + [page.rightChild].compactMap(\.self)
    }

    /// Returns the page number at the beginning of an interior cell.
    private static func number(_ cell: ArraySlice<UInt8>) -> UInt32 {
        cell.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
    }

    private static func bytes(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
}
