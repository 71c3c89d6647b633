/// One level of an index b-tree that is written from left to right.
///
/// It has the page that is being filled, and the full page before it, which is kept until its right neighbour has a
/// cell.
///
/// See <https://www.sqlite.org/fileformat2.html#b_tree_pages>.
struct BTreeLevel {
    /// A page in the file's format, except for its header. The first cell is last, because SQLite fills pages from
    /// the end.
    final class Page {
        private var bytes: [UInt8]
        private let header: Int
        private let usableSize: Int
        private(set) var count = 0
        /// The offset of the last cell.
        private var start: Int
        /// The child page with the entries that are greater than all cells, or nil for a leaf.
        var rightChild: UInt32?

        init(isLeaf: Bool, pageSize: Int, usableSize: Int) {
            bytes = [UInt8](repeating: 0, count: pageSize)
            header = BTreeLevel.headerLength(isLeaf: isLeaf)
            self.usableSize = usableSize
            start = usableSize
            bytes[0] = isLeaf ? BTreeLevel.leafType : BTreeLevel.interiorType
        }

        /// Returns whether a cell of this length still fits.
        @inline(__always)
        func hasRoom(for length: Int) -> Bool { header + 2 * (count + 1) + length <= start }

        /// Adds a cell after the others. The cell must fit.
        @inline(__always)
        func append(_ cell: UnsafeRawBufferPointer) {
            start -= cell.count
            bytes.withUnsafeMutableBytes { bytes in
                bytes[start..<(start + cell.count)].copyBytes(from: cell)
            }
            put(start, at: header + 2 * count)
            count += 1
        }

        /// Returns a cell.
        func cell(_ index: Int) -> ArraySlice<UInt8> {
            bytes[offset(index)..<(index == 0 ? usableSize : offset(index - 1))]
        }

        /// Removes the last cell and returns it.
        func removeLast() -> [UInt8] {
            let cell = Array(self.cell(count - 1))
            for index in start..<(start + cell.count) { bytes[index] = 0 }
            count -= 1
            put(0, at: header + 2 * count)
            start += cell.count
            return cell
        }

        /// Returns the complete page.
        func content() -> [UInt8] {
            put(count, at: 3)
            // 65536 does not fit into two bytes and is written as 0.
            put(start & 0xFFFF, at: 5)
            if let child = rightChild {
                put(Int(child >> 16), at: 8)
                put(Int(child & 0xFFFF), at: 10)
            }
            return bytes
        }

        private func offset(_ index: Int) -> Int {
            Int(bytes[header + 2 * index]) << 8 | Int(bytes[header + 2 * index + 1])
        }

        @inline(__always)
        private func put(_ value: Int, at offset: Int) {
            bytes[offset] = UInt8(truncatingIfNeeded: value >> 8)
            bytes[offset + 1] = UInt8(truncatingIfNeeded: value)
        }
    }

    /// The page that is being filled.
    var current: Page
    /// The full page before the current one, and the entry between them.
    var previous: (page: Page, divider: [UInt8])?

    private static let leafType: UInt8 = 10
    private static let interiorType: UInt8 = 2

    /// Returns the length of a page header in bytes.
    private static func headerLength(isLeaf: Bool) -> Int { isLeaf ? 8 : 12 }
}
