/// The current row of an input, reused for every row.
///
/// Cells are offsets into a single growing block of bytes. Once the block has the size of the longest row, reading
/// a row does not allocate memory. An input that has the bytes of a row in one place may let the cells point there
/// instead.
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
    /// The base of the cells' offsets: the record's own block, or that of the input.
    private var base: UnsafeRawPointer?

    init() {
        bytes = .allocate(byteCount: 4096, alignment: 16)
        base = UnsafeRawPointer(bytes.baseAddress)
    }

    deinit {
        bytes.deallocate()
        cells.deallocate()
    }

    /// The total length of the row's texts and blobs in bytes.
    var byteCount: Int { used }

    /// The number of cells in the row.
    package private(set) var count = 0

    /// Returns a cell of the row, or NULL if the row has no such cell.
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

    /// Sets the row to the texts between delimiters in some bytes. The bytes must stay in place while the row is
    /// the current one. An empty text is NULL.
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

    /// Sets the row to such texts if some are in quotes. A text in quotes is never NULL.
    ///
    /// - Returns: false, without cells, if a quote is not at the beginning or the end of a text.
    @inline(__always)
    func viewQuoted(_ row: UnsafeRawBufferPointer, delimiter: UInt8) -> Bool {
        let quote = UInt8(ascii: "\"")
        count = 0
        used = row.count
        base = row.baseAddress
        var index = 0
        while true {
            let isQuoted = index < row.count && row[index] == quote
            if isQuoted { index += 1 }
            let start = index
            let end = isQuoted ? quote : delimiter
            while index < row.count, row[index] != end, row[index] != quote { index += 1 }
            let text = Cell.text(offset: start, count: index - start)
            if isQuoted {
                append(text)
                index += 1
            } else {
                append(index == start ? .null : text)
            }
            if index == row.count { return true }
            guard index < row.count, row[index] == delimiter else {
                removeAll()
                return false
            }
            index += 1
        }
    }

    /// Sets the row to NULLs. The cells can then be set in any order.
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

    /// Whether all cells are empty.
    var isEmpty: Bool { (0..<count).allSatisfy { self[$0].isEmpty } }

    /// Whether all cells are empty or white space. It is slow, and used only for unusual rows.
    var isBlank: Bool {
        (0..<count).allSatisfy { index in
            switch self[index] {
            case .null: true
            case .text(let bytes): TextTrimming.range(of: bytes).isEmpty
            default: false
            }
        }
    }

    /// Sets the number of cells. Missing ones become NULL, and extra ones are dropped.
    func resize(to count: Int) {
        while self.count < count { append(.null) }
        self.count = count
    }

    /// Reorders cells. Cells beyond the order are kept.
    ///
    /// - Parameter order: the old index of each cell.
    func rearrange(_ order: [Int]) {
        if count < order.count { resize(to: order.count) }
        let old = order.map { cells[$0] }
        for (index, cell) in old.enumerated() { cells[index] = cell }
    }

    /// Trims white space at both ends of a text cell. A cell of white space becomes NULL.
    @inline(__always)
    func trim(_ index: Int) {
        guard index < count, case .text(let offset, let length) = cells[index] else { return }
        let range = TextTrimming.range(of: view(offset, length))
        guard range.count < length else { return }
        cells[index] =
            range.isEmpty
            ? .null : .text(offset: offset + range.lowerBound, count: range.count)
    }

    /// Sets a cell to NULL.
    func clear(_ index: Int) {
        if index < count { cells[index] = .null }
    }

    /// Sets a cell to a text.
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

    /// Copies bytes to the end of the block and returns their offset.
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

    /// Copies a row that points into the input's memory, so that cells can be added to it.
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
