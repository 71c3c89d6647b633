import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@testable import Seeding

@Suite("Seeding into a store with rows")
struct AppendTests {
    static let keep = "rows: keep\n"

    /// Returns a store with Tea (p1, code 1, unit g), Milk (p2), and the places A and B.
    static func base() throws -> SeededStore {
        try SeededStore(
            UniquenessTests.plan(), model: UniquenessTests.model(),
            files: ["items.csv": "name,code,note,unit,places\nTea,1,,g,A|B\nMilk,2,cold,,A\n"])
    }

    @Test(
        "Rows match existing objects, and a changed one gets the next version",
        arguments: [
            (
                "skip", ["Tea|1|NULL|7|g|1", "Milk|2|cold|7|NULL|1", "Rum|3|NULL|7|kg|1"],
                ["Tea|AB", "Milk|A", "Rum|C"]
            ),
            (
                "merge", ["Tea|1|hot|7|g|2", "Milk|2|cold|7|NULL|1", "Rum|3|NULL|7|kg|1"],
                ["Tea|ABC", "Milk|A", "Rum|C"]
            ),
            (
                "replace", ["Tea|1|warm|7|kg|2", "Milk|2|cold|7|NULL|1", "Rum|3|NULL|7|kg|1"],
                ["Tea|AC", "Milk|A", "Rum|C"]
            ),
        ])
    func policies(policy: String, rows: [String], places: [String]) throws {
        let base = try Self.base()
        let files = [
            "items.csv": """
            name,code,note,unit,places
            Tea,1,hot,kg,C
            Milk,2,cold,,A
            Rum,3,,kg,C
            Tea,1,warm,kg,A|C

            """
        ]
        let store = try SeededStore(
            Self.keep + UniquenessTests.plan("unique: name\n    conflict: \(policy)"),
            reference: base.path, files: files)
        #expect(try store.rows(UniquenessTests.all) == rows)
        #expect(try store.rows(UniquenessTests.places).map { Self.sorted($0) } == places)
        #expect(
            try store.rows("SELECT Z_NAME, Z_MAX FROM Z_PRIMARYKEY WHERE Z_SUPER = 0") == [
                "Item|3", "Place|3", "Unit|2",
            ])
    }

    private static func sorted(_ row: String) -> String {
        let parts = row.split(separator: "|")
        return "\(parts[0])|\(String(parts[1].sorted()))"
    }

    @Test("Without a policy, a row that already exists is an error")
    func error() throws {
        let base = try Self.base()
        let issues = try SeededStore.issues(
            Self.keep + UniquenessTests.plan(), reference: base.path,
            files: ["items.csv": "name,code,note,unit,places\nOat,9,,,\nOat2,2,,,\n"])
        #expect(issues.map(\.reason) == [.object(.duplicateKey(entity: "Item", attribute: "code"))])
    }

    @Test("Used primary keys are never reused")
    func highestPrimaryKey() throws {
        let base = try Self.base()
        do {
            let store = try Connection(path: base.path, mode: .readWrite)
            try store.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 40 WHERE Z_NAME = 'Item'")
        }
        let plan = """
            rows: keep
            sources: { items: { csv: items.csv } }
            entities: { Item: { from: items, attributes: { name: name }, primaryKey: pk } }
            """
        let store = try SeededStore(
            plan, reference: base.path, files: ["items.csv": "pk,name\n44,x\n41,y\n"])
        #expect(try store.rows("SELECT Z_PK FROM ZITEM ORDER BY Z_PK") == ["1", "2", "41", "44"])
        #expect(try store.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'") == ["44"])
        let issues = try SeededStore.issues(
            plan, reference: base.path, files: ["items.csv": "pk,name\n40,x\n2,y\n"])
        #expect(issues.map(\.reason) == [.object(.badPrimaryKey), .object(.badPrimaryKey)])
    }

    @Test("Ordered lists continue after their members")
    func orderKeys() throws {
        let plan = """
            sources: { steps: { csv: steps.csv } }
            entities:
              Step:
                from: steps
                attributes: { text: text }
                relationships: { recipe: { find: title, column: recipe } }
            """
        let base = try SeededStore(
            plan, model: ToManyTests.kitchen(),
            files: ["steps.csv": "text,recipe\na,Soup\nb,Soup\n"])
        let store = try SeededStore(
            Self.keep
                + plan.replacingOccurrences(of: "column: recipe", with: "column: recipe, order: n"),
            reference: base.path,
            files: ["steps.csv": "text,recipe,n\nc,Soup,2\nd,Tea,1\ne,Soup,1\n"])
        #expect(
            try store.rows("SELECT ZTEXT, Z_FOK_RECIPE FROM ZSTEP")
                == ["a|2048", "b|3072", "c|5120", "d|2048", "e|4096"])
        #expect(try store.rows("SELECT Z_OPT FROM ZRECIPE") == ["1", "1"])
    }

    @Test("Derived values include existing rows")
    func derived() throws {
        let base = try SeededStore(
            DerivedAttributeTests.plan, model: DerivedAttributeTests.library(),
            files: DerivedAttributeTests.files)
        let store = try SeededStore(
            """
            rows: keep
            sources: { books: { csv: books.csv } }
            entities:
              Novel:
                from: books
                attributes: { title: title }
                relationships: { author: { find: name, column: author, missing: error } }
            """, reference: base.path, files: ["books.csv": "title,author\nE,Bob\nF,Ann\n"])
        #expect(
            try store.rows("SELECT ZNAME, ZBOOKCOUNT, Z_OPT FROM ZAUTHOR")
                == ["Ann|3|1", "Bob|1|1", "Cem|1|1"])
        #expect(
            try store.rows("SELECT ZAUTHORCOUNT FROM ZBOOK") == ["3", "3", "NULL", "1", "1", "3"])
    }

    @Test(
        "History is cleared or kept with the rows, unless the plan sets `history:`",
        arguments: [
            ("", 0), ("history: keep\n", 1), ("rows: keep\n", 1),
            ("rows: keep\nhistory: clear\n", 0),
        ])
    func history(options: String, count: Int) throws {
        let folder = try TestFolder()
        let path = folder.path + "/app.sqlite"
        try StoreCreator(model: UniquenessTests.model(), hasHistory: true).create(at: path)
        do {
            let store = try Connection(path: path, mode: .readWrite)
            try store.execute(
                """
                INSERT INTO ATRANSACTION (Z_PK, Z_ENT, ZTIMESTAMP) VALUES (1, 16002, 1.5);
                INSERT OR REPLACE INTO Z_PRIMARYKEY VALUES (16002, 'TRANSACTION', 0, 1)
                """)
        }
        let store = try SeededStore(
            options + UniquenessTests.plan(), reference: path,
            files: ["items.csv": "name,code,note,unit,places\n"])
        #expect(try store.rows("SELECT count(*) FROM ATRANSACTION") == ["\(count)"])
        #expect(
            try store.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_ENT = 16002") == ["\(count)"])
    }

    @Test("A reference that CloudKit mirrors is refused unless the plan allows it")
    func cloudKit() throws {
        let base = try Self.base()
        do {
            let store = try Connection(path: base.path, mode: .readWrite)
            try store.execute(
                "CREATE TABLE ANSCKRECORDMETADATA (Z_PK INTEGER PRIMARY KEY); "
                    + "INSERT INTO ANSCKRECORDMETADATA VALUES (1)")
        }
        let files = ["items.csv": "name,code,note,unit,places\nx,,,,\n"]
        let issues = try SeededStore.issues(
            UniquenessTests.plan(), reference: base.path, files: files)
        #expect(issues.map(\.reason) == [.model(.mirroredByCloudKit(table: "ANSCKRECORDMETADATA"))])
        let store = try SeededStore(
            "allowCloudKit: true\n" + UniquenessTests.plan(), reference: base.path, files: files)
        #expect(try store.rows("SELECT count(*) FROM ZITEM") == ["1"])
    }

    @Test("The UUID is kept, new, or depends on the content")
    func identity() throws {
        let files = ["items.csv": "name,code,note,unit,places\nx,,,,\n"]
        func uuid(_ options: String, _ files: [String: String]) throws -> String {
            let store = try SeededStore(
                options + UniquenessTests.plan(), model: UniquenessTests.model(), files: files)
            return try store.rows("SELECT Z_UUID FROM Z_METADATA")[0]
        }
        let kept = try uuid("", files)
        #expect(try uuid("uuid: keep\n", files) == kept)
        let new = try uuid("uuid: new\n", files)
        #expect(try uuid("uuid: new\n", files) != new)
        let content = try uuid("uuid: content\n", files)
        #expect(try uuid("uuid: content\n", files) == content)
        #expect(content != kept)
        let other = ["items.csv": "name,code,note,unit,places\ny,,,,\n"]
        #expect(try uuid("uuid: content\n", other) != content)
        #expect(StoreMetadata.isUUID(content))
    }

    @Test("Metadata can have every type of a property list")
    func metadata() throws {
        let plan = """
            metadata:
              flag: true
              list: [1, two, 2.5]
              map: { a: { b: yes } }
              when: !!timestamp 2001-01-02T00:00:00Z
              bytes: !!binary AQI=
              day: 2024-05-01

            """ + UniquenessTests.plan()
        let files = ["items.csv": "name,code,note,unit,places\n"]
        let store = try SeededStore(plan, model: UniquenessTests.model(), files: files)
        let metadata = try StoreMetadata.read(from: store.connection)
        #expect(metadata.entries["flag"] == .bool(true))
        #expect(metadata.entries["list"] == .array([.integer(1), .string("two"), .real(2.5)]))
        #expect(
            metadata.entries["map"] == .dictionary(["a": .dictionary(["b": .string("yes")])]))
        #expect(metadata.entries["when"] == .date(86_400))
        #expect(metadata.entries["bytes"] == .data([1, 2]))
        #expect(metadata.entries["day"] == .string("2024-05-01"))
    }

    @Test("A dry run leaves no files")
    func dryRun() throws {
        let base = try Self.base()
        let before = try FileManager.default.contentsOfDirectory(atPath: base.folder.path).sorted()
        let bytes = FileManager.default.contents(atPath: base.path)
        var options = SeedBuilder.Options()
        options.isDryRun = true
        let plan = try PlanReader.read(path: base.folder.path + "/seed.yml")
        let finished = try SeedBuilder(plan: plan, options: options).build()
        #expect(FileManager.default.fileExists(atPath: finished.temporaryPath))
        try finished.place()
        #expect(finished.report.rows.first?.written == 2)
        let after = try FileManager.default.contentsOfDirectory(atPath: base.folder.path).sorted()
        #expect(after == before)
        #expect(FileManager.default.contents(atPath: base.path) == bytes)
    }
}
