import Files
import Foundation
import TestSupport

extension LimitProbe {
    /// Inputs of records and texts.
    static let sources = [
        LimitProbe(
            limit: Limits.recordBytes, words: "a row longer than 67108864 bytes",
            slowness: .both("64 MB in a row; LimitTests has a longer one")
        ) { folder, amount in
            try folder.write("text\n" + String(repeating: "a", count: amount - 1) + "\n", as: "n.csv")
            return try plan(folder)
        },
        LimitProbe(limit: Limits.recordLevels, words: "nested more than 128 deep") { folder, amount in
            try folder.write("{\"text\":" + nested("[", "]", amount - 1, "1") + "}", as: "n.ndjson")
            return try plan(folder, "ndjson: n.ndjson")
        },
        LimitProbe(limit: Limits.recordLevels, words: "nested more than 128 deep") { folder, amount in
            try folder.write("[{\"text\":" + nested("[", "]", amount - 2, "1") + "}]", as: "n.json")
            return try plan(folder, "json: n.json")
        },
        LimitProbe(limit: Limits.recordLevels, words: "nested more than 128 deep") { folder, amount in
            let deep = nested("<b>", "</b>", amount - 2)
            try folder.write("<r><n><text>1</text>\(deep)</n></r>", as: "n.xml")
            return try plan(folder, "xml: n.xml, records: r/n")
        },
        LimitProbe(limit: Limits.recordColumns, words: "more than 10000 columns") { folder, amount in
            let others = (1..<amount).map { ",\"c\($0)\":1" }.joined()
            try folder.write("{\"text\":\"a\"\(others)}", as: "n.ndjson")
            return try plan(folder, "ndjson: n.ndjson")
        },
        LimitProbe(limit: Limits.transposedCells, words: "has more than 250000 cells") { folder, amount in
            let rows = (1..<amount).map { "a\($0),b\n" }.joined()
            try folder.write("text,x\n" + rows, as: "n.csv")
            return try plan(folder, "csv: n.csv, shape: { transpose: true }")
        },
        LimitProbe(limit: Limits.elementAttributes, words: "more than 1000 columns") { folder, amount in
            let others = (1..<amount).map { " a\($0)=''" }.joined()
            try folder.write("<r><n text='1'\(others)/></r>", as: "n.xml")
            return try plan(folder, "xml: n.xml, records: r/n")
        },
        LimitProbe(limit: Limits.cellLevels, words: " is not a JSON array") { folder, amount in
            try folder.write("text\n\"" + nested("[", "]", amount, "1") + "\"\n", as: "n.csv")
            return try plan(folder, attribute: "{ column: text, archive: json }", model: value)
        },
        LimitProbe(
            limit: Limits.replacedText, words: "longer than 1048576 characters, too long for `replace:`"
        ) { folder, amount in
            try folder.write("text\n" + String(repeating: "a", count: amount) + "\n", as: "n.csv")
            return try plan(folder, attribute: "{ column: text, replace: { pattern: b, with: x } }")
        },
        LimitProbe(
            limit: Limits.scriptBytes, words: "the text is longer than 1000000000 bytes",
            slowness: .both("a gigabyte of text")
        ) { folder, amount in
            try large("r.sql", amount, in: folder)
            return ["inspect", "r.sql"]
        },
        LimitProbe(limit: Limits.scriptValue, words: "a value is longer than 1048576 bytes") {
            folder, amount in
            try folder.write(
                "CREATE TABLE t (text);\nINSERT INTO t VALUES (length(zeroblob(\(amount))));\n", as: "n.sql")
            return try plan(folder, "sqlite: n.sql, table: t")
        },
        LimitProbe(limit: Limits.imagePixels, words: "which is too large") { folder, amount in
            let width = amount % 513 == 0 ? 513 : 16_384
            try folder.write(png(width: width, height: amount / width), as: "i.png")
            try folder.write("text\ni.png\n", as: "n.csv")
            return try plan(
                folder, attribute: "{ column: text, binary: file, folder: ., thumbnail: { width: 9 } }",
                model: bytes)
        },
        LimitProbe(
            limit: Limits.namedFileBytes, words: "is larger than 268435456 bytes",
            slowness: .within("256 MB in a value")
        ) { folder, amount in
            try large("b.bin", amount, in: folder)
            try folder.write("text\nb.bin\n", as: "n.csv")
            return try plan(
                folder, attribute: "{ column: text, binary: file, folder: . }", model: bytes)
        },
    ]

    /// Writes a sparse file of zeros.
    static func large(_ name: String, _ size: Int, from start: String = "", in folder: TestFolder) throws {
        let file = try FileHandle(
            forWritingTo: URL(fileURLWithPath: folder.write(start, as: name)))
        try file.truncate(atOffset: UInt64(size))
        try file.close()
    }

    /// Returns only the header of an image.
    private static func png(width: Int, height: Int) -> Data {
        func number(_ value: Int) -> [UInt8] { (0..<4).map { UInt8(value >> (24 - 8 * $0) & 0xFF) } }
        func chunk(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
            let content = Array(name.utf8) + bytes
            return number(bytes.count) + content + number(Int(ZipText.checksum(content)))
        }
        let header = number(width) + number(height) + [8, 2, 0, 0, 0]
        return Data(
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A] + chunk("IHDR", header) + chunk("IDAT", [])
                + chunk("IEND", []))
    }

    // MARK: Spreadsheets

    static let tables = [
        LimitProbe(
            limit: Limits.archiveMembers, words: "the archive has more than 100000 members",
            slowness: .both("the names of 100,000 parts")
        ) { folder, amount in
            let script =
                "import zipfile\nwith zipfile.ZipFile('n.xlsx', 'w') as z:\n"
                + "  for i in range(\(amount)): z.writestr('m%d' % i, b'')"
            _ = try run("python3", ["-c", script], in: folder.path)
            return try plan(folder, "xlsx: n.xlsx")
        },
        LimitProbe(
            limit: Limits.sheetPartBytes, words: "shared texts) is 64 MB",
            slowness: .both("64 MB of XML")
        ) { folder, amount in
            let namespace = WorkbookText(rows: "").namespace
            let start = "<?xml version=\"1.0\"?><styleSheet xmlns=\"\(namespace)\">"
            let end = "<cellXfs><xf numFmtId=\"0\"/></cellXfs></styleSheet>"
            var workbook = Self.workbook("A2", row: 2)
            workbook.styles = ""
            workbook.members = [
                .init("xl/styles.xml", padded(start, to: amount - end.utf8.count) + end)
            ]
            try folder.write(Data(workbook.zip.bytes), as: "n.xlsx")
            return try plan(folder, "xlsx: n.xlsx")
        },
        LimitProbe(limit: Limits.sheetColumns, words: "is not a possible cell or row") { folder, amount in
            // The name of a column after the last one.
            let name = amount == Limits.sheetColumns.most ? "XFD2" : "XFE2"
            try folder.write(Data(Self.workbook(name, row: 2).zip.bytes), as: "n.xlsx")
            return try plan(folder, "xlsx: n.xlsx")
        },
        LimitProbe(limit: Limits.sheetRows, words: "is not a possible cell or row") { folder, amount in
            try folder.write(Data(Self.workbook("A\(amount)", row: amount).zip.bytes), as: "n.xlsx")
            return try plan(folder, "xlsx: n.xlsx")
        },
    ]

    /// Returns a workbook with one cell.
    private static func workbook(_ cell: String, row: Int) -> WorkbookText {
        WorkbookText(
            rows: WorkbookText.row(1, ["text"])
                + "<row r=\"\(row)\"><c r=\"\(cell)\"><v>1</v></c></row>")
    }
}
