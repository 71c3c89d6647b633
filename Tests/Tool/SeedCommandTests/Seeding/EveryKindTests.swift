import CommandSupport
import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@Suite("Everything that Core Data can store, seeded and exported")
struct EveryKindTests {
    /// The folder in which `make coredata` expects the stores.
    private static let keptFolder = ProcessInfo.processInfo.environment["ZSEED_KEEP_STORES"]

    @Test(
        "The stores are copied for tests with Core Data",
        .enabled(if: keptFolder != nil, "make coredata asks for it"))
    func kept() throws {
        let folder = try #require(Self.keptFolder)
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for storage in ["inline", "external"] {
            let zoo = try Zoo(storage: storage)
            try Zseed.run("build", "plan.yml", in: zoo.path).expectSuccess()
            try FileManager.default.copyItem(atPath: zoo.path, toPath: folder + "/" + storage)
        }
    }

    private static let attributes = [
        "ZNAME", "ZSMALL", "ZMEDIUM", "ZBIG", "ZPRICE", "ZRATIO", "ZWEIGHT", "ZDONE", "ZDAY",
        "ZMOMENT", "ZCODE", "ZLINK", "ZSEAL", "ZTAGS", "ZSETTINGS", "ZCITY", "ZLATITUDE",
        "ZLONGITUDE",
    ]

    private static func archive(_ value: PropertyValue) throws -> Value {
        .blob(try value.keyedArchive())
    }

    /// Returns the things of the zoo with their storage classes (docs/internals/format.md#rows), as written in the
    /// file.
    private static func things() throws -> [[Value]] {
        let settings = UserInfo([
            .init(key: "list", value: .array([.integer(1), .double(2.5)])),
            .init(key: "name", value: .string("x")), .init(key: "on", value: .bool(true)),
            .init(key: "size", value: .integer(12)),
        ])
        let code: [UInt8] = [
            0xE6, 0x21, 0xE1, 0xF8, 0xC3, 0x6C, 0x49, 0x5A, 0x93, 0xFC, 0x0C, 0x24, 0x7A, 0x3E,
            0x6E, 0x5F,
        ]
        return [
            [
                .text("low"), .integer(-32_768), .integer(-2_147_483_648), .integer(.min),
                .real(-0.01), .real(Double(Float(-0.1))), .real(-.greatestFiniteMagnitude),
                .integer(0), .integer(-63_113_904_000), .real(-31_622_400.001),
                .blob(Array(repeating: 0, count: 16)), .text("file:///a%20b"), .blob([0]),
                try archive(.array([.string("a")])), try archive(.dictionary(UserInfo([]))),
                .text("Berlin"), .real(52.52), .real(13.405),
            ],
            [
                .text("high"), .integer(32_767), .integer(2_147_483_647), .integer(.max),
                .integer(123_456_789_012_345), .real(Double(Float.greatestFiniteMagnitude)),
                .real(.leastNonzeroMagnitude), .integer(1), .integer(252_423_907_200), .integer(0),
                .blob(Array(repeating: 0xFF, count: 16)), .text("https://example.com/?q=%C3%BC#x"),
                .blob([0, 0xFF, 0x10]),
                try archive(.array([.string("a"), .string("b, c"), .string("ü🌱")])),
                try archive(.dictionary(settings)), .text("São Paulo, SP"), .real(-23.5505),
                .real(-46.6333),
            ],
            [
                .text("zero"), .integer(0), .integer(0), .integer(0), .integer(0), .real(0),
                .real(0), .integer(0), .integer(0), .real(730_880_100.5), .blob(code),
                .text("urn:x"), .null, .null, .null, .null, .real(0), .real(0),
            ],
            [.text("none")] + Array(repeating: .null, count: 17),
            // Two o'clock at night is skipped when summer time begins: the clocks show three.
            [
                .text("quoted \"name\", on\ntwo lines 🌱"), .integer(1), .integer(1), .integer(1),
                .integer(1), .real(1), .real(1), .integer(1), .integer(733_536_000),
                .integer(733_541_400), .null, .null, .null, .null, .null, .null, .null, .null,
            ],
        ]
    }

    /// Queries that identify objects by their natural keys, and their expected results.
    private static let links: [(sql: String, rows: [String])] = [
        (
            """
            SELECT p.ZNAME, b.ZNAME, s.ZNAME, q.ZNUMBER, f.ZNAME, a.ZNAME, p.Z1_MASCOT = a.Z_ENT,
                p.ZANIMALCOUNT, p.ZBOSSNAME
            FROM ZPERSON p LEFT JOIN ZPERSON b ON b.Z_PK = p.ZBOSS
            LEFT JOIN ZPERSON s ON s.Z_PK = p.ZSPOUSE LEFT JOIN ZPASSPORT q ON q.Z_PK = p.ZPASSPORT
            LEFT JOIN ZTHING f ON f.Z_PK = p.ZFAVORITE LEFT JOIN ZANIMAL a ON a.Z_PK = p.ZMASCOT
            ORDER BY 1
            """,
            [
                "Ann|-|Bob|P1|high|Tom|1|3|-", "Bob|Ann|Ann|-|low|Fip|1|1|Ann",
                "Cem|Bob|-|P2|-|Fip|1|0|Bob", "Dee|Dee|Dee|-|high|-|-|0|Dee",
            ]
        ),
        // The inverse of the one-to-one relationship.
        (
            """
            SELECT ZNUMBER, p.ZNAME FROM ZPASSPORT q JOIN ZPERSON p ON p.Z_PK = q.ZPERSON ORDER BY 1
            """,
            ["P1|Ann", "P2|Cem"]
        ),
        // Three levels in one table. The columns of other entities are NULL.
        (
            """
            SELECT a.ZNAME, e.Z_NAME, p.ZNAME, ZLIVES, ZTRICKS, ZWEEKS FROM ZANIMAL a
            JOIN Z_PRIMARYKEY e ON e.Z_ENT = a.Z_ENT LEFT JOIN ZPERSON p ON p.Z_PK = ZKEEPER ORDER BY 1
            """,
            [
                "Fip|Puppy|Ann|-|roll|6", "Kit|Cat|Ann|7|-|-", "Rex|Dog|Bob|-|sit, stay|-",
                "Tom|Cat|Ann|-|-|-",
            ]
        ),
        (
            """
            SELECT t.ZNAME, p.ZNAME FROM ZTHING t JOIN ZPERSON p ON p.Z_PK = t.Z6COLLECTS ORDER BY 1
            """,
            ["high|Ann", "low|Ann", "zero|Cem"]
        ),
        // A relationship that is its own inverse has rows in both directions; another one between people has one row
        // per link.
        (
            """
            SELECT a.ZNAME, b.ZNAME FROM Z_6FRIENDS j JOIN ZPERSON a ON a.Z_PK = j.Z_6FRIENDS
            JOIN ZPERSON b ON b.Z_PK = j.REFLEXIVE ORDER BY 1, 2
            """,
            ["Ann|Bob", "Ann|Cem", "Bob|Ann", "Bob|Cem", "Cem|Ann", "Cem|Bob", "Dee|Dee"]
        ),
        (
            """
            SELECT a.ZNAME, b.ZNAME FROM Z_6IDOLS j JOIN ZPERSON a ON a.Z_PK = j.Z_6FANS
            JOIN ZPERSON b ON b.Z_PK = j.Z_6IDOLS ORDER BY 1, 2
            """,
            ["Bob|Ann", "Cem|Ann", "Cem|Bob", "Cem|Cem"]
        ),
        (
            """
            SELECT p.ZNAME, a.ZNAME FROM Z_1LIKEDBY j JOIN ZPERSON p ON p.Z_PK = j.Z_6LIKEDBY
            JOIN ZANIMAL a ON a.Z_PK = j.Z_1LIKES ORDER BY 1, 2
            """,
            ["Ann|Rex", "Ann|Tom", "Bob|Rex", "Dee|Fip"]
        ),
        // Ordered relationships of both kinds, from both sides.
        (
            """
            SELECT p.ZNAME, t.ZTEXT, t.Z_FOK_PERSON FROM ZTODO t LEFT JOIN ZPERSON p
            ON p.Z_PK = t.ZPERSON ORDER BY 1, t.Z_FOK_PERSON
            """,
            [
                "-|orphan|-", "Ann|first|2048", "Ann|second|3072", "Ann|third|4096",
                "Bob|only|2048",
            ]
        ),
        (
            """
            SELECT p.ZNAME, s.ZTITLE, Z_FOK_7PLAYLIST FROM Z_6PLAYLIST j
            JOIN ZPERSON p ON p.Z_PK = j.Z_6LISTENERS JOIN ZSONG s ON s.Z_PK = j.Z_7PLAYLIST
            ORDER BY 1, 3
            """,
            [
                "Ann|Blue|2048", "Ann|Red|3072", "Bob|Green|2048", "Bob|Blue|3072",
                "Bob|Red|4096", "Dee|Red|2048",
            ]
        ),
        (
            """
            SELECT s.ZTITLE, p.ZNAME, Z_FOK_6LISTENERS FROM Z_6PLAYLIST j
            JOIN ZPERSON p ON p.Z_PK = j.Z_6LISTENERS JOIN ZSONG s ON s.Z_PK = j.Z_7PLAYLIST
            ORDER BY 1, 3
            """,
            [
                "Blue|Ann|2048", "Blue|Bob|3072", "Green|Bob|2048", "Red|Dee|2048",
                "Red|Bob|3072", "Red|Ann|4096",
            ]
        ),
    ]

    /// Expects that a store has the contents of the zoo's files.
    private func expectContent(_ path: String, isExternal: Bool) throws {
        let store = try Connection(path: path, mode: .readOnly)
        let names = Self.attributes.joined(separator: ", ")
        let things = try store.rows("SELECT \(names) FROM ZTHING ORDER BY Z_PK") { row in
            Self.attributes.indices.map { row.value(at: $0) }
        }
        #expect(try things == Self.things())
        for (sql, expected) in Self.links {
            let rows = try store.rows(sql) { row in
                (0..<row.columnCount).map { row.text(at: $0) ?? "-" }.joined(separator: "|")
            }
            #expect(rows == expected, "\(sql)")
        }
        try expectPhotos(store, path: path, isExternal: isExternal)
    }

    private func expectPhotos(_ store: Connection, path: String, isExternal: Bool) throws {
        let photos = try store.rows(
            "SELECT ZPHOTO FROM ZTHING WHERE ZPHOTO NOT NULL ORDER BY Z_PK"
        ) { $0.blob(at: 0) }
        #expect(photos.count == 2)
        #expect(photos.first == [1] + Array(Zoo.photos[0]))
        guard isExternal else {
            #expect(photos.last == [1] + Array(Zoo.photos[1]))
            return
        }
        let reference = try #require(photos.last ?? nil)
        #expect(reference.count == 38 && reference.first == 2 && reference.last == 0)
        let name = String(decoding: reference.dropFirst().dropLast(), as: UTF8.self)
        let url = URL(fileURLWithPath: path)
        let folder =
            url.deletingLastPathComponent().path + "/."
            + url.deletingPathExtension().lastPathComponent + "_SUPPORT/_EXTERNAL_DATA/"
        #expect(try bytes(of: folder + name) == Zoo.photos[1])
    }

    private static let cycle =
        "warning: Person.boss: 1 object is its own ancestor: p4 → p4; an app that follows the parents never "
        + "reaches a root (`cycles: error` rejects them)\n"

    @Test(
        "The store has the files' content, passes verify and the oracle, and exports to equal files",
        arguments: ["inline", "external"])
    func everything(storage: String) throws {
        let zoo = try Zoo(storage: storage)
        let built = try Zseed.run("build", "plan.yml", "-q", in: zoo.path)
        #expect(
            built.errors
                == "Model.xcdatamodel: warning: Person.idols and .fans: their join table is named after the "
                + "first, which is a guess; Core Data may expect the name of the other\n"
                + "plan.yml:39:7: \(Self.cycle)")
        #expect(built.status == 0)
        try expectContent(zoo.path + "/out.sqlite", isExternal: storage == "external")
        let verified = try Zseed.run(
            "verify", "out.sqlite", "--model", "Model.xcdatamodel", in: zoo.path)
        verified.expectSuccess()
        // The name of the join table is assumed.
        #expect(
            verified.output.contains(
                /\nout\.sqlite: should open: 1 thing no file has shown, \d+ checks passed/))
        try FormatLint.expectSound(zoo.path + "/out.sqlite")

        for (store, folder, again) in [("out", "one", "again"), ("again", "two", "third")] {
            try Zseed.run("export", store + ".sqlite", "-o", folder, "-q", in: zoo.path)
                .expectSuccess()
            let rebuilt = try Zseed.run(
                "build", folder + "/seed.yml", "-o", again + ".sqlite", "-q", in: zoo.path)
            #expect(rebuilt.errors == "\(folder)/seed.yml:57:7: \(Self.cycle)")
            #expect(rebuilt.status == 0)
        }
        // Large values are stored in the database, because the exported plan does not ask for external files.
        try expectContent(zoo.path + "/again.sqlite", isExternal: false)
        try FormatLint.expectSound(zoo.path + "/again.sqlite")
        let names = try FileManager.default.subpathsOfDirectory(atPath: zoo.path + "/one").sorted()
        #expect(names.filter { $0.hasSuffix(".csv") }.count == 13)
        for name in names where name.contains(".") && !name.hasSuffix(".files") {
            let one = try bytes(of: zoo.path + "/one/" + name)
            let two = try bytes(of: zoo.path + "/two/" + name)
            guard name == "seed.yml" else {
                #expect(one == two, "\(name)")
                continue
            }
            #expect(
                String(decoding: one, as: UTF8.self).replacing("out.sqlite", with: "again.sqlite")
                    == String(decoding: two, as: UTF8.self))
        }
        // The metadata's page may still contain bytes of another reference.
        try Zseed.run("diff", "again.sqlite", "third.sqlite", in: zoo.path).expectSuccess()
        let editions = try ["again", "third"].map {
            try Zseed.run("metadata", $0 + ".sqlite", "ZseedEdition", in: zoo.path).output
        }
        #expect(editions[0] == editions[1])
    }

    @Test(
        "An exact export and a build give back every row and value",
        arguments: ["inline", "external"])
    func exact(storage: String) throws {
        let zoo = try Zoo(storage: storage)
        #expect(try Zseed.run("build", "plan.yml", "-q", in: zoo.path).status == 0)
        try Zseed.run("export", "out.sqlite", "--exact", "-o", "exact", "-q", in: zoo.path)
            .expectSuccess()
        try Zseed.run("build", "exact/seed.yml", "-o", "again.sqlite", "-q", in: zoo.path)
            .expectSuccess()
        let stores = try ["out", "again"].map {
            try Connection(path: zoo.path + "/" + $0 + ".sqlite", mode: .readOnly)
        }
        let tables = try stores[0].rows(
            "SELECT name FROM sqlite_master WHERE type = 'table' ORDER BY name"
        ) { $0.text(at: 0) ?? "" }
        #expect(tables.count >= 13)
        for table in tables {
            let rows = try stores.map { store in
                try store.rows("SELECT * FROM \(table)") { row in
                    (0..<row.columnCount).map { row.value(at: $0) }
                }
            }
            #expect(rows[0] == rows[1], "\(table)")
        }
        // The external files of large values are also exported.
        try expectContent(zoo.path + "/again.sqlite", isExternal: storage == "external")
        try FormatLint.expectSound(zoo.path + "/again.sqlite")
    }

    @Test("With `rows: keep`, files of large values are copied, and missing ones reported")
    func keptFiles() throws {
        let zoo = try Zoo(storage: "external")
        #expect(try Zseed.run("build", "plan.yml", "-q", in: zoo.path).status == 0)
        try zoo.folder.write("name\nnew\n", as: "new.csv")
        try zoo.folder.write(
            """
            reference: out.sqlite
            output: new/kept.sqlite
            rows: keep
            sources: { things: { csv: new.csv } }
            entities: { Thing: { from: things, attributes: { name: name } } }
            """, as: "keep.yml")
        let dry = try Zseed.run("build", "keep.yml", "-q", "--dry-run", in: zoo.path)
        dry.expectSuccess()
        #expect(!FileManager.default.fileExists(atPath: zoo.path + "/new"))
        try Zseed.run("build", "keep.yml", "-q", in: zoo.path).expectSuccess()
        let store = try Connection(path: zoo.path + "/new/kept.sqlite", mode: .readOnly)
        try expectPhotos(store, path: zoo.path + "/new/kept.sqlite", isExternal: true)
        #expect(
            try files(in: zoo.path + "/new/.kept_SUPPORT/_EXTERNAL_DATA")
                == files(in: zoo.path + "/.out_SUPPORT/_EXTERNAL_DATA"))

        try FileManager.default.removeItem(atPath: zoo.path + "/.out_SUPPORT")
        let result = try Zseed.run("build", "keep.yml", "-q", "-o", "other.sqlite", in: zoo.path)
        #expect(
            result.errors
                == "keep.yml:1:12: warning: 1 value of the reference is in a file that is "
                + "missing from ./.out_SUPPORT/_EXTERNAL_DATA\n")
        #expect(result.status == 0)
    }

    @Test("An ordered list that is its own inverse has its order in one of two columns")
    func ownInverse() throws {
        typealias XML = EntityXML
        let stores = try EditionStores(
            XML.entity(
                "P", XML.attribute("name"),
                XML.link("friends", "P", "friends", isToMany: true, isOrdered: true), XML.unique("name")))
        try stores.build(
            "A", ["P": "name,friends\na,\nb,a\nc,a|b\n"],
            loads: ["P": "attributes: { name: name }\n    relationships: { friends: friends }"])
        let verified = try stores.run("verify", "A.sqlite", "--strict")
        #expect(verified.status == 0, "\(verified.output)\(verified.errors)")
        let damage = "UPDATE Z_1FRIENDS SET Z_FOK_1FRIENDS = 2048"
        try stores.copy("A", as: "B", damage)
        #expect(try stores.run("verify", "B.sqlite", "--strict").status == 1)
    }
}
