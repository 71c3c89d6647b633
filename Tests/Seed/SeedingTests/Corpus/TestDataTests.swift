import Foundation
import SQLite
import TestSupport
import Testing
import Verification

@testable import Seeding

@Suite(
    "The Grocery Dude store, rebuilt from the app's own test data",
    .enabled(if: Corpus.isPresent, Corpus.absence))
struct TestDataTests {
    private static let plan = """
        sources: { items: { xml: TestData.xml, records: items/item } }
        entities:
          Item:
            from: items
            attributes: { name: name, quantity: quantity }
            relationships:
              unit: { find: Unit.name, column: unit }
              locationAtHome: { find: LocationAtHome.storedin, column: locationathome }
              locationAtShop: { find: LocationAtShop.aisle, column: locationatshop }
        """

    /// Queries for every object: all its values with their storage class, and its links by the natural keys of the
    /// other objects, from both sides.
    private static let graph = [
        "items, every value, and where their links lead": """
        SELECT e.Z_NAME, quote(i.ZNAME), quote(i.ZQUANTITY), typeof(i.ZQUANTITY),
            quote(i.ZLISTED), quote(i.ZCOLLECTED), quote(i.ZPHOTODATA), quote(u.ZNAME),
            h.Z_ENT = 3, quote(h.ZSTOREDIN), s.Z_ENT = 4, quote(s.ZAISLE)
        FROM ZITEM i JOIN Z_PRIMARYKEY e ON e.Z_ENT = i.Z_ENT
        LEFT JOIN ZUNIT u ON u.Z_PK = i.ZUNIT
        LEFT JOIN ZLOCATION h ON h.Z_PK = i.ZLOCATIONATHOME
        LEFT JOIN ZLOCATION s ON s.Z_PK = i.ZLOCATIONATSHOP
        """,
        "units and their items": """
        SELECT e.Z_NAME, quote(u.ZNAME), (SELECT group_concat(name, char(10)) FROM
            (SELECT i.ZNAME AS name FROM ZITEM i WHERE i.ZUNIT = u.Z_PK ORDER BY 1))
        FROM ZUNIT u JOIN Z_PRIMARYKEY e ON e.Z_ENT = u.Z_ENT
        """,
        "locations of both kinds and their items": """
        SELECT e.Z_NAME, quote(l.ZSTOREDIN), quote(l.ZAISLE), quote(l.ZSUMMARY),
            (SELECT group_concat(name, char(10)) FROM
                (SELECT i.ZNAME AS name FROM ZITEM i WHERE i.ZLOCATIONATHOME = l.Z_PK ORDER BY 1)),
            (SELECT group_concat(name, char(10)) FROM
                (SELECT i.ZNAME AS name FROM ZITEM i WHERE i.ZLOCATIONATSHOP = l.Z_PK ORDER BY 1))
        FROM ZLOCATION l JOIN Z_PRIMARYKEY e ON e.Z_ENT = l.Z_ENT
        """,
    ]

    private static func rows(_ sql: String, of store: Connection) throws -> [String] {
        try store.rows(sql) { row in
            (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
        }.sorted()
    }

    @Test("The object graph equals the real store's, except for primary keys and Z_OPT")
    func sameGraph() throws {
        let entry = try Corpus.entry("grocery-dude")
        let data = try String(contentsOfFile: entry.folder + "/TestData.xml", encoding: .utf8)
        let seeded = try SeededStore(
            Self.plan, reference: entry.store, files: ["TestData.xml": data])
        let original = try Connection.reading(path: entry.store)
        for (subject, sql) in Self.graph.sorted(by: { $0.key < $1.key }) {
            let expected = try Self.rows(sql, of: original)
            let built = try Self.rows(sql, of: seeded.connection)
            #expect(!expected.isEmpty)
            #expect(Set(expected).subtracting(built) == [], "only in the real store: \(subject)")
            #expect(Set(built).subtracting(expected) == [], "only in the seeded store: \(subject)")
            #expect(built.count == expected.count, "\(subject)")
        }
        let counts = try Self.rows(
            "SELECT (SELECT count(*) FROM ZITEM), (SELECT count(*) FROM ZUNIT), "
                + "(SELECT count(*) FROM ZLOCATION WHERE Z_ENT = 3), "
                + "(SELECT count(*) FROM ZLOCATION WHERE Z_ENT = 4)", of: seeded.connection)
        #expect(counts == ["55|8|13|11"])
        #expect(
            try Self.rows("SELECT Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY", of: seeded.connection)
                == Self.rows("SELECT Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY", of: original))
        let failed = try StoreVerifier().verify(path: seeded.path).filter { !$0.isPassed }
        #expect(failed.flatMap(\.outcome.examples).map(\.line) == [])
        #expect(seeded.report.warnings == [])
    }

    @Test("The comparison detects a single value and a single link")
    func comparisonSees() throws {
        let entry = try Corpus.entry("grocery-dude")
        let folder = try TestFolder()
        let copy = folder.path + "/copy.sqlite"
        try FileManager.default.copyItem(atPath: entry.store, toPath: copy)
        let store = try Connection(path: copy, mode: .readWrite)
        let original = try Connection.reading(path: entry.store)
        for change in [
            "UPDATE ZITEM SET ZLISTED = 0 WHERE Z_PK = 7",
            "UPDATE ZITEM SET ZUNIT = 2 WHERE Z_PK = 1",
            "UPDATE ZLOCATION SET ZSUMMARY = '' WHERE Z_PK = 9",
            "UPDATE ZITEM SET ZLOCATIONATHOME = NULL WHERE Z_PK = 55",
        ] {
            try store.execute("SAVEPOINT try; \(change)")
            let differ = try Self.graph.values.contains { sql in
                try Self.rows(sql, of: store) != Self.rows(sql, of: original)
            }
            #expect(differ, "\(change)")
            try store.execute("ROLLBACK TO try")
        }
    }
}
