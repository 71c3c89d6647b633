import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed dump")
struct DumpTests {
    @Test("Shows each object with what it has, sorted by what it is called")
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
        "git diff shows what changed in a store",
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
