import CommandSupport
import TestSupport
import Testing

/// Stores without a record of primary keys, or renumbered by a migration. An object that the user created under one of
/// the edition's keys is still the user's, in both kinds of merges, over several editions.
@Suite("Merges after migrations that change primary keys")
struct MigratedMergeTests {
    /// Creates four editions of notes, and a user's store with the second one and an own note under the key of a new
    /// one.
    private func stores(isUnique: Bool) throws -> EditionStores {
        let stores = try EditionStores(Self.note(isUnique: isUnique))
        try stores.build("A", ["Note": "name,text\nApple,x\nBread,x\n"])
        try stores.build("B", ["Note": "name,text\nApple,x\nBread,x\nCheese,x\nDates,x\n"])
        try stores.copy(
            "A", as: "U",
            "INSERT INTO ZNOTE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZTEXT) VALUES (3, 1, 1, 'Mine', 'x'); "
                + "UPDATE Z_PRIMARYKEY SET Z_MAX = 3")
        let merged = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", as: "V")
        try #require(merged.status == 0, "\(merged.errors)")
        let rows = try stores.rows("SELECT Z_PK, ZNAME FROM ZNOTE ORDER BY 1", of: "V")
        #expect(rows == ["1,Apple", "2,Bread", "3,Mine", "4,Cheese", "5,Dates"])
        return stores
    }

    private static func note(_ name: String = "Note", isUnique: Bool, _ more: String = "") -> String {
        let traits = EntityXML.attribute("name") + EntityXML.attribute("text")
        return
            "<entity name=\"\(name)\" \(more)>\(traits)\(isUnique ? EntityXML.unique("name") : "")</entity>"
    }

    /// Merges `C` and `D` one after the other, with stores, with files, and with both files at once.
    ///
    /// - Returns: the rows of each result.
    private func merged(_ stores: EditionStores, base: String, into user: String, _ sql: String) throws
        -> [[String]]
    {
        try stores.changes(base, "C")
        try stores.changes("C", "D")
        let ways = [
            [
                ["--from", "C.sqlite", "--base", "\(base).sqlite"],
                ["--from", "D.sqlite", "--base", "C.sqlite"],
            ],
            [["--changes", "\(base)-C.json"], ["--changes", "C-D.json"]],
            [["--changes", "C-D.json", "\(base)-C.json"]],
        ]
        return try ways.map { way in
            var from = user
            for (number, arguments) in way.enumerated() {
                let result = try stores.run(
                    ["merge", "\(from).sqlite", "-o", "M\(number).sqlite"] + arguments)
                #expect(result.status == 0, "\(arguments): \(result)")
                #expect(!result.output.contains("conflict"), "\(result.output)")
                from = "M\(number)"
            }
            return try stores.rows(sql, of: from)
        }
    }

    @Test(
        "A store without a record is searched by unique values for every file, not only the first")
    func forgotten() throws {
        let stores = try stores(isUnique: true)
        try stores.build("C", ["Note": "name,text\nApple,y\nBread,x\nCheese,x\nDates,x\n"])
        try stores.build("D", ["Note": "name,text\nApple,y\nBread,x\nCheese,new\n"])
        try stores.forget("V")
        _ = try stores.run("metadata", "V.sqlite", "--delete", "ZseedEditionKeys", "-q")
        for rows in try merged(
            stores, base: "B", into: "V", "SELECT Z_PK, ZNAME, ZTEXT FROM ZNOTE ORDER BY 1")
        {
            #expect(rows == ["1,Apple,y", "2,Bread,x", "3,Mine,x", "4,Cheese,new"])
        }
    }

    @Test(
        "Recorded primary keys follow a migration that renames an entity or adds a parent",
        arguments: [true, false], ["Memo", "Base"])
    func renamed(isUnique: Bool, root: String) throws {
        let stores = try stores(isUnique: isUnique)
        let model =
            root == "Memo"
            ? Self.note("Memo", isUnique: isUnique, "elementID=\"Note\"")
            : "<entity name=\"Base\" isAbstract=\"YES\"/>"
                + Self.note(isUnique: isUnique, "parentEntity=\"Base\"")
        try stores.migrate(["B": "P", "V": "W"], to: model)
        let (entity, table) = (root == "Memo" ? "Memo" : "Note", "Z\(root.uppercased())")
        try stores.build("C", [entity: "name,text\nApple,x\nBread,x\nCheese,y\nDates,x\n"])
        try stores.build("D", [entity: "name,text\nApple,x\nBread,x\nCheese,new\nDates,x\n"])
        let found = try merged(
            stores, base: "P", into: "W", "SELECT ZNAME, ZTEXT FROM \(table) ORDER BY ZNAME")
        for rows in found { #expect(rows == ["Apple,x", "Bread,x", "Cheese,new", "Dates,x", "Mine,x"]) }
        let keys = try stores.run("metadata", "W.sqlite", "ZseedEditionKeys").output
        #expect(keys.contains("\(root): [3, 4, 2]"), "\(keys)")
    }

    @Test(
        "Objects that a migration moved into one table match by unique values, not by their new keys",
        arguments: [true, false])
    func shared(isUnique: Bool) throws {
        func model(_ more: String) -> String {
            ["Note", "List"].map { Self.note($0, isUnique: isUnique, more) }.joined()
        }
        let stores = try EditionStores(model(""))
        try stores.build("B", ["List": "name,text\na,x\nb,x\n", "Note": "name,text\nApple,x\nBread,x\n"])
        try stores.copy(
            "B", as: "V",
            "INSERT INTO ZLIST (Z_PK, Z_ENT, Z_OPT, ZNAME, ZTEXT) SELECT 3, Z_ENT, 1, 'mine', 'x' FROM "
                + "Z_PRIMARYKEY WHERE Z_NAME = 'List'; UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'List'"
        )
        try stores.migrate(
            ["B": "P", "V": "W"],
            to: "<entity name=\"Base\" isAbstract=\"YES\"/>" + model("parentEntity=\"Base\""))
        let lists = "name,text\na,x\nb,x\n"
        try stores.build("C", ["List": lists, "Note": "name,text\nApple,y\nBread,x\n"])
        try stores.build("D", ["List": lists, "Note": "name,text\nApple,y\nBread,new\n"])
        let sql = "SELECT coalesce(ZNAME, ZNAME1), coalesce(ZTEXT, ZTEXT1) FROM ZBASE ORDER BY 1"
        guard isUnique else {
            try stores.changes("P", "C")
            let result = try stores.merge("--changes", "P-C.json", into: "W")
            #expect(result.status == 1)
            #expect(
                result.errors
                    == "P-C.json: error: the changes begin at a different edition than the user's store, "
                    + "which has none of their objects\n")
            return
        }
        for rows in try merged(stores, base: "P", into: "W", sql) {
            #expect(rows == ["Apple,y", "Bread,new", "a,x", "b,x", "mine,x"])
        }
    }

    @Test(
        "Objects that a migration moved into two tables match by unique values"
    )
    func parted() throws {
        func model(_ more: String) -> String {
            ["Note", "List"].map { Self.note($0, isUnique: true, more) }.joined()
        }
        let stores = try EditionStores(
            "<entity name=\"Base\" isAbstract=\"YES\"/>" + model("parentEntity=\"Base\""))
        let lists = "name,text\na,x\n"
        try stores.build("A", ["List": lists, "Note": "name,text\nApple,x\n"])
        try stores.build("B", ["List": lists, "Note": "name,text\nApple,x\nBread,x\n"])
        try stores.copy(
            "A", as: "U",
            "INSERT INTO ZBASE (Z_PK, Z_ENT, Z_OPT, ZNAME, ZTEXT) SELECT 3, Z_ENT, 1, 'mine', 'x' FROM ZBASE "
                + "WHERE ZNAME = 'a'; UPDATE Z_PRIMARYKEY SET Z_MAX = 3 WHERE Z_NAME = 'Base'")
        let merged = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", as: "V")
        try #require(merged.status == 0, "\(merged.errors)")
        try stores.migrate(["B": "P", "V": "W"], to: model(""))
        let keys = try stores.run("metadata", "W.sqlite", "ZseedEditionKeys").output
        #expect(keys == "ZseedEditionKeys = {keys: {: []}}  (dictionary)\n", "\(keys)")
        try stores.build("C", ["List": lists, "Note": "name,text\nApple,x\nBread,y\n"])
        try stores.build("D", ["List": lists, "Note": "name,text\nApple,x\nBread,new\n"])
        let sql =
            "SELECT ZNAME, ZTEXT FROM ZNOTE UNION ALL SELECT ZNAME, ZTEXT FROM ZLIST ORDER BY ZNAME"
        for rows in try self.merged(stores, base: "P", into: "W", sql) {
            #expect(rows == ["Apple,x", "Bread,new", "a,x", "mine,x"])
        }
    }

    @Test("Many objects are found by the plan's key alone, and the search leaves no trace")
    func manyKeys() throws {
        let stores = try EditionStores(Self.note(isUnique: false))
        func rows(_ text: String) -> [String: String] {
            ["Note": "name,text\n" + (1...40).map { "n\($0),\(text)\n" }.joined()]
        }
        try stores.build("A", rows("x"), loads: ["Note": "key: name"])
        try stores.build("B", rows("y"), loads: ["Note": "key: name"])
        try stores.copy(
            "A", as: "U", "UPDATE ZNOTE SET Z_PK = Z_PK + 100; UPDATE Z_PRIMARYKEY SET Z_MAX = 140")
        try stores.forget("U")
        try stores.changes("A", "B")
        let result = try stores.merge("--changes", "A-B.json")
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            try stores.rows("SELECT count(*), min(Z_PK), max(Z_PK) FROM ZNOTE WHERE ZTEXT = 'y'")
                == ["40,101,140"])
        let indexes = "SELECT name FROM sqlite_master WHERE type = 'index' ORDER BY 1"
        #expect(try stores.rows(indexes) == stores.rows(indexes, of: "U"))
    }
}
