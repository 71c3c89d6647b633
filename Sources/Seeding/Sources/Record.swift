/// The current row of a source, used again for every row.
///
/// Cells are kept as offsets into one growing block of bytes, so that reading a row allocates
/// nothing once the block has grown to the longest row. A source that has the bytes of a row in one
/// piece may let the cells point there instead.
public final class Record {
    private enum Cell {
        case null
        case integer(Int64)
        case real(Double)
        case text(offset: Int, count: Int)
        case blob(offset: Int, count: Int)
    }

    private var cells: [Cell] = []
    private var bytes: UnsafeMutableRawBufferPointer
    private var used = 0
    /// What the cells' offsets count from: the record's own block, or that of the source.
    private var base: UnsafeRawPointer?

    init() {
        bytes = .allocate(byteCount: 4096, alignment: 16)
        base = UnsafeRawPointer(bytes.baseAddress)
    }

    deinit { bytes.deallocate() }

    /// How many bytes the texts and blobs of the row have in all.
    var byteCount: Int { used }

    /// How many cells the row has.
    @inline(__always)
    public var count: Int { cells.count }

    /// A cell of the row; NULL where the row has no such cell.
    @inline(__always)
    public subscript(index: Int) -> Field {
        guard index >= 0, index < cells.count else { return .null }
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
        cells.removeAll(keepingCapacity: true)
        used = 0
        base = UnsafeRawPointer(bytes.baseAddress)
    }

    /// Makes a row of the texts between delimiters in bytes that stay where they are as long as the
    /// row is the current one; an empty text is NULL.
    @inline(__always)
    func view(_ row: UnsafeRawBufferPointer, delimiter: UInt8) {
        cells.removeAll(keepingCapacity: true)
        used = row.count
        base = row.baseAddress
        var start = 0
        for index in 0..<row.count where row[index] == delimiter {
            cells.append(index == start ? .null : .text(offset: start, count: index - start))
            start = index + 1
        }
        cells.append(row.count == start ? .null : .text(offset: start, count: row.count - start))
    }

    /// Makes a row of NULLs, whose cells come in any order.
    func reset(count: Int) {
        removeAll()
        for _ in 0..<count { cells.append(.null) }
    }

    /// Gives a cell its text.
    func set(text: UnsafeRawBufferPointer, at index: Int) {
        guard index >= 0, index < cells.count else { return }
        cells[index] = .text(offset: copy(text), count: text.count)
    }

    func appendNull() { cells.append(.null) }
    func append(_ value: Int64) { cells.append(.integer(value)) }
    func append(_ value: Double) { cells.append(.real(value)) }

    func append(text: UnsafeRawBufferPointer) {
        cells.append(.text(offset: copy(text), count: text.count))
    }

    func append(blob: UnsafeRawBufferPointer) {
        cells.append(.blob(offset: copy(blob), count: blob.count))
    }

    /// Copies bytes to the end of the block and gives their offset.
    private func copy(_ source: UnsafeRawBufferPointer) -> Int {
        let offset = used
        if source.count > bytes.count - used { grow(by: source.count) }
        if let start = source.baseAddress, let block = bytes.baseAddress {
            (block + offset).copyMemory(from: start, byteCount: source.count)
        }
        used += source.count
        return offset
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
