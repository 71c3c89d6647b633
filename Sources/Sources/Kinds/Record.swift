/// The current row of a source, used again for every row.
///
/// Cells are kept as offsets into one growing block of bytes, so that reading a row allocates
/// nothing once the block has grown to the longest row. A source that has the bytes of a row in one
/// piece may let the cells point there instead.
package final class Record {
    private enum Cell {
        case null
        case integer(Int64)
        case real(Double)
        case text(offset: Int, count: Int)
        case blob(offset: Int, count: Int)
    }

    private var cells = UnsafeMutableBufferPointer<Cell>.allocate(capacity: 64)
    private var bytes: UnsafeMutableRawBufferPointer
    private var used = 0
    /// What the cells' offsets count from: the record's own block, or that of the source.
    private var base: UnsafeRawPointer?

    init() {
        bytes = .allocate(byteCount: 4096, alignment: 16)
        base = UnsafeRawPointer(bytes.baseAddress)
    }

    deinit {
        bytes.deallocate()
        cells.deallocate()
    }

    /// How many bytes the texts and blobs of the row have in all.
    var byteCount: Int { used }

    /// How many cells the row has.
    package private(set) var count = 0

    /// A cell of the row; NULL where the row has no such cell.
    @inline(__always)
    package subscript(index: Int) -> Field {
        guard index >= 0, index < count else { return .null }
        switch cells[index] {
        case .null: return .null
        case .integer(let value): return .integer(value)
        case .real(let value): return .real(value)
        case .text(let offset, let count):
            return .text(view(offset, count))
        case .blob(let offset, let count):
            return .blob(view(offset, count))
        }
    }

    @inline(__always)
    private func view(_ offset: Int, _ count: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: base.map { $0 + offset }, count: count)
    }

    func removeAll() {
        count = 0
        used = 0
        base = UnsafeRawPointer(bytes.baseAddress)
    }

    /// Makes a row of the texts between delimiters in bytes that stay where they are as long as the
    /// row is the current one; an empty text is NULL.
    @inline(__always)
    func view(_ row: UnsafeRawBufferPointer, delimiter: UInt8) {
        count = 0
        used = row.count
        base = row.baseAddress
        var start = 0
        for index in 0..<row.count where row[index] == delimiter {
            append(index == start ? .null : .text(offset: start, count: index - start))
            start = index + 1
        }
        append(row.count == start ? .null : .text(offset: start, count: row.count - start))
    }

    /// Makes a row of NULLs, whose cells come in any order.
    func reset(count: Int) {
        removeAll()
        for _ in 0..<count { append(.null) }
    }

    @inline(__always)
    private func append(_ cell: Cell) {
        if count == cells.count { growCells() }
        cells[count] = cell
        count += 1
    }

    private func growCells() {
        let larger = UnsafeMutableBufferPointer<Cell>.allocate(capacity: cells.count * 2)
        _ = larger.update(fromContentsOf: cells)
        cells.deallocate()
        cells = larger
    }

    /// Whether all cells are empty or white space: slow, and only for rows that are odd already.
    var isBlank: Bool {
        (0..<count).allSatisfy { index in
            switch self[index] {
            case .null: true
            case .text(let bytes): TextTrimming.range(of: bytes).isEmpty
            default: false
            }
        }
    }

    /// Gives the row a number of cells: NULLs in place of those that it lacks, none beyond.
    func resize(to count: Int) {
        while self.count < count { append(.null) }
        self.count = count
    }

    /// Puts cells into another order; cells beyond those stay.
    ///
    /// - Parameter order: for each index the cell that goes there.
    func rearrange(_ order: [Int]) {
        if count < order.count { resize(to: order.count) }
        let old = order.map { cells[$0] }
        for (index, cell) in old.enumerated() { cells[index] = cell }
    }

    /// Takes white space from both ends of a cell's text; one of nothing else becomes NULL.
    @inline(__always)
    func trim(_ index: Int) {
        guard index < count, case .text(let offset, let length) = cells[index] else { return }
        let range = TextTrimming.range(of: view(offset, length))
        guard range.count < length else { return }
        cells[index] =
            range.isEmpty
            ? .null : .text(offset: offset + range.lowerBound, count: range.count)
    }

    /// Makes a cell NULL.
    func clear(_ index: Int) {
        if index < count { cells[index] = .null }
    }

    /// Gives a cell its text.
    func set(text: UnsafeRawBufferPointer, at index: Int) {
        guard index >= 0, index < count else { return }
        cells[index] = .text(offset: copy(text), count: text.count)
    }

    func appendNull() { append(.null) }
    func append(_ value: Int64) { append(.integer(value)) }
    func append(_ value: Double) { append(.real(value)) }

    func append(text: UnsafeRawBufferPointer) {
        append(.text(offset: copy(text), count: text.count))
    }

    func append(blob: UnsafeRawBufferPointer) {
        append(.blob(offset: copy(blob), count: blob.count))
    }

    /// Copies bytes to the end of the block and gives their offset.
    private func copy(_ source: UnsafeRawBufferPointer) -> Int {
        if base != UnsafeRawPointer(bytes.baseAddress) { takeOver() }
        let offset = used
        if source.count > bytes.count - used { grow(by: source.count) }
        if let start = source.baseAddress, let block = bytes.baseAddress {
            (block + offset).copyMemory(from: start, byteCount: source.count)
        }
        used += source.count
        return offset
    }

    /// Copies a row that is only looked at, so that something can be put beside it.
    private func takeOver() {
        if used > bytes.count {
            bytes.deallocate()
            bytes = UnsafeMutableRawBufferPointer.allocate(byteCount: used * 2, alignment: 16)
        }
        if let row = base, let block = bytes.baseAddress { block.copyMemory(from: row, byteCount: used) }
        base = UnsafeRawPointer(bytes.baseAddress)
    }

    private func grow(by count: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(bytes.count * 2, used + count), alignment: 16)
        larger.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<used]))
        bytes.deallocate()
        bytes = larger
        base = UnsafeRawPointer(larger.baseAddress)
    }
}
