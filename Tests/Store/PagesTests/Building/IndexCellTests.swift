import Testing

@testable import Pages

/// The record format of <https://www.sqlite.org/fileformat2.html#record_format>, as SQLite writes it: the shortest type
/// of each integer, and no bytes for 0 and 1.
@Suite("Cells of index entries")
struct IndexCellTests {
    @Test(
        "Integers take the fewest possible bytes",
        arguments: [
            (0, 8, []), (1, 9, []), (2, 1, [2]), (-1, 1, [0xFF]), (127, 1, [0x7F]),
            (-128, 1, [0x80]), (128, 2, [0, 0x80]), (-129, 2, [0xFF, 0x7F]),
            (32_767, 2, [0x7F, 0xFF]), (-32_768, 2, [0x80, 0]), (32_768, 3, [0, 0x80, 0]),
            (8_388_607, 3, [0x7F, 0xFF, 0xFF]), (8_388_608, 4, [0, 0x80, 0, 0]),
            (2_147_483_647, 4, [0x7F, 0xFF, 0xFF, 0xFF]),
            (2_147_483_648, 5, [0, 0, 0x80, 0, 0, 0]),
            (140_737_488_355_327, 5, [0x7F, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
            (140_737_488_355_328, 6, [0, 0, 0x80, 0, 0, 0, 0, 0]),
            (.min, 6, [0x80, 0, 0, 0, 0, 0, 0, 0]),
        ] as [(Int64, UInt8, [UInt8])])
    func integers(value: Int64, type: UInt8, content: [UInt8]) {
        var cell = IndexCell(longest: 0)
        let bytes = cell.with(value, rowID: 7) { Array($0) }
        #expect(bytes == [UInt8(4 + content.count), 3, type, 1] + content + [7])
        let asRow = cell.withNull(rowID: value) { Array($0) }
        #expect(asRow == [UInt8(3 + content.count), 3, 0, type] + content)
        #expect(asRow.count >= 4)
    }

    @Test("The serial type of a text of 58 bytes or more takes two bytes", arguments: [0, 57, 58, 200])
    func texts(length: Int) {
        var cell = IndexCell(longest: 200)
        let text = [UInt8](repeating: 0x61, count: length)
        let bytes = text.withUnsafeBytes { text in cell.with(text, rowID: 1) { Array($0) } }
        let type = 2 * length + 13
        let header: [UInt8] =
            type < 0x80
            ? [3, UInt8(type), 9] : [4, UInt8(type >> 7) | 0x80, UInt8(type & 0x7F), 9]
        let record = header.count + length
        let size: [UInt8] =
            record < 0x80 ? [UInt8(record)] : [UInt8(record >> 7) | 0x80, UInt8(record & 0x7F)]
        #expect(bytes == size + header + text)
    }
}
