import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed dump")
struct DumpTests {
    @Test("Each object is shown with its properties, sorted by name")
    func shows() throws {
        let stores = try ComparedStores("")
        let result = try Zseed.run("dump", "A.sqlite", "--entity", "Item,List", in: stores.path)
        #expect(result.status == 0 && result.errors == "")
        #expect(
            result.output == """
                Item "Milk"
                  name: Milk
                  price: 1.1
                  quantity: 2

                Item "Rice"
                  added: 2024-01-01T00:00:00Z
                  list: Pantry
                  name: Rice
                  price: 2.5
                  quantity: 1
                  tags:
                    dry
                    food
                  unit: kg

                Item "Salt"
                  list: Pantry
                  name: Salt
                  quantity: 1
                  tags:
                    dry
                  unit: kg

                List "Pantry"
                  items:
                    Rice
                    Salt
                  title: Pantry


                """)
    }

    @Test("Ordered members keep their order, and join rows with a missing end show nothing")
    func order() throws {
        let stores = try ComparedStores(
            "UPDATE ZITEM SET Z_FOK_LIST = 1024 WHERE Z_PK = 2; UPDATE ZITEM SET ZLIST = 1, Z_FOK_LIST = 1536 "
                + "WHERE Z_PK = 3; INSERT INTO Z_1TAGS (Z_1ITEMS, Z_3TAGS) VALUES (3, NULL), (NULL, 2)")
        let result = try Zseed.run("dump", "B.sqlite", "--entity", "List,Tag", in: stores.path)
        #expect(result.status == 0 && result.errors == "", "\(result.errors)")
        #expect(
            result.output == """
                List "Pantry"
                  items:
                    Salt
                    Milk
                    Rice
                  title: Pantry

                Tag "dry"
                  items:
                    Rice
                    Salt
                  name: dry

                Tag "food"
                  items:
                    Rice
                  name: food


                """)
    }

    @Test("Floats are rounded to their precision, and both sides show a one-to-one relationship")
    func floats() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Desk"><attribute name="code" optional="YES" attributeType="String"/>
            <relationship name="person" optional="YES" maxCount="1" destinationEntity="Person"
                inverseName="desk" inverseEntity="Person"/></entity>
            <entity name="Person"><attribute name="name" optional="YES" attributeType="String"/>
            <attribute name="share" optional="YES" attributeType="Float"/>
            <attribute name="size" optional="YES" attributeType="Double"/>
            <relationship name="desk" optional="YES" maxCount="1" destinationEntity="Desk"
                inverseName="person" inverseEntity="Desk"/></entity>
            """, as: "M.xcdatamodel")
        #expect(try Zseed.run("create", "M.xcdatamodel", "-o", "A.sqlite", in: folder.path).status == 0)
        let store = try Connection(path: folder.path + "/A.sqlite", mode: .readWrite)
        try store.execute(
            "INSERT INTO ZDESK (Z_PK, Z_ENT, Z_OPT, ZCODE, ZPERSON) VALUES (1, 1, 1, 'D', 1); "
                + "INSERT INTO ZPERSON (Z_PK, Z_ENT, Z_OPT, ZNAME, ZSHARE, ZSIZE, ZDESK) "
                + "VALUES (1, 2, 1, 'Ann', 0.10000000149011612, 0.10000000149011612, 1)")
        let person = "Person \"Ann\"\n  desk: D\n  name: Ann\n  share: 0.1\n  size: 0.10000000149011612\n\n"
        let desk = "Desk \"D\"\n  code: D\n  person: Ann\n\n"
        for (entity, text) in [("Person", person), ("Desk", desk), ("Desk,Person", desk + person)] {
            let result = try Zseed.run("dump", "A.sqlite", "--entity", entity, in: folder.path)
            #expect(result.output == text, "\(entity)")
        }
        try FileManager.default.copyItem(
            atPath: folder.path + "/A.sqlite", toPath: folder.path + "/B.sqlite")
        try Connection(path: folder.path + "/B.sqlite", mode: .readWrite)
            .execute("UPDATE ZPERSON SET ZSHARE = 0.20000000298023224")
        let diff = try Zseed.run("diff", "A.sqlite", "B.sqlite", in: folder.path)
        #expect(diff.output.hasPrefix("Person \"Ann\": share 0.1 → 0.2\n"), "\(diff.output)")
    }

    @Test("Equal content gives equal text, whatever the primary keys")
    func canonical() throws {
        let stores = try ComparedStores(
            "UPDATE ZITEM SET Z_PK = 50 - Z_PK; UPDATE Z_1TAGS SET Z_1ITEMS = 50 - Z_1ITEMS; "
                + "UPDATE ZITEM SET Z_OPT = 9", isDescendant: false)
        let one = try Zseed.run("dump", "A.sqlite", in: stores.path)
        let other = try Zseed.run("dump", "B.sqlite", in: stores.path)
        #expect(one.status == 0 && one.output == other.output)
    }

    @Test(
        "Unnamed objects that refer to each other get the same order under other primary keys")
    func nameless() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="Note"><attribute name="n" optional="YES" attributeType="Integer 32"/>
            <relationship name="next" optional="YES" maxCount="1" destinationEntity="Note"/>
            <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"
                inverseName="notes" inverseEntity="Tag"/></entity>
            <entity name="Tag"><attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="notes" optional="YES" toMany="YES" destinationEntity="Note"
                inverseName="tags" inverseEntity="Note"/></entity>
            """, as: "M.xcdatamodel")
        // A cycle of three, a note that refers to itself, and a tail. All stores have them, and in the last one a tag
        // is moved.
        let rows = [
            "A": (
                notes: "(1, 0, 2), (2, 0, 3), (3, 0, 1), (4, 5, 4), (5, 0, NULL), (6, 7, 5)",
                tags: "(1, NULL), (2, NULL), (3, 'x')", links: "(1, 1), (5, 2), (5, 3)"
            ),
            "B": (
                notes: "(11, 0, 9), (9, 0, 8), (8, 0, 11), (3, 5, 3), (2, 0, NULL), (1, 7, 2)",
                tags: "(2, NULL), (1, NULL), (3, 'x')", links: "(9, 2), (2, 1), (2, 3)"
            ),
            "C": (
                notes: "(1, 0, 2), (2, 0, 3), (3, 0, 1), (4, 5, 4), (5, 0, NULL), (6, 7, 5)",
                tags: "(1, NULL), (2, NULL), (3, 'x')", links: "(1, 1), (4, 2), (5, 3)"
            ),
        ]
        func dump(_ name: String, _ options: [String] = []) throws -> String {
            let result = try Zseed.run(["dump", "\(name).sqlite"] + options, in: folder.path)
            #expect(result.status == 0 && result.errors == "", "\(result.errors)")
            return result.output
        }
        for (name, rows) in rows {
            #expect(
                try Zseed.run("create", "M.xcdatamodel", "-o", "\(name).sqlite", in: folder.path).status == 0)
            try Connection(path: folder.path + "/\(name).sqlite", mode: .readWrite).execute(
                "CREATE TEMP TABLE n (k, n, t); INSERT INTO n VALUES \(rows.notes); "
                    + "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZN, ZNEXT) SELECT k, 1, 1, n, t FROM n; "
                    + "CREATE TEMP TABLE t (k, n); INSERT INTO t VALUES \(rows.tags); "
                    + "INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) SELECT k, 2, 1, n FROM t; "
                    + "INSERT INTO Z_1TAGS (Z_1NOTES, Z_2TAGS) VALUES \(rows.links)")
        }
        let text = try dump("A")
        #expect(try dump("B") == text)
        #expect(try dump("C") != text)
        // The destination of a note is named by the beginning of the destination's own lines.
        let notes = text.components(separatedBy: "\n\n").map { $0.components(separatedBy: "\n") }
        let itself = try #require(notes.first { $0.contains("  n: 5") })
        #expect(itself.contains("  next: " + (itself[0].split(separator: "\"").dropFirst().first ?? "")))
        #expect(!text.contains("p1") && text.contains("    x\n"), "\(text)")
        // Ignored properties do not distinguish objects.
        let options = ["--ignore", "tags,notes"]
        #expect(try dump("A", options) == dump("C", options))
    }

    @Test(
        "git diff shows the changes in a store",
        .enabled(if: (try? run("git", ["--version"]).status) == 0, "needs git"))
    func git() throws {
        let stores = try ComparedStores("")
        func git(_ arguments: String...) throws -> String {
            let result = try run(
                "git",
                ["-c", "user.name=t", "-c", "user.email=t@example.com", "-c", "commit.gpgsign=false"]
                    + arguments,
                in: stores.path)
            try #require(result.status == 0, "\(result.errors)")
            return result.output
        }
        _ = try git("init", "-q")
        _ = try git("config", "diff.coredata.textconv", "'\(Zseed.path)' dump")
        try stores.folder.write("*.sqlite diff=coredata\n", as: ".gitattributes")
        _ = try git("add", "-A")
        _ = try git("commit", "-q", "-m", "one")
        try Connection(path: stores.path + "/A.sqlite", mode: .readWrite)
            .execute("UPDATE ZITEM SET ZQUANTITY = 12 WHERE Z_PK = 2")
        let text = try git("diff")
        #expect(text.contains("-  quantity: 1\n+  quantity: 12\n"), "\(text)")
    }
}
