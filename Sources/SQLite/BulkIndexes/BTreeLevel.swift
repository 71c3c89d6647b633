/// One level of an index b-tree while it is written from left to right: the page that is being
/// filled, and the full one before it, which is kept until its right neighbour has a cell.
///
/// See <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
struct BTreeLevel {
    /// A page of cells that are kept in ascending order.
    struct Page {
        /// Where each cell begins in `bytes`; one more for the end.
        private(set) var offsets: [Int] = [0]
        /// The cells, one after the other.
        private(set) var bytes: [UInt8] = []
        /// The page below that holds what is greater than all cells; nil for a leaf.
        var rightChild: UInt32?

        var count: Int { offsets.count - 1 }

        /// How many bytes the cells need with their pointers.
        var size: Int { bytes.count + 2 * count }

        mutating func append(_ cell: some Collection<UInt8>) {
            bytes.append(contentsOf: cell)
            offsets.append(bytes.count)
        }

        func cell(_ index: Int) -> ArraySlice<UInt8> { bytes[offsets[index]..<offsets[index + 1]] }

        mutating func removeLast() -> [UInt8] {
            let cell = Array(self.cell(count - 1))
            offsets.removeLast()
            bytes.removeLast(cell.count)
            return cell
        }

        mutating func removeAll() {
            offsets.removeAll(keepingCapacity: true)
            offsets.append(0)
            bytes.removeAll(keepingCapacity: true)
            rightChild = nil
        }
    }

    let isLeaf: Bool
    /// The page that is being filled.
    var current = Page()
    /// The full page before it, and the entry between the two.
    var previous: (page: Page, divider: [UInt8])?

    private static let leafType: UInt8 = 10
    private static let interiorType: UInt8 = 2

    /// The bytes of a page's header.
    static func headerLength(isLeaf: Bool) -> Int { isLeaf ? 8 : 12 }

    /// Whether a cell still fits into the current page.
    func hasRoom(for count: Int, usableSize: Int) -> Bool {
        current.size + count + 2 + Self.headerLength(isLeaf: isLeaf) <= usableSize
    }

    /// The content of a page as the file has it.
    func content(of page: Page, pageSize: Int, usableSize: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: pageSize)
        let header = Self.headerLength(isLeaf: isLeaf)
        result[0] = isLeaf ? Self.leafType : Self.interiorType
        Self.put(page.count, at: 3, in: &result)
        // The first cell stands last, as SQLite fills its pages from the end.
        var end = usableSize
        for index in 0..<page.count {
            let cell = page.cell(index)
            end -= cell.count
            result.replaceSubrange(end..<(end + cell.count), with: cell)
            Self.put(end, at: header + 2 * index, in: &result)
        }
        // 65536 does not fit and is written as 0.
        Self.put(end & 0xFFFF, at: 5, in: &result)
        if let child = page.rightChild {
            Self.put(Int(child >> 16), at: 8, in: &result)
            Self.put(Int(child & 0xFFFF), at: 10, in: &result)
        }
        return result
    }

    private static func put(_ value: Int, at offset: Int, in page: inout [UInt8]) {
        page[offset] = UInt8(truncatingIfNeeded: value >> 8)
        page[offset + 1] = UInt8(truncatingIfNeeded: value)
    }
}
