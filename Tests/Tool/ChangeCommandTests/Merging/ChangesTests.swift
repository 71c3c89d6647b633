import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed diff --changes, zseed merge --changes")
struct ChangesTests {
    @Test("A file of changes that is too large to merge is reported when it is written")
    func large() throws {
        let stores = try EditionStores(
            EntityXML.entity("T", EntityXML.attribute("name"), EntityXML.unique("name")))
        try stores.build("A", ["T": "name\na\n"])
        let long = String(repeating: "x", count: 40 << 20)
        try stores.build("B", ["T": "name\na\nb\(long)\nc\(long)\n"])
        let diff = try stores.run("diff", "A.sqlite", "B.sqlite", "--changes", "c.json", "-q")
        #expect(diff.status == 1)
        #expect(
            diff.errors
                == "c.json: warning: is larger than 64 MB, which `zseed merge` does not read: pass both "
                + "editions with --from and --base\n")
        let merged = try stores.run("merge", "A.sqlite", "-o", "M.sqlite", "--changes", "c.json")
        #expect(merged.status == 1 && merged.errors.contains("larger than 64 MB"))
    }

    private static let seed = """
        UPDATE ZITEM SET ZQUANTITY = 9, ZADDED = 1.5, ZUNIT = 2 WHERE Z_PK = 1;
        DELETE FROM ZITEM WHERE Z_PK = 3; INSERT INTO Z_1TAGS VALUES (2, 2);
        INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZUNIT, ZLIST, Z_FOK_LIST) VALUES (4, 1, 1, 'Oil', 2, 1, 2500);
        """

    private func write(_ stores: MergedStores, _ arguments: String...) throws -> ProcessResult {
        try Zseed.run(
            ["diff", "A.sqlite", "B.sqlite", "--changes", "changes.json", "-q"] + arguments, in: stores.path)
    }

    private func merge(_ stores: MergedStores, _ arguments: String...) throws -> ProcessResult {
        try Zseed.run(
            ["merge", "U.sqlite", "--changes", "changes.json", "-o", "M.sqlite"] + arguments, in: stores.path)
    }

    @Test("Merging a file of changes equals merging the editions")
    func asEditions() throws {
        let stores = try MergedStores(
            seed: Self.seed,
            user: "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1; DELETE FROM ZTAG WHERE Z_PK = 1; "
                + "DELETE FROM Z_1TAGS WHERE Z_3TAGS = 1")
        #expect(try write(stores).status == 1)
        let direct = try stores.merge()
        let expected = try Zseed.run("dump", "M.sqlite", in: stores.path).output
        try FileManager.default.removeItem(atPath: stores.path + "/A.sqlite")
        try FileManager.default.removeItem(atPath: stores.path + "/B.sqlite")
        let result = try merge(stores)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.output == direct.output)
        #expect(try Zseed.run("dump", "M.sqlite", in: stores.path).output == expected)
        let list = "SELECT ZNAME FROM ZITEM WHERE ZLIST = 1 ORDER BY Z_FOK_LIST"
        #expect(try stores.rows(list) == ["Rice", "Oil", "Salt"])
    }

    @Test("The file is JSON with a versioned schema, and has the same bytes in each run")
    func schema() throws {
        let stores = try MergedStores(seed: "UPDATE ZITEM SET ZQUANTITY = 9, ZADDED = 1.5 WHERE Z_PK = 1")
        #expect(try write(stores).status == 1)
        let first = try bytes(of: stores.path + "/changes.json")
        #expect(try write(stores).status == 1)
        #expect(try bytes(of: stores.path + "/changes.json") == first)
        let text = String(decoding: first, as: UTF8.self).withoutSum
        #expect(
            text.contains(
                """
                  "changes": [
                    {"object": 0, "kind": "changed", "properties": [{"name": "added", "old": {"date": "725760000.0"}, \
                "new": {"date": "1.5"}}, {"name": "quantity", "old": {"integer": "1"}, "new": {"integer": "9"}}]}
                  ],
                  "objects": [
                    {"entity": "Item", "primaryKey": 1}
                  ],
                  "primaryKeys": {"Item": [1, 3]}
                }

                """), "\(text)")
        let equal = try MergedStores()
        #expect(try write(equal).status == 0)
        #expect(try merge(equal).output.hasPrefix("M.sqlite: merged, nothing to change"))
    }

    @Test("A key may contain a relationship, and the file names its destination by key")
    func keyWithRelationship() throws {
        let stores = try MergedStores(
            seed: "UPDATE ZITEM SET ZQUANTITY = 9 WHERE Z_PK = 1",
            user: "UPDATE ZITEM SET ZQUANTITY = 7 WHERE Z_PK = 1")
        #expect(try write(stores, "--key", "Item=list,name", "--key", "List=title").status == 1)
        let text = String(decoding: try bytes(of: stores.path + "/changes.json"), as: UTF8.self).withoutSum
        #expect(
            text.hasSuffix(
                """
                  "objects": [
                    {"entity": "Item", "primaryKey": 1, "keys": [{"list": {"object": 1}, "name": "Rice"}]},
                    {"entity": "List", "primaryKey": 1, "keys": [{"title": "Pantry"}]}
                  ],
                  "primaryKeys": {"Item": [1, 3], "List": [1, 1]}
                }

                """), "\(text)")
        let result = try merge(stores)
        #expect(
            result.output.hasPrefix(
                "conflict  Item \"Rice\": quantity: the user has 7, the new edition 9; the user's value is kept\n"
            ),
            "\(result.output)\(result.errors)")
        for (old, new, words) in [
            ("{\"object\": 1}", "{\"object\": 9}", "there is no object 9"),
            ("[1, 3]", "[1, 3, 4]", "its primary keys are not ranges"),
            ("[1, 3]", "[0, 3]", "its primary keys are not ranges"),
        ] {
            try stores.stores.folder.write(text.replacing(old, with: new), as: "changes.json")
            let result = try merge(stores)
            #expect(result.status == 1 && result.errors.contains(words), "\(words): \(result.errors)")
        }
    }

    @Test("A file whose content does not match its checksum is refused")
    func sum() throws {
        let stores = try MergedStores(seed: Self.seed)
        let old = stores.path + "/A.sqlite"
        #expect(try write(stores).status == 1)
        let text = String(decoding: try bytes(of: stores.path + "/changes.json"), as: UTF8.self)
        try Connection(path: old, mode: .readWrite).execute(
            "UPDATE ZITEM SET ZQUANTITY = 77, Z_OPT = Z_OPT + 1 WHERE Z_PK = 1")
        #expect(try write(stores).status == 1)
        let other = String(decoding: try bytes(of: stores.path + "/changes.json"), as: UTF8.self)
        let pattern = /"editions": \{[^}]*\}/
        let editions = try #require(other.firstMatch(of: pattern)).output
        #expect(!text.contains(editions))
        let exchanged = text.replacing(pattern, with: editions)
        let words =
            "changes.json: error: is not a file of seed changes: its content does not match its "
            + "checksum; "
        for changed in [
            exchanged, text.replacing("\n  ]", with: "\n]"), text + "\n", text.replacing("\n}\n", with: "}"),
        ] {
            try stores.stores.folder.write(changed, as: "changes.json")
            let result = try merge(stores)
            #expect(result.status == 1)
            #expect(result.errors.hasPrefix(words), "\(result.errors)")
        }
        for unchanged in [text, text.withoutSum] {
            try stores.stores.folder.write(unchanged, as: "changes.json")
            #expect(try merge(stores).status == 0)
        }
    }

    @Test("Bad files and arguments are reported, and nothing is written")
    func mistakes() throws {
        let stores = try MergedStores(seed: Self.seed)
        #expect(try write(stores).status == 1)
        let text = String(decoding: try bytes(of: stores.path + "/changes.json"), as: UTF8.self).withoutSum
        for (old, new, words) in [
            ("\"version\": 2", "\"version\": 9", "version 9 is not known\n"),
            (
                "\"version\": 2", "\"version\": 1",
                "version 1 is not known: write it again with `zseed diff --changes`"
            ),
            ("zseed-changes", "changes", "its format is not zseed-changes"),
            ("\"object\": 0", "\"object\": 77", "there is no object 77"),
            ("\"name\": \"quantity\"", "\"name\": \"amount\"", "Item has no property amount"),
            ("\"changes\": [", "\"changes\": ", "not JSON as written by `zseed diff --changes`"),
            ("\"Item\": \"", "\"Items\": \"", "run `zseed migrate` first"),
            ("\"Item\", \"primaryKey\"", "\"Thing\", \"primaryKey\"", "there is no entity Thing"),
        ] {
            try stores.stores.folder.write(text.replacing(old, with: new), as: "changes.json")
            let result = try merge(stores)
            #expect(result.status == 1 && result.errors.contains(words), "\(words): \(result.errors)")
        }
        try stores.stores.folder.write(text, as: "changes.json")
        for (arguments, words) in [
            (["--base", "A.sqlite"], "omit --base, --key and --update"),
            (["--from", "B.sqlite"], "--from and --changes exclude each other"),
        ] {
            let result = try Zseed.run(
                ["merge", "U.sqlite", "--changes", "changes.json", "-o", "M.sqlite"] + arguments,
                in: stores.path)
            #expect(result.status == 2 && result.errors.contains(words), "\(result.errors)")
        }
        #expect(try write(stores, "--entity", "Item").errors.contains("omit --entity and --ignore"))
        let onto = try Zseed.run(
            "diff", "A.sqlite", "B.sqlite", "--changes", "B.sqlite", in: stores.path)
        #expect(onto.status == 2 && onto.errors.contains("the output would overwrite B.sqlite"))
        let self_ = try Zseed.run(
            "merge", "U.sqlite", "--changes", "changes.json", "-o", "changes.json", in: stores.path)
        #expect(self_.status == 2, "\(self_.errors)")
        #expect(!FileManager.default.fileExists(atPath: stores.path + "/M.sqlite"))
    }
}
