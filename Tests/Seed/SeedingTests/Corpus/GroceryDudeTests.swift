import Foundation
import SQLite
import TestSupport
import Testing
import Verification

@testable import Seeding

@Suite(
    "The Grocery Dude store, filled from a spreadsheet",
    .enabled(if: Corpus.isPresent, Corpus.absence))
struct GroceryDudeTests {
    /// Returns 333 items made for the test.
    private static func items() -> (csv: String, rows: [[String]]) {
        var random = SeededGenerator(seed: 8)
        let units = ["kg", "piece", "litre", ""]
        let rooms = ["Fridge", "Cellar", "Fruit \"bowl\"", "冰箱", ""]
        let aisles = ["Produce", "Dairy, cold", "Fridge", ""]
        let rows = (1...333).map { number in
            [
                "Item \(number)\(number % 10 == 0 ? " 🥕\nfresh" : "")",
                units[Int.random(in: 0..<4, using: &random)],
                number % 3 == 0 ? "" : "\(Double(number) / 4)",
                rooms[Int.random(in: 0..<5, using: &random)],
                aisles[Int.random(in: 0..<4, using: &random)],
            ]
        }
        let lines = rows.map { row in
            row.map { "\"" + $0.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
                .joined(separator: ",")
        }
        return ("name,unit,qty,home,shop\n" + lines.joined(separator: "\n"), rows)
    }

    private func build(_ csv: String) throws -> (
        folder: TestFolder, builder: FinishedBuild
    ) {
        let folder = try TestFolder()
        try folder.write(csv, as: "items.csv")
        let path = try folder.write(
            """
            reference: \(Corpus.entry("grocery-dude").store)
            output: out.sqlite
            sources:
              items: { csv: items.csv }
            entities:
              Item:
                from: items
                attributes:
                  name: name
                  quantity: { column: qty, default: 1 }
                  listed: { value: true }
                relationships:
                  unit: { find: Unit.name, column: unit }
                  locationAtHome: { find: LocationAtHome.storedin, column: home }
                  locationAtShop: { find: aisle, column: shop }
            """, as: "plan.yml")
        var options = SeedBuilder.Options()
        options.recordsStatements = true
        let finished = try SeedBuilder(plan: PlanReader.read(path: path), options: options).build()
        return (folder, finished)
    }

    @Test("Items, units and two kinds of locations exist once, numbered from 1")
    func build() throws {
        let reference = try Corpus.entry("grocery-dude").store
        let before = try Data(contentsOf: URL(fileURLWithPath: reference))
        let (csv, rows) = Self.items()
        let (folder, finished) = try build(csv)
        let results = try StoreVerifier().verify(path: finished.temporaryPath)
        #expect(results.filter { !$0.isPassed } == [])
        try finished.place()
        #expect(try Data(contentsOf: URL(fileURLWithPath: reference)) == before)
        let path = folder.path + "/out.sqlite"
        try FormatLint.expectSound(path)
        let store = try Connection(path: path, mode: .readOnly)

        let built = try store.rows(
            """
            SELECT i.ZNAME, u.ZNAME, i.ZQUANTITY, h.ZSTOREDIN, s.ZAISLE, i.ZLISTED, i.ZCOLLECTED,
                i.Z_ENT, u.Z_ENT, h.Z_ENT, s.Z_ENT
            FROM ZITEM i LEFT JOIN ZUNIT u ON u.Z_PK = i.ZUNIT
            LEFT JOIN ZLOCATION h ON h.Z_PK = i.ZLOCATIONATHOME
            LEFT JOIN ZLOCATION s ON s.Z_PK = i.ZLOCATIONATSHOP ORDER BY i.Z_PK
            """
        ) { row in (0..<11).map { row.value(at: $0) } }
        #expect(built.count == rows.count)
        for (row, values) in zip(rows, built) {
            func text(_ text: String) -> Value { text.isEmpty ? .null : .text(text) }
            func number(_ text: String, _ number: Int64) -> Value {
                text.isEmpty ? .null : .integer(number)
            }
            #expect(
                Array(values[..<5]) == [
                    .text(row[0]), text(row[1]), .real(Double(row[2]) ?? 1), text(row[3]), text(row[4]),
                ])
            #expect(values[5] == .integer(1))
            #expect(values[6] == .integer(0))  // the model's default
            #expect(
                Array(values[7...]) == [
                    .integer(1), number(row[1], 5), number(row[3], 3), number(row[4], 4),
                ])
        }
        let highest = try store.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY ORDER BY Z_ENT") {
            "\($0.text(at: 0) ?? "") \($0.integer(at: 1))"
        }
        #expect(
            highest == ["Item 333", "Location 7", "LocationAtHome 0", "LocationAtShop 0", "Unit 3"])
        func schema(_ path: String) throws -> [String] {
            try Connection.reading(path: path).rows(
                """
                SELECT type || ' ' || name || ' ' || sql FROM sqlite_master WHERE sql NOT NULL \
                ORDER BY name
                """
            ) { $0.text(at: 0) ?? "" }
        }
        #expect(try schema(path) == schema(reference))
    }

    @Test("Thousands of rows need two prepared INSERTs per entity")
    func statements() throws {
        var csv = "name,unit,qty,home,shop\n"
        for row in 1...5_000 {
            csv += "Item \(row),unit \(row % 99),1,Room \(row % 9),Aisle \(row % 7)\n"
        }
        let (_, finished) = try build(csv)
        let inserts = finished.preparedStatements.filter { $0.hasPrefix("INSERT") }
        #expect(inserts.count == 8)
        #expect(Set(inserts).count == 8)
        #expect(finished.preparedStatements.count < 60)
        #expect(finished.preparedStatements.filter { $0.hasPrefix("BEGIN") }.count == 1)
        #expect(finished.preparedStatements.filter { $0 == "COMMIT" }.count == 1)
    }

    @Test(
        "A reference is emptied and stays valid, whatever it contains", arguments: Corpus.realEnds)
    func emptied(entry: Corpus.Entry) throws {
        let folder = try TestFolder()
        let before = try Data(contentsOf: URL(fileURLWithPath: entry.store))
        let path = try folder.write(
            "reference: \(entry.store)\noutput: out.sqlite\nsources: {}\nentities: {}",
            as: "plan.yml")
        let finished = try SeedBuilder(plan: PlanReader.read(path: path)).build()
        try finished.place()
        let output = folder.path + "/out.sqlite"
        let failed = try StoreVerifier().verify(path: output).filter { !$0.isPassed }
        #expect(failed.flatMap(\.outcome.examples).map(\.line) == [])
        #expect(try Data(contentsOf: URL(fileURLWithPath: entry.store)) == before)
        // One real store has an entity's former name, which the oracle rejects
        // (docs/internals/format.md#how-exact-this-is).
        guard FormatLint.isPresent, try FormatLint.problems(of: entry.store).isEmpty else {
            try Test.cancel("the oracle is absent, or finds problems in \(entry) itself")
        }
        try FormatLint.expectSound(output)
    }
}
