import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed export --to and --views")
struct PlainExportTests {
    private func rows(_ sql: String, _ path: String) throws -> [String] {
        let database = try Connection(path: path, mode: .readOnly)
        return try database.rows(sql) { row in
            (0..<row.columnCount).map { row.isNull(at: $0) ? "-" : row.text(at: $0) ?? "" }.joined(
                separator: "|")
        }
    }

    @Test("Values are readable for other programs: dates as text, exact decimals, data inside")
    func values() throws {
        let kennel = try Kennel()
        try kennel.export()
        let plain = kennel.path + "/plain.sqlite"
        #expect(
            try FileManager.default.contentsOfDirectory(
                atPath: kennel.path + "/.store_SUPPORT/_EXTERNAL_DATA"
            ).count == 1)
        #expect(
            try rows(
                """
                SELECT pk, id, "select", SELECT_2, paid, sum, placed, site, length(photo), group_id, Order_group_id
                FROM "Order" ORDER BY pk
                """.replacing("SELECT_2", with: "\"Order_select\"").replacing(
                    "\"select\"", with: "\"SELECT\""), plain)
                == [
                    "1|00112233-4455-6677-8899-AABBCCDDEEFF|two|one|1|0.1|2024-03-09T16:05:30.25Z|"
                        + "https://example.org/?a=1&b=%20|150000|77|1",
                    "2|-|-|-|0|123456789.25|0001-01-01T00:00:00Z|-|3|-|-",
                    "3|-|-|-|-|0.00001|-|-|-|-|-",
                ])
        #expect(
            try rows(
                "SELECT typeof(sum), typeof(paid), typeof(placed), typeof(photo) FROM \"Order\" LIMIT 1",
                plain)
                == ["text|integer|text|blob"])
    }

    @Test(
        "Subentities share a table with a type column and have views; name clashes are resolved"
    )
    func inheritance() throws {
        let kennel = try Kennel()
        try kennel.export()
        let plain = kennel.path + "/plain.sqlite"
        let objects = try rows(
            "SELECT name FROM sqlite_schema WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%' ORDER BY 1",
            plain)
        #expect(
            objects == [
                "Animal", "Animal_friends", "DOG", "Dog_2", "Group", "Group_marks", "Group_marks_2", "Order",
                "entity_sqlite_mark",
            ])
        #expect(
            try rows("SELECT * FROM Animal", plain) == [
                "1|Dog|Rex|-|-|3|1|2048", "2|Dog||-|-|0|1|3072", "3|Dog|-|-|-|-1|-|-",
                "4|DOG|Böll <b>|old|x|-|1|4096",
            ])
        #expect(try rows("SELECT * FROM DOG", plain) == ["4|DOG|Böll <b>|old|x|1|4096"])
        #expect(try rows("SELECT id, age FROM Dog_2", plain) == ["1|3", "2|0", "3|-1"])
    }

    @Test("Foreign keys are declared and valid; join tables have positions for an ordered side")
    func references() throws {
        let kennel = try Kennel()
        try kennel.export()
        let plain = kennel.path + "/plain.sqlite"
        #expect(try rows("PRAGMA foreign_key_check", plain).isEmpty)
        #expect(
            try rows(
                "SELECT \"from\", \"table\", \"to\" FROM pragma_foreign_key_list('Group_marks_2') ORDER BY 1",
                plain)
                == ["group_id|Group|id", "sqlite_mark_id|entity_sqlite_mark|id"])
        #expect(
            try rows(
                """
                SELECT g.id, m.text FROM "Group" g JOIN Group_marks_2 j ON j.group_id = g.id
                JOIN entity_sqlite_mark m ON m.id = j.sqlite_mark_id ORDER BY g.id, j.marks_order
                """, plain) == ["1|2", "1|1", "1|3", "2|3", "2|2"])
        #expect(try rows("SELECT count(*) FROM Animal_friends", plain) == ["4"])
    }

    @Test("The plan drafted by `zseed plan` builds an equal store, from the store or its model")
    func roundTrip() throws {
        let kennel = try Kennel()
        try kennel.export()
        for (number, reference) in ["store.sqlite", "Model.xcdatamodel"].enumerated() {
            let plan = "again\(number).yml"
            try Zseed.run("plan", reference, "plain.sqlite", "-o", plan, in: kennel.path).expectSuccess()
            if number == 1 {
                try append("metadata: { edition: 3 }\n", to: plan, in: kennel)
            }
            let built = try Zseed.run("build", plan, "-o", "again.sqlite", in: kennel.path)
            #expect(built.errors == "")
            #expect(built.status == 0)
            let same = try Zseed.run("diff", "store.sqlite", "again.sqlite", in: kennel.path)
            #expect(same.output.hasSuffix(": equal\n"), "\(same.output)")
            // Primary keys are equal as well.
            let sql = "SELECT Z_PK, Z_ENT, ZNAME FROM ZANIMAL ORDER BY 1"
            #expect(try rows(sql, kennel.path + "/again.sqlite") == rows(sql, kennel.path + "/store.sqlite"))
        }
    }

    private func append(_ text: String, to file: String, in kennel: Kennel) throws {
        let old = String(decoding: try bytes(of: kennel.path + "/" + file), as: UTF8.self)
        try kennel.folder.write(old + text, as: file)
    }

    @Test("Changes made in the database are built, and an additional table is reported")
    func changed() throws {
        let kennel = try Kennel()
        try kennel.export()
        let plain = try Connection(path: kennel.path + "/plain.sqlite", mode: .readWrite)
        try plain.execute(
            """
            INSERT INTO Animal (id, entity_name, name, "order_id", order_order) VALUES (9, 'Dog', 'New', 2, 1);
            CREATE TABLE mine (a); ALTER TABLE "Order" DROP COLUMN site; DROP TABLE Group_marks
            """)
        try Zseed.run("plan", "store.sqlite", "plain.sqlite", "-o", "new.yml", in: kennel.path)
            .expectSuccess()
        let plan = String(decoding: try bytes(of: kennel.path + "/new.yml"), as: UTF8.self)
        #expect(plan.hasSuffix("# unsure: no entity fits the table `mine`\n"))
        try Zseed.run("build", "new.yml", "-o", "new.sqlite", in: kennel.path).expectSuccess()
        let diff = try Zseed.run("diff", "store.sqlite", "new.sqlite", in: kennel.path)
        #expect(diff.output.contains("+ Dog \"New\""))
        #expect(diff.output.contains("site https://example.org/?a=1&b=%20 → nil"))
    }

    @Test("The same store gives the same bytes, over an existing file, and nothing beside it")
    func placement() throws {
        let kennel = try Kennel()
        try kennel.folder.write("no database", as: "plain.sqlite")
        try kennel.export()
        let first = try bytes(of: kennel.path + "/plain.sqlite")
        let names = try files(in: kennel.path)
        try kennel.export()
        #expect(try bytes(of: kennel.path + "/plain.sqlite") == first)
        #expect(try files(in: kennel.path) == names)
    }

    @Test(
        "An output that cannot be written is refused, and nothing changes",
        arguments: [
            (["export", "store.sqlite"], 2, "the target is missing"),
            (["export", "store.sqlite", "--to", "a", "-o", "b"], 2, "exclude each other"),
            (["export", "store.sqlite", "--to", "a", "--exact"], 2, "--exact needs --output"),
            (["export", "store.sqlite", "--views", "--to", "a"], 2, "exclude each other"),
            (["export", "store.sqlite", "--to", "a", "--temporary"], 2, "--temporary needs --views"),
            (["export", "store.sqlite", "--to", "store.sqlite"], 2, "store.sqlite"),
            (["export", "store.sqlite", "--to", "folder"], 2, "folder: error: is a folder"),
            (["export", "none.sqlite", "--to", "a"], 2, "none.sqlite: error: no such file"),
            (["export", "data.json", "--to", "a"], 1, "data.json: error: "),
            (["export", "store.sqlite", "--to", "/proc/none/a"], 3, "/proc/none/a: error: "),
        ] as [([String], Int32, String)])
    func refused(arguments: [String], status: Int32, words: String) throws {
        let kennel = try Kennel()
        try kennel.folder.write("mine", as: "folder/file")
        let store = try bytes(of: kennel.path + "/store.sqlite")
        let names = try files(in: kennel.path)
        let result = try Zseed.run(arguments, in: kennel.path)
        #expect(result.status == status, "\(result.errors)")
        #expect(result.errors.contains(words), "\(result.errors)")
        #expect(try bytes(of: kennel.path + "/store.sqlite") == store)
        #expect(try files(in: kennel.path) == names)
    }

    @Test(
        "Values that are not exported are reported: dangling links, missing files, odd texts")
    func omissions() throws {
        let kennel = try Kennel()
        let store = try Connection(path: kennel.path + "/store.sqlite", mode: .readWrite)
        try store.execute(
            """
            UPDATE ZANIMAL SET ZNAME = 'a' || char(0) || 'b' WHERE Z_PK = 1;
            UPDATE ZANIMAL SET ZORDER = 99 WHERE Z_PK = 2; UPDATE ZORDER SET ZPLACED = 1e15 WHERE Z_PK = 2
            """)
        for name in try FileManager.default.contentsOfDirectory(
            atPath: kennel.path + "/.store_SUPPORT/_EXTERNAL_DATA")
        {
            try FileManager.default.removeItem(
                atPath: kennel.path + "/.store_SUPPORT/_EXTERNAL_DATA/" + name)
        }
        let result = try Zseed.run("export", "store.sqlite", "--to", "plain.sqlite", "-q", in: kennel.path)
        #expect(
            result.errors == """
                store.sqlite: warning: Animal.name: 1 text with NUL characters or bytes that are not UTF-8, which some programs cannot read
                store.sqlite: warning: Animal.order: 1 link to missing objects
                store.sqlite: warning: Order.photo: 1 value in missing files outside the store
                store.sqlite: warning: Order.placed: some dates are outside the years 1 to 9999, so all are seconds since 2001-01-01

                """)
        #expect(result.status == 0)
        let plain = kennel.path + "/plain.sqlite"
        #expect(try rows("SELECT typeof(placed) FROM \"Order\"", plain) == ["real", "real", "null"])
        #expect(try rows("SELECT hex(name) FROM Animal WHERE id = 1", plain) == ["610062"])
    }

    @Test(
        "Views read the store itself, from a copy or for one connection",
        .enabled(if: DocumentedPage.hasShell, "needs the sqlite3 shell"))
    func views() throws {
        let kennel = try Kennel()
        let views = try Zseed.run("export", "store.sqlite", "--views", in: kennel.path)
        #expect(views.status == 0)
        #expect(views.output.contains("CREATE VIEW \"Order\" AS SELECT\n  Z_PK AS \"pk\",\n"))
        #expect(views.output.contains("-- Values in files beside the store are NULL here: Order.photo\n"))
        try FileManager.default.copyItem(
            atPath: kennel.path + "/store.sqlite", toPath: kennel.path + "/copy.sqlite")
        try run("sqlite3", ["copy.sqlite"], in: kennel.path, input: Data(views.output.utf8)).expectSuccess()
        let sql = "SELECT pk, id, placed, sum, length(photo), Order_group_id FROM \"Order\""
        let expected = """
            1|00112233-4455-6677-8899-AABBCCDDEEFF|2024-03-09T16:05:30.25Z|0.1||1
            2||0001-01-01T00:00:00Z|123456789.25|3|
            3|||1.0e-05||

            """
        let read = try run("sqlite3", ["copy.sqlite", sql], in: kennel.path)
        #expect(read.output == expected)
        // A second export has the same names.
        let again = try Zseed.run("export", "copy.sqlite", "--views", in: kennel.path)
        #expect(again.errors == "")
        #expect(again.output.dropFirst(100).contains("CREATE VIEW \"Order\""))
        let before = try bytes(of: kennel.path + "/store.sqlite")
        let temporary = try Zseed.run("export", "store.sqlite", "--views", "--temporary", in: kennel.path)
        let alone = try run(
            "sqlite3", ["-readonly", "store.sqlite"], in: kennel.path,
            input: Data((temporary.output + sql + ";\n").utf8))
        #expect(alone.output == expected)
        #expect(alone.errors == "")
        #expect(try bytes(of: kennel.path + "/store.sqlite") == before)
    }
}
