import Foundation
import SQLite
@testable import Inputs
import StoreFormat
import TestSupport
import Testing

@testable import Exporting
@testable import Seeding

@Suite("Cells that keep every value")
struct ExactCellTests {
    /// Values in columns of every affinity, except those that SQLite would convert when they are inserted.
    private static let values: [(column: String, value: String)] = [
        ("TEXT", "''"), ("TEXT", "' '"), ("TEXT", "'007'"), ("TEXT", "'1e5'"), ("TEXT", "'NULL'"),
        ("TEXT", "'text:x'"), ("TEXT", "'blob:'"), ("TEXT", "'a,b;\"c\"'"),
        ("TEXT", "'two' || char(10) || 'lines' || char(13)"), ("TEXT", "'a' || char(0) || 'b'"),
        ("TEXT", "CAST(X'FF41FE' AS TEXT)"), ("TEXT", "char(65279) || 'bom'"), ("TEXT", "'Ærø 日本'"),
        ("TEXT", "X'00FF'"), ("TEXT", "X''"), ("TEXT", "NULL"),
        ("TEXT", "printf('%.*c', 40000, 'x')"),
        ("INTEGER", "0"), ("INTEGER", "-9223372036854775808"), ("INTEGER", "9223372036854775807"),
        ("INTEGER", "0.1"), ("INTEGER", "'word'"), ("INTEGER", "''"), ("INTEGER", "1e300"),
        ("FLOAT", "5"), ("FLOAT", "0.1"), ("FLOAT", "-1.5e-7"), ("FLOAT", "5e-324"),
        ("FLOAT", "'x'"),
        ("FLOAT", "9e999"), ("FLOAT", "-9e999"), ("FLOAT", "1.7976931348623157e308"),
        ("FLOAT", "399884398.123457"), ("TIMESTAMP", "399884398"), ("TIMESTAMP", "0.5"),
        ("DECIMAL", "3.9"), ("BLOB", "5"), ("BLOB", "5.0"), ("BLOB", "-0.0"), ("BLOB", "'5'"),
        ("BLOB", "''"), ("BLOB", "zeroblob(30000)"), ("BLOB", "'blob:AA=='"),
    ]

    private static let model = """
        <entity name="Thing"><attribute name="name" optional="YES" attributeType="String"/></entity>
        """

    @Test("Every storage class in a column of every affinity is restored bit by bit")
    func everyValue() throws {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        try TestStore.create(at: path, model: Self.model)
        do {
            let store = try Connection(path: path, mode: .readWrite)
            try store.execute(
                """
                CREATE TABLE Z_1THINGS (A TEXT, B INTEGER, C FLOAT, D TIMESTAMP, E DECIMAL, F BLOB)
                """
            )
            try store.execute("CREATE TABLE Z_ALONE (ONLY_ONE VARCHAR)")
            try store.execute("INSERT INTO Z_ALONE VALUES (NULL), (''), (' x ')")
            let columns = [
                "TEXT": "A", "INTEGER": "B", "FLOAT": "C", "TIMESTAMP": "D", "DECIMAL": "E",
                "BLOB": "F",
            ]
            for (type, value) in Self.values {
                let column = try #require(columns[type])
                try store.execute("INSERT INTO Z_1THINGS (\(column)) VALUES (\(value))")
            }
        }
        let rebuilt = try Connection.reading(path: try rebuild(path, in: folder))
        let original = try Connection.reading(path: path)
        for (one, other) in zip(
            try TableContent.all(of: original), try TableContent.all(of: rebuilt))
        {
            #expect(one == other)
        }
        #expect(try original.integer("SELECT count(*) FROM Z_1THINGS") == Int64(Self.values.count))
    }

    @Test("An R-tree gets the rows of its file", arguments: [true, false])
    func locationTree(isEmptied: Bool) throws {
        let folder = try TestFolder()
        let path = folder.path + "/store.sqlite"
        try TestStore.create(at: path, model: Self.model)
        do {
            let store = try Connection(path: path, mode: .readWrite)
            try store.execute(
                "CREATE VIRTUAL TABLE Z_RT_Thing_bounds USING RTREE (Z_PK INTEGER PRIMARY KEY, "
                    + "ZX_MIN FLOAT, ZX_MAX FLOAT, ZY_MIN FLOAT, ZY_MAX FLOAT)")
            for key in 1...300 {
                let x = Double(key * 7919 % 360) / 3
                try store.execute(
                    """
                    INSERT INTO Z_RT_Thing_bounds VALUES (\(key), \(x), \(x + 0.1), \(-x), \(1 - x))
                    """
                )
            }
            try store.execute("DELETE FROM Z_RT_Thing_bounds WHERE Z_PK % 3 = 0")
        }
        let tables = { (connection: Connection) in
            try TableContent.all(of: connection)
                .filter { isEmptied ? $0.name == "Z_RT_Thing_bounds" : true }
        }
        let reference = try ReferenceStore(path: path)
        let expected = try tables(reference.connection)
        _ = try ExactExporter(reference).export(to: folder.path + "/out")
        if isEmptied {
            // The reference has lost its tree. The build then has the same rows, but not the same nodes.
            let store = try Connection(path: path, mode: .readWrite)
            try store.execute("DELETE FROM Z_RT_Thing_bounds WHERE Z_PK > 2")
            try store.execute("INSERT INTO Z_RT_Thing_bounds VALUES (999, 1, 2, 3, 4)")
        }
        let plan = try PlanReader.read(path: folder.path + "/out/seed.yml")
        try SeedBuilder(plan: plan, output: folder.path + "/rebuilt.sqlite").build().place()
        let rebuilt = try Connection.reading(path: folder.path + "/rebuilt.sqlite")
        #expect(try tables(rebuilt) == expected)
        #expect(try rebuilt.text("SELECT rtreecheck('Z_RT_Thing_bounds')") == "ok")
    }

    /// Files of the table `ZTHING`, with the problem of each.
    private static let brokenFiles: [(file: String, line: Int, column: Int?, reason: SeedIssue.Reason)] = [
        ("Z_PK,Z_ENT,Z_OPT,ZNAME\n1,1,one,x\n", 2, 5, .value(.notAnExactValue)),
        ("Z_PK,Z_ENT,Z_OPT,ZNAME\n1,1,99999999999999999999,x\n", 2, 5, .value(.notAnExactValue)),
        ("Z_PK,Z_ENT,Z_OPT,ZNAME\n1,1,1,blob:%%\n", 2, 7, .value(.notA(.base64))),
        ("Z_PK,Z_ENT,Z_OPT,ZNAME\n1,1,1,integer:x\n", 2, 7, .value(.notAnExactValue)),
        ("Z_PK,Z_ENT,Z_OPT,ZNAME\n1,1,1\n", 2, nil, .table(.raggedRow(expected: 4, found: 3))),
        ("Z_PK,Z_ENT,Z_OPT\n1,1,1\n", 1, nil, .table(.missingColumns(["ZNAME"]))),
        ("Z_PK,Z_ENT,Z_OPT,ZNAM\n", 1, nil, .plan(.unknownName("ZNAM", kind: .column, nearest: "ZNAME"))),
        ("Z_PK,Z_ENT,Z_OPT,ZNAME,Z_pk\n", 1, nil, .table(.duplicateColumn("Z_pk"))),
        (
            "Z_PK,Z_ENT,Z_OPT,ZNAME\n1,1,1,x\n1,1,1,y\n", 3, 1,
            .output(.refusedRow("UNIQUE constraint failed: ZTHING.Z_PK"))
        ),
    ]

    @Test("Errors in a table's file are reported at their place", arguments: brokenFiles)
    func errors(file: String, line: Int, column: Int?, reason: SeedIssue.Reason) throws {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/store.sqlite", model: Self.model)
        try folder.write(file, as: "ZTHING.csv")
        try folder.write("Z_ENT,Z_NAME,Z_SUPER,Z_MAX\n1,Thing,0,1\n", as: "Z_PRIMARYKEY.csv")
        let text =
            """
            reference: store.sqlite
            tables: { ZTHING: ZTHING.csv, Z_PRIMARYKEY: Z_PRIMARYKEY.csv }

            """
        let plan = try PlanReader.read(path: try folder.write(text, as: "seed.yml"))
        let failure = try #require(throws: SeedFailure.self) {
            try SeedBuilder(plan: plan, output: folder.path + "/out.sqlite").build()
        }
        let issue = try #require(failure.issues.first)
        #expect(failure.issues.count == 1)
        #expect(issue.reason == reason)
        #expect(
            issue.location == .init(path: folder.path + "/ZTHING.csv", line: line, column: column))
    }

    @Test(
        "A value's file is taken from the table's own folder only",
        arguments: ["../x.bin", "/etc/hosts", ".x", "", "link.bin", "a/b.bin", "none.bin"])
    func confinement(name: String) throws {
        let folder = try TestFolder()
        try folder.write("secret", as: "x.bin")
        try folder.write("inner", as: "T.files/own.bin")
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/T.files/link.bin", withDestinationPath: folder.path + "/x.bin")
        let files = ExactValueFiles(besideTable: folder.path + "/T.csv")
        #expect(throws: ConversionFailure.self) {
            try Array(name.utf8).withUnsafeBytes { bytes in _ = try files.bytes(named: bytes) }
        }
        #expect(
            try Array("own.bin".utf8).withUnsafeBytes { try files.bytes(named: $0) }
                == Array("inner".utf8))
    }
}
