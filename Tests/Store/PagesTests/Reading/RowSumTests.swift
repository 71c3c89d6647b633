import Foundation
import TestSupport
import Testing

@testable import Pages
@testable import SQLite

/// Compares sums of rows from pages, in several parts, with sums of the same rows from SQLite.
@Suite("Sums of rows")
struct RowSumTests {
    private static let columns = ["A", "B", "C", "D", "E"]

    /// Writes a table with the given rows, and returns its sums: from a statement, and from pages in each number of
    /// parts.
    private static func sums(
        _ rows: [[Value]], pageSize: Int = 512, parts: [Int] = [1, 2, 3, 7], setup: String = ""
    ) throws -> [RowSum] {
        let folder = try TestFolder()
        let path = folder.path + "/rows.sqlite"
        try write(rows, to: path, pageSize: pageSize, setup: setup)
        let connection = try Connection(path: path, mode: .immutable)
        let list = (["id"] + columns).joined(separator: ", ")
        let place = try TableRows.Place(
            of: "t", columns: TableColumns(of: "t", schema: "main", in: connection), names: columns,
            path: path, schema: "main", in: connection)
        return try [RowSum(of: connection.prepare("SELECT \(list) FROM t"), columns: columns.count)]
            + parts.map { count in
                try TreePart.parts(count).reduce(RowSum()) {
                    try $0.adding(RowSum(of: place, $1, hasNumbers: true))
                }
            }
    }

    private static func write(
        _ rows: [[Value]], to path: String, pageSize: Int, setup: String
    ) throws {
        let connection = try Connection(path: path, mode: .create)
        try connection.execute(
            """
            PRAGMA page_size = \(pageSize); PRAGMA auto_vacuum = NONE; \(setup);
            CREATE TABLE t (id INTEGER PRIMARY KEY, c REAL, z INTEGER, a, d BLOB, b TEXT); BEGIN
            """)
        let insert = try connection.prepare("INSERT INTO t (id, a, b, c, d, z) VALUES (?, ?, ?, ?, ?, 0)")
        for (number, row) in rows.enumerated() {
            try insert.bind(Int64(number * number - 3), at: 1)
            for (index, value) in row.enumerated() { try insert.bind(value, at: index + 2) }
            try insert.run()
        }
        // A column that was added later, so that some records lack it.
        try connection.execute(
            "COMMIT; ALTER TABLE t ADD COLUMN e VARCHAR; UPDATE t SET e = b WHERE id % 3 = 0")
    }

    private static let integers: [Int64] =
        [0, 1, -1, .min, .max]
        + [7, 8, 15, 16, 23, 24, 31, 32, 47, 48, 62].flatMap { bits in
            let edge = Int64(1) << bits
            return [edge - 1, edge, -edge, -edge - 1]
        }
    private static let reals: [Double] = [
        0, -0.0, 1, 1.5, -2.25, 1e300, 0x1p53, 0x1p63, -0x1p63, 0x1p64, .infinity, .leastNonzeroMagnitude,
    ]

    private static var everyKind: [[Value]] {
        let texts = (0..<70).map { String("zü12345678 abcdefghijklmnopqrstuvwxyz".prefix($0 % 38)) }
        let long = [200, 461, 462, 3000].map { String(repeating: "long ", count: $0 / 5) }
        return (texts + long).enumerated().map { number, text in
            let integer = integers[number % integers.count]
            let real = reals[number % reals.count]
            return [
                number % 5 == 0 ? .null : number % 2 == 0 ? .integer(integer) : .real(real),
                number % 7 == 0 ? .null : .text(text), .real(real),
                number % 4 == 0 ? .null : .blob(Array(text.utf8)),
            ]
        }
    }

    @Test(
        "Sums of pages equal those of SQLite's rows, however the pages are divided",
        arguments: [512, 1024, 4096, 65536])
    func everyKind(pageSize: Int) throws {
        for count in [0, 1, 2, 74] {
            let sums = try Self.sums(Array(Self.everyKind.prefix(count)), pageSize: pageSize)
            #expect(sums[0].count == count)
            #expect(Set(sums.map(\.sum)).count == 1 && Set(sums.map(\.count)).count == 1, "\(sums)")
        }
        let many = (0..<20).flatMap { _ in Self.everyKind }
        let sums = try Self.sums(many, pageSize: pageSize, parts: [1, 2, 4, 64])
        #expect(Set(sums.map(\.sum)).count == 1 && sums.allSatisfy { $0.count == many.count })
    }

    @Test("Texts in UTF-16 are not read from pages")
    func utf16() throws {
        #expect(throws: UnreadablePage.self) {
            try Self.sums([[.null, .text("a"), .null, .null]], setup: "PRAGMA encoding = 'UTF-16le'")
        }
    }

    @Test("Missing values of a record get SQLite's default if they are not NULL")
    func defaults() throws {
        let folder = try TestFolder()
        let path = folder.path + "/rows.sqlite"
        try Self.write(Self.everyKind, to: path, pageSize: 4096, setup: "")
        try Connection(path: path, mode: .readWrite).execute("ALTER TABLE t ADD COLUMN f INTEGER DEFAULT 5")
        let connection = try Connection(path: path, mode: .immutable)
        let place = try TableRows.Place(
            of: "t", columns: TableColumns(of: "t", schema: "main", in: connection), names: ["A", "F"],
            path: path, schema: "main", in: connection)
        #expect(throws: UnreadablePage.self) { try RowSum(of: place, .whole, hasNumbers: true) }
    }

    @Test("The sum of given rows never changes, because editions are identified by it")
    func lasting() throws {
        let sum = try Self.sums(Self.everyKind)[0].sum
        #expect(sum == 8_076_765_746_022_599_863)
    }

    /// Rows that a weak hash confuses. The first pairs are equal, all others differ.
    static let pairs: [(one: [Value], other: [Value], isEqual: Bool)] = [
        ([.integer(1), .null, .real(1), .null], [.real(1), .null, .real(1), .null], true),
        ([.integer(0), .null, .real(0), .null], [.real(-0.0), .null, .real(0), .null], true),
        ([.integer(.min), .null, .null, .null], [.real(-0x1p63), .null, .null, .null], true),
        ([.null, .null, .null, .null], [.integer(0), .null, .null, .null], false),
        ([.null, .text(""), .null, .null], [.null, .null, .null, .null], false),
        ([.null, .null, .null, .blob([])], [.null, .null, .null, .null], false),
        ([.text("ab"), .null, .null, .null], [.blob([97, 98]), .null, .null, .null], false),
        ([.text("1"), .null, .null, .null], [.integer(1), .null, .null, .null], false),
        ([.text("a"), .text("b"), .null, .null], [.text("b"), .text("a"), .null, .null], false),
        ([.text("a"), .null, .null, .null], [.null, .text("a"), .null, .null], false),
        ([.text("aaaaaaabx"), .null, .null, .null], [.text("aaaaaaaabx"), .null, .null, .null], false),
        ([.text("aa"), .null, .null, .null], [.text("aa`"), .null, .null, .null], false),
        ([.text("aaa"), .null, .null, .null], [.text("aaaa"), .null, .null, .null], false),
        ([.text("aaaaa"), .null, .null, .null], [.text("aaaaaa"), .null, .null, .null], false),
        ([.text("aaaaaaaa"), .null, .null, .null], [.text("aaaaaaaaa"), .null, .null, .null], false),
        ([.text("a\u{0}"), .null, .null, .null], [.text("a"), .null, .null, .null], false),
        ([.real(1.5), .null, .null, .null], [.real(2.5), .null, .null, .null], false),
        ([.real(0x1p63), .null, .null, .null], [.integer(.max), .null, .null, .null], false),
    ]

    @Test("Equal rows have equal sums, and others have not", arguments: pairs)
    func compared(one: [Value], other: [Value], isEqual: Bool) throws {
        #expect(try (Self.sums([one])[0] == Self.sums([other])[0]) == isEqual, "\(one), \(other)")
    }

    @Test("Texts that differ in a letter, in length or in order have different sums")
    func texts() throws {
        var seen: [UInt64: String] = [:]
        let letters = Array("abcdefgh 12345678 ijklmnop 98765432")
        for length in 0...letters.count {
            for place in 0...length {
                var text = letters[..<length]
                if place < length { text[place] = text[place] == "a" ? "c" : "a" }
                let sum = try Self.sums([[.text(String(text)), .null, .null, .null]], parts: [1])[1].sum
                let known = seen.updateValue(String(text), forKey: sum)
                #expect(known == nil || known == String(text), "\(known ?? ""), \(String(text))")
            }
        }
    }

    @Test("A sum depends on how often a row exists and on which values belong together")
    func multisets() throws {
        let rows: [[Value]] = [
            [.integer(1), .text("a"), .null, .null], [.integer(2), .text("b"), .null, .null],
        ]
        let swapped: [[Value]] = [
            [.integer(1), .text("b"), .null, .null], [.integer(2), .text("a"), .null, .null],
        ]
        #expect(try Self.sums(rows)[0] != Self.sums(swapped)[0])
        #expect(try Self.sums(rows)[0] != Self.sums(rows + rows)[0])
        #expect(try Self.sums(rows)[0] != Self.sums(rows.reversed())[0])
    }
}
