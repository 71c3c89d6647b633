import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Editions that record their identity")
struct EditionTests {
    /// Items with a unique name, notes without one, and items that nothing distinguishes.
    private static let model = """
        <entity name="Item"><attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="price" optional="YES" attributeType="Integer 16"/>
        <attribute name="note" optional="YES" attributeType="String"/>
        <uniquenessConstraints><uniquenessConstraint><constraint value="name"/></uniquenessConstraint>
        </uniquenessConstraints></entity>
        <entity name="Plain"><attribute name="code" optional="YES" attributeType="Integer 16"/>
        <attribute name="name" optional="YES" attributeType="String"/>
        <attribute name="note" optional="YES" attributeType="String"/></entity>
        """

    private static let names = "SELECT ZNAME, ZPRICE, ZNOTE FROM ZITEM ORDER BY Z_PK"

    /// Creates three editions, and a user's store that began as the first one.
    private func skipping(isNoted: Bool = true) throws -> EditionStores {
        let stores = try EditionStores(Self.model)
        try stores.build("A", ["Item": "name,price,note\nApple,1,\nBread,2,\n"], metadata: "edition: 1")
        try stores.build("B", ["Item": "name,price,note\nApple,1,\nCheese,3,\n"], metadata: "edition: 2")
        try stores.build("C", ["Item": "name,price,note\nApple,1,\nCheese,4,new\n"], metadata: "edition: 3")
        if !isNoted { try stores.forget("A") }
        try stores.copy("A", as: "U")
        try stores.changes("A", "B")
        try stores.changes("B", "C")
        return stores
    }

    @Test("A base that is not the edition of the user's store is refused, and both are named")
    func otherBase() throws {
        let stores = try skipping()
        for arguments in [["--from", "C.sqlite", "--base", "B.sqlite"], ["--changes", "B-C.json"]] {
            let result = try Zseed.run(["merge", "U.sqlite", "-o", "M.sqlite"] + arguments, in: stores.path)
            #expect(result.status == 1)
            #expect(
                result.errors.contains("but the user's store has edition ")
                    && result.errors.contains("use that edition as --base, or list all files of changes"),
                "\(result.errors)")
            #expect(try !files(in: stores.path).contains("M.sqlite"))
        }
    }

    @Test("Without a record, equal primary keys do not match objects with different unique values")
    func contradictions() throws {
        let stores = try skipping(isNoted: false)
        for arguments in [["--from", "C.sqlite", "--base", "B.sqlite"], ["--changes", "B-C.json"]] {
            let result = try Zseed.run(["merge", "U.sqlite", "-o", "M.sqlite"] + arguments, in: stores.path)
            guard result.status == 0 else {
                // The file names only an object that is a different one here.
                #expect(
                    arguments[0] == "--changes"
                        && result.errors.contains("has the primary key of another object"))
                continue
            }
            #expect(
                result.output.hasPrefix(
                    "conflict  Item \"Cheese\": the new edition changed it, but it is not in the store; left out"
                ))
            #expect(try stores.rows(Self.names) == ["Apple,1,nil", "Bread,2,nil"])
        }
        try stores.build("D", ["Item": "name,price,note\nDates,1,\nEggs,2,\n"])
        try stores.build("E", ["Item": "name,price,note\nDates,2,\nEggs,2,\n"])
        let refused = try stores.merge("--from", "E.sqlite", "--base", "D.sqlite")
        #expect(refused.status == 1)
        #expect(
            refused.errors.contains(
                "is not the edition that the user's store began with: 2 objects have the primary key of "
                    + "another object, and 0 are the same"
            ),
            "\(refused.errors)")
    }

    @Test("A chain of editions, in any file order, gives the same result as one step")
    func chains() throws {
        let stores = try skipping()
        try stores.copy("A", as: "U", "UPDATE ZITEM SET ZNOTE = 'mine' WHERE ZNAME = 'Apple'")
        let chained = try stores.merge("--changes", "B-C.json", "A-B.json")
        #expect(chained.status == 0, "\(chained.errors)")
        #expect(try stores.rows(Self.names) == ["Apple,1,mine", "Cheese,4,new"])
        #expect(try stores.run("metadata", "M.sqlite").output == "edition = 3  (integer)\n")
        #expect(try stores.merge("--from", "C.sqlite", "--base", "A.sqlite", into: "U", as: "N").status == 0)
        #expect(try stores.run("diff", "M.sqlite", "N.sqlite").status == 0)
        // Half of the changes were already made.
        #expect(try stores.merge("--changes", "A-B.json", into: "U", as: "V").status == 0)
        let rest = try stores.merge("--changes", "A-B.json", "B-C.json", into: "V", as: "W")
        #expect(rest.status == 0 && rest.output.contains("1 object updated"), "\(rest.output)\(rest.errors)")
        let again = try stores.merge("--changes", "A-B.json", "B-C.json", into: "W", as: "X")
        #expect(again.output.hasPrefix("X.sqlite: nothing to do, W.sqlite has this edition already"))
        try stores.build("D", ["Item": "name,price,note\nDates,1,\n"])
        try stores.changes("D", "A")
        try stores.changes("D", "C")
        func identity(_ name: String) throws -> String {
            let note = try stores.run("metadata", "\(name).sqlite", "ZseedEdition", "--json").output
            return try #require(note.firstMatch(of: /[0-9a-f]{32}/)).output.description
        }
        let gap = try stores.merge("--changes", "A-B.json", "D-C.json", into: "U")
        #expect(gap.status == 1)
        #expect(
            gap.errors
                == "D-C.json: error: begins at edition \(try identity("D")), but no other file ends there: "
                + "they end at \(try identity("B")); add the changes since then\n")
        try stores.changes("A", "C")
        let fork = try stores.merge("--changes", "A-B.json", "A-C.json", into: "U")
        #expect(fork.status == 1)
        #expect(
            fork.errors
                == "A-B.json: error: begins at the same edition as A-C.json: use only one of them\n")
    }

    @Test("Editions with the same rows are distinguished by their metadata")
    func metadataAlone() throws {
        let stores = try EditionStores(Self.model)
        for (name, number, rows) in [("A", 1, ""), ("B", 2, ""), ("C", 3, "Bread,2,\n"), ("D", 4, "")] {
            try stores.build(
                name, ["Item": "name,price,note\nApple,1,\n" + rows], metadata: "edition: \(number)")
        }
        for (old, new) in [("A", "B"), ("B", "C"), ("C", "D")] { try stores.changes(old, new) }
        func edition() throws -> String { try stores.run("metadata", "M.sqlite").output }
        let (ab, bc, cd) = ("A-B.json", "B-C.json", "C-D.json")
        for (user, files, number) in [
            ("A", [ab], 2), ("A", [ab, bc], 3), ("A", [bc, ab], 3), ("B", [ab, bc], 3),
            ("A", [ab, bc, cd], 4),
            ("B", [ab, bc, cd], 4), ("C", [cd], 4), ("B", [ab], 2), ("D", [ab, bc, cd], 4),
        ] {
            let merged = try stores.run(["merge", "\(user).sqlite", "-o", "M.sqlite", "--changes"] + files)
            #expect(
                merged.status == 0 && !merged.output.contains("conflict"), "\(merged.output)\(merged.errors)")
            #expect(try edition() == "edition = \(number)  (integer)\n", "\(user) \(files)")
            let isThere = user == "B" && number == 2 || user == "D"
            #expect(merged.output.contains("nothing to do") == isThere, "\(merged.output)")
            let rows = number == 3 ? ["Apple,1,nil", "Bread,2,nil"] : ["Apple,1,nil"]
            #expect(try stores.rows(Self.names) == rows)
        }
        // A user's change is reported, as for a value.
        try stores.copy("A", as: "U")
        #expect(try stores.run("metadata", "U.sqlite", "edition=9", "-q").status == 0)
        #expect(try stores.merge("--changes", "A-B.json", "B-C.json").output.hasPrefix("conflict  metadata"))
    }

    @Test("An edition that reverts another causes no endless chain, and later ones apply")
    func takenBack() throws {
        let stores = try skipping()
        try stores.build("D", ["Item": "name,price,note\nApple,1,\nBread,2,\n"])
        try stores.build("E", ["Item": "name,price,note\nApple,5,\nBread,2,\n"])
        for (old, new) in [("B", "D"), ("D", "E")] { try stores.changes(old, new) }
        try stores.copy("A", as: "U", "UPDATE ZITEM SET ZNOTE = 'mine' WHERE ZNAME = 'Bread'")
        #expect(try stores.merge("--changes", "A-B.json", as: "V").status == 0)
        for user in ["U", "V"] {
            let back = try stores.merge("--changes", "A-B.json", "B-D.json", into: user)
            #expect(back.status == 0, "\(back.errors)")
            #expect(try stores.rows(Self.names) == ["Apple,1,nil", "Bread,2,mine"])
            for files in [["A-B.json", "B-D.json", "D-E.json"], ["D-E.json", "B-D.json", "A-B.json"]] {
                let merged = try stores.merge("--changes", files[0], files[1], files[2], into: user)
                #expect(merged.status == 0, "\(merged.errors)")
                #expect(try stores.rows(Self.names) == ["Apple,5,nil", "Bread,2,mine"])
            }
        }
    }

    @Test("An edition is merged only once, even without unique values")
    func twice() throws {
        let stores = try EditionStores(Self.model)
        try stores.build("A", ["Plain": "name,note\nApple,\n"])
        try stores.build("B", ["Plain": "name,note\nApple,\nBread,\n"])
        try stores.copy("A", as: "U", "UPDATE ZPLAIN SET ZNOTE = 'mine'")
        try stores.changes("A", "B")
        for arguments in [["--from", "B.sqlite", "--base", "A.sqlite"], ["--changes", "A-B.json"]] {
            func merge(_ user: String, _ output: String) throws -> ProcessResult {
                try Zseed.run(
                    ["merge", "\(user).sqlite", "-o", "\(output).sqlite"] + arguments, in: stores.path)
            }
            #expect(try merge("U", "M").output.contains("merged, 1 object added"))
            let before = try bytes(of: stores.path + "/M.sqlite")
            let again = try merge("M", "N")
            #expect(again.status == 0)
            #expect(again.output.hasPrefix("N.sqlite: nothing to do, M.sqlite has this edition already"))
            #expect(try bytes(of: stores.path + "/M.sqlite") == before)
            #expect(try bytes(of: stores.path + "/N.sqlite") == before)
        }
        let new = try stores.merge("--from", "B.sqlite", into: "M", as: "N")
        #expect(new.output.contains("nothing to do"))
    }

    @Test("The edition's own metadata follows, unless the user changed it")
    func metadata() throws {
        let stores = try skipping()
        try stores.copy("A", as: "V")
        #expect(try stores.run("metadata", "V.sqlite", "edition=text:mine", "launches=7", "-q").status == 0)
        for arguments in [["--from", "B.sqlite", "--base", "A.sqlite"], ["--changes", "A-B.json"]] {
            func merge(_ user: String, _ more: String...) throws -> String {
                try Zseed.run(
                    ["merge", "\(user).sqlite", "-o", "M.sqlite"] + arguments + more, in: stores.path
                ).output
            }
            #expect(try merge("U").hasPrefix("metadata  edition: 2\nM.sqlite: merged, 1 object added"))
            #expect(try stores.run("metadata", "M.sqlite").output == "edition = 2  (integer)\n")
            #expect(
                try merge("V").hasPrefix(
                    "conflict  metadata \"edition\": the user has mine, the new edition 2; the user's value is kept\nM.sqlite: merged"
                ))
            #expect(
                try stores.run("metadata", "M.sqlite").output
                    == "edition = mine  (text)\nlaunches = 7  (integer)\n")
            #expect(try merge("V", "--prefer", "seed").contains("metadata  edition: 2\n"))
        }
    }

    @Test("The identity depends on the rows alone, not on pages, journal or free space")
    func identities() throws {
        let stores = try skipping()
        func noted(_ store: String) throws -> String {
            try stores.run("metadata", "\(store).sqlite", "ZseedEdition").output
        }
        let before = try noted("A")
        try stores.build("A", ["Item": "name,price,note\nApple,1,\nBread,2,\n"], metadata: "edition: 1")
        #expect(try noted("A") == before)
        #expect(try stores.run("metadata", "A.sqlite").output == "edition = 1  (integer)\n")
        #expect(try !stores.run("inspect", "A.sqlite").output.contains("Zseed"))
        #expect(try !stores.run("diff", "A.sqlite", "B.sqlite").output.contains("Zseed"))
        for sql in ["VACUUM", "PRAGMA page_size = 512; VACUUM", "PRAGMA journal_mode = WAL"] {
            try stores.execute(sql, in: "A")
            let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite")
            #expect(result.status == 0, "\(sql): \(result.errors)")
        }
        // An edition that was changed by hand is a different one.
        try stores.execute("UPDATE ZITEM SET ZPRICE = 3 WHERE ZNAME = 'Bread'", in: "A")
        #expect(try stores.merge("--from", "B.sqlite", "--base", "A.sqlite").status == 1)
    }

    @Test("The identity of given rows never changes, because shipped stores record it")
    func lastingIdentity() throws {
        let stores = try EditionStores(Self.model)
        let rows = (0..<20).map { "\($0 - 9),\("abcdefghijklmnopqrstuvwxyz".prefix($0))\n" }
        try stores.build("A", ["Plain": "code,name\n" + rows.joined()])
        let noted = try stores.run("metadata", "A.sqlite", "ZseedEdition").output
        #expect(
            noted.hasPrefix("ZseedEdition = {identity: e1192366ecd9cd85ae8c7606921819f6, keys: {}"),
            "\(noted)")
    }

    @Test(
        "A record of an earlier zseed is ignored, since identities were computed differently")
    func earlierNote() throws {
        let stores = try skipping()
        let script = """
            import plistlib, sqlite3, sys
            db = sqlite3.connect(sys.argv[1])
            entries = plistlib.loads(db.execute("SELECT Z_PLIST FROM Z_METADATA").fetchone()[0])
            note = entries["ZseedEdition"]
            del note["version"]
            note["identity"] = "d088ce9ebd6a6772bd69084253fb8009"
            db.execute("UPDATE Z_METADATA SET Z_PLIST = ?", [plistlib.dumps(entries, fmt=plistlib.FMT_BINARY)])
            db.commit()
            """
        let changed = try run("python3", ["-c", script, "\(stores.path)/U.sqlite"])
        try #require(changed.status == 0, "\(changed.errors)")
        for way in [["--changes", "A-B.json"], ["--from", "B.sqlite", "--base", "A.sqlite"]] {
            let merged = try Zseed.run(["merge", "U.sqlite", "-o", "M.sqlite"] + way, in: stores.path)
            #expect(merged.status == 0, "\(merged.errors)")
            #expect(try stores.rows(Self.names) == stores.rows(Self.names, of: "B"))
            #expect(
                try stores.run("metadata", "M.sqlite", "ZseedEdition").output
                    == stores.run("metadata", "B.sqlite", "ZseedEdition").output)
        }
    }

    @Test("An untouched store can be merged with itself as the old edition")
    func untouched() throws {
        let stores = try skipping()
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", into: "A")
        #expect(result.status == 0, "\(result.errors)")
        #expect(try stores.run("diff", "M.sqlite", "B.sqlite").status == 0)
    }

    // MARK: Identifying objects

    private static let base = "code,name,note\n1,Apple,\n2,Bread,\n3,Corn,\n4,Dill,\n"
    private static let next = "code,name,note\n2,Bread,\n3,Corn sweet,\n4,Dill,\n"
    private static let plain = "SELECT ZNAME, ZNOTE FROM ZPLAIN ORDER BY ZCODE"

    @Test("Objects matched only by similarity are reported, with a way to identify them")
    func likeness() throws {
        let stores = try EditionStores(Self.model)
        try stores.build("A", ["Plain": Self.base])
        try stores.build("B", ["Plain": Self.next])
        try stores.copy("A", as: "U", "UPDATE ZPLAIN SET ZNOTE = 'mine' WHERE ZCODE = 3")
        let result = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite")
        #expect(result.status == 0)
        #expect(
            result.errors
                == "note: 2 objects of Plain matched only by similarity between the editions: "
                + "see --key, and `unique:` in plans\n")
        let keyed = try stores.merge("--from", "B.sqlite", "--base", "A.sqlite", "--key", "Plain=code")
        #expect(keyed.status == 0 && keyed.errors == "")
        #expect(try stores.rows(Self.plain) == ["Bread,nil", "Corn sweet,mine", "Dill,nil"])
    }

    @Test("The plan's key identifies objects", arguments: ["key: code", "unique: [code]"])
    func keys(load: String) throws {
        let stores = try EditionStores(Self.model)
        try stores.build("A", ["Plain": Self.base], loads: ["Plain": load])
        try stores.build("B", ["Plain": Self.next], loads: ["Plain": load])
        try stores.copy("A", as: "U", "UPDATE ZPLAIN SET ZNOTE = 'mine' WHERE ZCODE = 3")
        #expect(
            try stores.run("diff", "A.sqlite", "B.sqlite").output
                .contains("name Corn → Corn sweet"))
        try stores.changes("A", "B")
        for arguments in [["--from", "B.sqlite", "--base", "A.sqlite"], ["--changes", "A-B.json"]] {
            for isNoted in [true, false] {
                try stores.copy("A", as: "U", "UPDATE ZPLAIN SET ZNOTE = 'mine' WHERE ZCODE = 3")
                if !isNoted { try stores.forget("U") }
                let result = try Zseed.run(
                    ["merge", "U.sqlite", "-o", "M.sqlite"] + arguments, in: stores.path)
                #expect(result.status == 0 && result.errors == "", "\(result.errors)")
                #expect(try stores.rows(Self.plain) == ["Bread,nil", "Corn sweet,mine", "Dill,nil"])
            }
        }
    }
}
