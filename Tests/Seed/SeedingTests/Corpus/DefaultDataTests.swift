import Foundation
import SQLite
import TestSupport
import Testing

@testable import Seeding

@Suite(
    "The Grocery Dude default data from every kind of file",
    .enabled(if: Corpus.isPresent, Corpus.absence))
struct DefaultDataTests {
    private static let hasPython = (try? run("python3", ["--version"]).status) == 0

    /// Writes the records of an XML file in other forms, independently of zseed's code.
    private static let writer = """
        import csv, json, plistlib, sqlite3, sys
        import xml.etree.ElementTree as tree
        names = ["name", "unit", "locationathome", "locationatshop"]
        rows = [[e.get(n) for n in names] for e in tree.parse(sys.argv[1]).getroot().iter("item")]
        with open("a.csv", "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([names] + rows)
        with open("a.txt", "w", encoding="utf-16", newline="") as file:
            csv.writer(file, dialect="excel-tab").writerows([names] + rows)
        records = [dict(zip(names, row)) for row in rows]
        with open("a.json", "w") as file: json.dump({"items": records}, file)
        with open("a.ndjson", "w") as file: file.writelines(json.dumps(r) + "\\n" for r in records)
        with open("a.plist", "wb") as file: plistlib.dump(records, file)
        legacy = sqlite3.connect("legacy.sqlite")
        legacy.execute("CREATE TABLE items (name TEXT, unit TEXT, locationathome, locationatshop)")
        legacy.executemany("INSERT INTO items VALUES (?, nullif(?, ''), ?, ?)", rows)
        legacy.commit()
        print(len(rows))
        """

    private static let sources = [
        "{ csv: a.csv }", "{ csv: a.txt, delimiter: tab }", "{ json: a.json, records: items }",
        "{ ndjson: a.ndjson }", "{ plist: a.plist }", "{ sqlite: legacy.sqlite, table: items }",
    ]

    private static func build(_ source: String, policy: String, in folder: TestFolder) throws
        -> Data
    {
        let plan = """
            sources: { items: \(source) }
            entities:
              Item:
                from: items
                \(policy)
                attributes: { name: name }
                relationships:
                  unit: { find: Unit.name, column: unit }
                  locationAtHome: { find: LocationAtHome.storedin, column: locationathome }
                  locationAtShop: { find: LocationAtShop.aisle, column: locationatshop }
            """
        let store = try SeededStore(
            plan, reference: try Corpus.entry("grocery-dude").store, in: folder)
        return try Data(contentsOf: URL(fileURLWithPath: store.path))
    }

    @Test(
        "Stores are equal byte by byte, with a row per item and with a name per item",
        .enabled(if: hasPython, "needs python3"),
        arguments: [("", 400), ("unique: name\n    conflict: skip", 399)])
    func sameStores(policy: String, items: Int64) throws {
        let folder = try TestFolder()
        let original = try Corpus.entry("grocery-dude").folder + "/DefaultData.xml"
        let written = try run("python3", ["-c", Self.writer, original], in: folder.path)
        #expect(written.output == "400\n", "\(written.errors)")
        let expected = try Self.build(
            "{ xml: \(original), records: items/item }", policy: policy, in: folder)
        let store = try Connection.reading(path: folder.path + "/out.sqlite")
        #expect(try store.integer("SELECT count(*) FROM ZITEM") == items)
        #expect(try store.integer("SELECT count(DISTINCT ZNAME) FROM ZITEM") == 399)
        // An empty unit means no unit.
        #expect(
            try store.integer("SELECT count(*) FROM ZUNIT WHERE ZNAME = '' OR ZNAME IS NULL") == 0)
        #expect(try store.integer("SELECT count(*) FROM ZITEM WHERE ZUNIT IS NULL") ?? 0 > 0)
        for source in Self.sources {
            #expect(try Self.build(source, policy: policy, in: folder) == expected, "\(source)")
        }
    }
}
