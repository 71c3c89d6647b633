import Files
import Foundation
import ObjectModel
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Exporting

@Suite("Cells of exports")
struct CellWritingTests {
    /// The columns of a table in a store, with values of every kind as SQL literals.
    private static let values =
        [
            "NULL", "0", "1", "-1", "2", "9223372036854775807", "-9223372036854775808", "5.0", "0.1",
            "-0.0", "1.5", "0.30000000000000004", "1e300", "-1e-7", "1e15", "123456.789", "9e999",
            "-9e999", "700000000.25", "700000000.123456789", "252423993600.0", "-63114076800.0",
            "''", "'a'", "' a'", "'a '", "'a,b'", "'a;b'", "'say \"so\"'", "'Zeile' || char(10) || '2'",
            "'tab' || char(9)", "char(0)", "'a' || char(0) || 'b'", "'äöü €'", "CAST(X'61FF62' AS TEXT)",
            "CAST(X'C3' AS TEXT)", "char(127)", "char(1)", "'Straße 12345678'", "'日本語'", "'0'", "'1.0'",
            "X''", "X'00'", "X'0123456789ABCDEF0123456789ABCDEF'", "X'7B7D'", "X'FF'",
        ]

    @Test("Cells are written as their texts", arguments: AttributeType.allCases)
    func kinds(_ type: AttributeType) throws {
        let folder = try TestFolder()
        let connection = try Connection(path: folder.path + "/values.sqlite", mode: .create)
        try connection.execute("CREATE TABLE V (Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, ZA)")
        for value in Self.values {
            try connection.execute("INSERT INTO V (Z_ENT, ZA) VALUES (1, \(value))")
        }
        let attribute = AttributeDescription(PropertyTraits(name: "a"), type: type)
        var quick = 0
        // All rows together, and each row alone, which may have another kind.
        for rows in ["1"] + (1...Self.values.count).map({ "Z_PK = \($0)" }) {
            let form = try ValueForm(
                AttributeColumn(path: "a", column: "ZA", sqlType: "", attribute: attribute),
                rows: rows, of: "V", folder: "", in: connection)
            let paths = ["quick", "slow"].map { folder.path + "/\($0)-\(rows).csv" }
            let writers = try paths.map { try CSVWriter(path: $0) }
            try connection.forEachRow("SELECT \(form.sql(of: "t")) FROM V AS t WHERE \(rows)") { row in
                let text = form.text(row, at: 0)
                if try form.kind.writes(row, at: 0, to: writers[0]) {
                    quick += 1
                } else {
                    try writers[0].field(text)
                }
                try writers[1].field(text)
                for writer in writers { try writer.endRow() }
            }
            for writer in writers { try writer.close() }
            #expect(
                try String(contentsOfFile: paths[0], encoding: .utf8)
                    == String(contentsOfFile: paths[1], encoding: .utf8), "\(rows)")
        }
        #expect(quick > Self.values.count)
    }

    /// Returns the field, using only the rules of CSV.
    private static func field(_ bytes: [UInt8], delimiter: UInt8) -> [UInt8] {
        let odd =
            [0x20].contains(bytes.first ?? 0) || [0x20].contains(bytes.last ?? 0)
            || bytes.contains { $0 == delimiter || [0x2C, 0x22, 0x3B].contains($0) || (9..<32).contains($0) }
        guard odd else { return bytes }
        return [0x22] + bytes.flatMap { $0 == 0x22 ? [0x22, 0x22] : [$0] } + [0x22]
    }

    @Test("Cells are quoted if necessary", arguments: [0x2C, 0x09, 0x7C] as [UInt8])
    func quotes(_ delimiter: UInt8) throws {
        let folder = try TestFolder()
        var random = SeededGenerator(seed: UInt64(delimiter))
        var expected: [UInt8] = []
        let writer = try CSVWriter(path: folder.path + "/out.csv", delimiter: delimiter)
        for _ in 0..<2_000 {
            let row = (0..<3).map { _ in
                (0..<Int.random(in: 0...20, using: &random)).map { _ in
                    Int.random(in: 0..<12, using: &random) == 0
                        ? UInt8.random(in: 0...255, using: &random)
                        : UInt8.random(in: 0x40..<0x7B, using: &random)
                }
            }
            for (index, cell) in row.enumerated() {
                if index > 0 { expected.append(delimiter) }
                expected += Self.field(cell, delimiter: delimiter)
                try cell.withUnsafeBytes { try writer.field($0) }
            }
            expected.append(0x0A)
            try writer.endRow()
        }
        try writer.close()
        #expect(try Array(Data(contentsOf: URL(fileURLWithPath: folder.path + "/out.csv"))) == expected)
    }

    @Test("Rows longer than the buffer are complete, and an empty field is not a blank line")
    func long() throws {
        let folder = try TestFolder()
        let writer = try CSVWriter(path: folder.path + "/out.csv")
        let text = String(repeating: "abc\"", count: 50_000)
        try writer.row(["a", text, "b"])
        try writer.row([""])
        writer.emptyField()
        try writer.endRow()
        writer.field(Int64(-5))
        writer.field(5, showsFraction: true)
        writer.field(Float(0.1))
        writer.field(word: "true")
        #expect(writer.field(referenceSeconds: 0.5))
        #expect(!writer.field(referenceSeconds: .infinity))
        try writer.field("x", prefix: "text:")
        try writer.endRow()
        try writer.close()
        #expect(writer.rows == 4)
        #expect(writer.hasEmptyRows)
        let long = "a,\"" + String(repeating: "abc\"\"", count: 50_000) + "\",b\n"
        #expect(
            try String(contentsOfFile: folder.path + "/out.csv", encoding: .utf8)
                == long + "\"\"\n\"\"\n-5,5.0,0.1,true,2001-01-01T00:00:00.5Z,text:x\n")
    }
}
