import Foundation
import SQLite
@testable import Inputs
import TestSupport
import Testing
import Files

@testable import Seeding

/// Rows that wait in a queue for another thread, compared with rows that are inserted at once.
@Suite("The queue of rows")
struct RowQueueTests {
    private static let model = """
        <entity name="Item"><attribute name="name" attributeType="String"/>
        <attribute name="amount" optional="YES" attributeType="Double"/>
        <attribute name="at" optional="YES" attributeType="Date"/>
        <attribute name="kind" attributeType="Integer 16" defaultValueString="7"/>
        <attribute name="data" optional="YES" attributeType="Binary"/>
        <relationship name="unit" optional="YES" maxCount="1" destinationEntity="Unit"
            inverseName="items" inverseEntity="Unit"/></entity>
        <entity name="Unit"><attribute name="name" attributeType="String"/>
        <attribute name="about" optional="YES" attributeType="String"/>
        <relationship name="items" optional="YES" toMany="YES"
            destinationEntity="Item" inverseName="unit" inverseEntity="Item"/></entity>
        """

    private static func csv(rows: Int, seed: UInt64) -> String {
        var random = SeededGenerator(seed: seed)
        var text = "name,amount,at,unit,about\n"
        for row in 0..<rows {
            let unit = Int.random(in: 0..<max(rows / 10, 3), using: &random)
            let name = row % 97 == 5 ? "\"two\nlines, \"\"\(row)\"\"\"" : "Item \(row) é"
            let amount = row % 50 == 3 ? "" : "\(Double(row) / 4)"
            let day = Int.random(in: 10...28, using: &random)
            text += "\(name),\(amount),2024-03-\(day)T02:30:00,unit \(unit),about \(unit)\n"
        }
        return text
    }

    /// Builds a store, and returns its bytes or its issues.
    private static func build(
        _ csv: String, extra: String = "", usesQueue: Bool
    ) throws -> (bytes: Data, report: [SeedReport.Row], issues: [SeedIssue]) {
        let folder = try TestFolder()
        try TestStore.create(at: folder.path + "/r.sqlite", model: model)
        try folder.write(csv, as: "items.csv")
        let path = try folder.write(
            """
            reference: r.sqlite
            output: o.sqlite
            timeZone: Europe/Berlin
            \(extra)
            sources: { items: { csv: items.csv } }
            entities:
              Item:
                from: items
                attributes: { name: name, amount: amount, at: at }
                relationships:
                  unit: { find: Unit.name, column: unit, set: { about: about } }
            """, as: "plan.yml")
        var options = SeedBuilder.Options()
        options.usesQueue = usesQueue
        do {
            let finished = try SeedBuilder(plan: PlanReader.read(path: path), options: options)
                .build()
            try finished.place()
            let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/o.sqlite"))
            let rows = finished.report.rows.map { row in
                SeedReport.Row(
                    entity: row.entity, source: row.source, read: row.read, written: row.written,
                    found: row.found, rejected: row.rejected)
            }
            return (bytes, rows, finished.report.issues.map(Self.anywhere))
        } catch let failure as SeedFailure {
            return (Data(), [], failure.issues.map(Self.anywhere))
        }
    }

    /// Returns the issue without the folder of its file.
    private static func anywhere(_ issue: SeedIssue) -> SeedIssue {
        SeedIssue(
            issue.reason,
            at: .init(path: "", line: issue.location.line, column: issue.location.column),
            entity: issue.entity, property: issue.property, sourceColumn: issue.sourceColumn,
            value: issue.value)
    }

    @Test(
        "It gives the same bytes as direct insertion, with or without a thread",
        arguments: [0, 1, 33, 2_000, 12_000])
    func sameBytes(rows: Int) throws {
        let csv = Self.csv(rows: rows, seed: 5)
        let queued = try Self.build(csv, usesQueue: true)
        let direct = try Self.build(csv, usesQueue: false)
        let threadless = try NewThread.$isRefused.withValue(true) { try Self.build(csv, usesQueue: true) }
        #expect(!queued.bytes.isEmpty)
        #expect(queued.bytes == direct.bytes && threadless.bytes == direct.bytes)
        #expect(queued.report == direct.report && threadless.report == direct.report)
    }

    @Test(
        "It reports the same issues as direct insertion, and rejects the same rows",
        arguments: ["", "maxErrors: 3", "onError: skip", "onError: skip\nmaxErrors: 5"])
    func sameIssues(extra: String) throws {
        var lines = Self.csv(rows: 9_000, seed: 6).components(separatedBy: "\n")
        for (line, text) in [
            (700, "late,abc,2024-03-10T00:00:00,unit 1,x"), (701, "\"late\",,2024-13-10,unit 1,x"),
            (4_000, ",,,,"), (7_000, "a,b"), (8_500, "x\"y,1,2024-03-10T00:00:00,u,a"),
        ] { lines[line] = text }
        let csv = lines.joined(separator: "\n")
        let queued = try Self.build(csv, extra: extra, usesQueue: true)
        let direct = try Self.build(csv, extra: extra, usesQueue: false)
        let threadless = try NewThread.$isRefused.withValue(true) {
            try Self.build(csv, extra: extra, usesQueue: true)
        }
        #expect(!queued.issues.isEmpty)
        #expect(queued.issues == direct.issues && threadless.issues == direct.issues)
        #expect(queued.bytes == direct.bytes)
        #expect(queued.report == direct.report)
    }

    @Test("A table of more than a thousand columns stays within SQLite's number of parameters")
    func manyColumns() throws {
        let columns = (0..<1_100).map { "a\($0)" }
        let attributes = columns.map {
            "<attribute name=\"\($0)\" optional=\"YES\" attributeType=\"Integer 64\"/>"
        }
        let folder = try TestFolder()
        try TestStore.create(
            at: folder.path + "/r.sqlite",
            model: "<entity name=\"Wide\">\(attributes.joined())</entity>")
        let rows = (0..<80).map { row in
            columns.indices.map { String($0 * 1_000 + row) }.joined(separator: ",")
        }
        try folder.write(
            ([columns.joined(separator: ",")] + rows).joined(separator: "\n") + "\n", as: "wide.csv")
        let path = try folder.write(
            """
            reference: r.sqlite
            output: o.sqlite
            sources: { wide: { csv: wide.csv } }
            entities:
              Wide:
                from: wide
                attributes: { \(columns.map { "\($0): \($0)" }.joined(separator: ", ")) }
            """, as: "plan.yml")
        try SeedBuilder(plan: PlanReader.read(path: path)).build().place()
        let store = try Connection(path: folder.path + "/o.sqlite", mode: .readOnly)
        let found = try store.rows("SELECT count(*), sum(ZA0), sum(ZA1099) FROM ZWIDE") {
            [$0.integer(at: 0), $0.integer(at: 1), $0.integer(at: 2)]
        }
        #expect(found == [[80, 3_160, 80 * 1_099_000 + 3_160]])
    }

    @Test("An error of a row that SQLite rejects is thrown")
    func failingRow() throws {
        let store = try Connection.temporary()
        try store.execute("CREATE TABLE T (id INTEGER PRIMARY KEY, name TEXT)")
        let insert = try store.prepare("INSERT INTO T VALUES (?1, ?2)")
        let batch = RowBatch(capacity: 0)
        let keys: [Int64] = [1, 2, 3, 2, 4]
        for key in keys {
            batch.begin(statement: 0)
            batch.append(key, at: 2)
            batch.end(primaryKey: key)
        }
        #expect(throws: DatabaseError.self) { try batch.run(on: [RowStatement(insert)]) }
        #expect(try store.integer("SELECT count(*) FROM T") == 3)
    }

    @Test("Appending a row at the wrong place is an error")
    func misplacedRow() throws {
        let store = try Connection.temporary()
        try store.execute(
            "CREATE TABLE T (id INTEGER PRIMARY KEY, a); INSERT INTO T VALUES (10, 0)")
        let single = try store.prepare("INSERT INTO T VALUES (?1, ?2)")
        let wide = try store.prepare("INSERT INTO T (a) VALUES (?1), (?2)")
        let batch = RowBatch(capacity: 0)
        for key in Int64(1)...2 {
            batch.begin(statement: 0)
            batch.append(key, at: 2)
            batch.end(primaryKey: key, isAppended: true)
        }
        let error = #expect(throws: DatabaseError.self) {
            try batch.run(on: [RowStatement(single, wide: wide, rows: 2, parameters: 1)])
        }
        #expect(error?.resultCode == .mismatch)
        #expect(error?.message == "row 2 became row 12")
    }

    @Test("Rows are appended if each key follows the highest one")
    func appendedKeys() {
        let counter = PrimaryKeys(initial: ["Item": 4]).counter(of: "Item")
        let keys: [Int64] = [5, 6, 8, 7, 9, 10, .max, 3]
        let appended = keys.map { counter.write($0) }
        #expect(appended == [false, true, false, false, true, true, false, false])
    }

    @Test("A batch keeps values of every kind and length")
    func batch() throws {
        let store = try Connection.temporary()
        try store.execute("CREATE TABLE T (id INTEGER PRIMARY KEY, a, b)")
        let single = try store.prepare("INSERT INTO T VALUES (?1, ?2, ?3)")
        let wide = try store.prepare(
            "INSERT INTO T (a, b) VALUES (?1, ?2), (?3, ?4), (?5, ?6)")
        let batch = RowBatch(capacity: 0)
        let long = String(repeating: "é", count: 100_000)
        // A row that was started and not ended has no effect.
        batch.begin(statement: 0)
        batch.append(Int64(99), at: 2)
        for key in Int64(1)...8 {
            batch.begin(statement: 0)
            switch key % 4 {
            case 0: batch.append(Double(key) / 8, at: 2)
            case 1: batch.appendNull(at: 2)
            case 2: long.withUTF8Bytes { batch.append(text: $0, at: 2) }
            default: [UInt8]([0, 1, 2]).withUnsafeBytes { batch.append(blob: $0, at: 2) }
            }
            batch.append(-key, at: 3)
            batch.end(primaryKey: key, isAppended: key > 1)
        }
        #expect(batch.rowCount == 8)
        try batch.run(on: [RowStatement(single, wide: wide, rows: 3, parameters: 2)])
        let rows = try store.rows("SELECT * FROM T ORDER BY id") { row in
            (0..<3).map { row.value(at: $0) }
        }
        #expect(
            rows
                == (Int64(1)...8).map { key in
                    let values: [Value] = [.real(Double(key) / 8), .null, .text(long), .blob([0, 1, 2])]
                    return [.integer(key), values[Int(key % 4)], .integer(-key)]
                })
    }
}
