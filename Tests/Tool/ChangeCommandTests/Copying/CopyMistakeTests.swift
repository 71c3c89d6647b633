import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed copy: mistakes")
struct CopyMistakeTests {
    /// Invalid arguments, the exit code, and the message.
    static let mistakes: [(arguments: [String], status: Int32, words: String)] = [
        (["A.sqlite"], 2, "add the store to copy into"),
        (["A.sqlite", "B.sqlite", "-o", "C.sqlite"], 2, "use either a store to copy into or --output"),
        (
            ["A.sqlite", "-o", "C.sqlite", "--entity", "Itme"], 2,
            "there is no entity `Itme`; did you mean `Item`?"
        ),
        (["A.sqlite", "-o", "C.sqlite", "--where", "Itme: 1 == 1"], 2, "there is no entity `Itme`"),
        (["A.sqlite", "-o", "C.sqlite", "--where", "Item"], 2, "--where needs Entity: predicate"),
        (
            ["A.sqlite", "-o", "C.sqlite", "--where", "Item: name = = 1"], 2,
            "--where: error: Item: character"
        ),
        (["A.sqlite", "-o", "C.sqlite", "--where", "Item: nmae == 'x'"], 2, "did you mean `name`?"),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Item.name"], 2, "--mask needs Entity.attribute=hash"),
        (
            ["A.sqlite", "-o", "C.sqlite", "--mask", "Item.nmae=hash"], 2,
            "no attribute `nmae`; did you mean `name`?"
        ),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Itme.name=hash"], 2, "no entity `Itme`"),
        (
            ["A.sqlite", "-o", "C.sqlite", "--mask", "Item.unit=hash"], 2,
            "is a relationship, not an attribute"
        ),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Tag.name=redact"], 2, "must be unique"),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Tag.name=constant:x"], 2, "must be unique"),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Item.added=hash"], 2, "cannot hold a hash"),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Item.data=hash"], 2, "can be stored in files"),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Item.quantity=constant:many"], 2, "have the value"),
        (["A.sqlite", "-o", "C.sqlite", "--mask", "Item.quantity=redact"], 2, "only text can be redacted"),
        (["A.sqlite", "-o", "C.sqlite", "--page-size", "1000"], 2, "power of two"),
        (["A.sqlite", "A.sqlite"], 2, "the output would overwrite A.sqlite"),
        (["A.sqlite", "-o", "Link.sqlite"], 2, "the output would overwrite A.sqlite"),
        (["A.sqlite", "Hard.sqlite"], 2, "the output would overwrite A.sqlite"),
        (["None.sqlite", "B.sqlite"], 2, "None.sqlite: error: no such file"),
        (["Text.sqlite", "B.sqlite"], 1, "Text.sqlite: error: is not an SQLite database"),
        (["Model.xcdatamodel", "B.sqlite"], 1, "is a model, not a store"),
        (["A.sqlite", "None.sqlite"], 2, "None.sqlite: error: no such file"),
        (["A.sqlite", "Text.sqlite"], 1, "Text.sqlite: error: is not an SQLite database"),
        (["A.sqlite", "-o", "C.sqlite", "--model", "None.xcdatamodel"], 2, "None.xcdatamodel"),
        (["Cut.sqlite", "-o", "C.sqlite"], 1, "Cut.sqlite: error: is truncated"),
    ]

    @Test("Each mistake is reported with its exit code, and nothing is written", arguments: mistakes.indices)
    func told(index: Int) throws {
        let (arguments, status, words) = Self.mistakes[index]
        let stores = try ComparedStores("")
        let files = FileManager.default
        try stores.folder.write("no store at all", as: "Text.sqlite")
        try files.createSymbolicLink(atPath: stores.path + "/Link.sqlite", withDestinationPath: "A.sqlite")
        try files.linkItem(atPath: stores.path + "/A.sqlite", toPath: stores.path + "/Hard.sqlite")
        try bytes(of: stores.path + "/A.sqlite").dropLast(9_000)
            .write(to: URL(fileURLWithPath: stores.path + "/Cut.sqlite"))
        let names = try CommandSupport.files(in: stores.path)
        let before = try names.filter { $0.hasSuffix(".sqlite") }.map {
            try bytes(of: stores.path + "/" + $0)
        }
        let result = try Zseed.run(["copy"] + arguments, in: stores.path)
        #expect(result.status == status, "\(arguments): \(result.errors)")
        #expect(result.errors.contains(words), "\(arguments): \(result.errors)")
        #expect(try CommandSupport.files(in: stores.path) == names)
        let after = try names.filter { $0.hasSuffix(".sqlite") }.map { try bytes(of: stores.path + "/" + $0) }
        #expect(before == after)
    }

    @Test("A locked store is not replaced")
    func locked() throws {
        let stores = try ComparedStores("")
        let before = try bytes(of: stores.path + "/B.sqlite")
        let other = try Connection(path: stores.path + "/B.sqlite", mode: .readWrite)
        try other.execute("BEGIN EXCLUSIVE")
        let result = try Zseed.run("copy", "A.sqlite", "B.sqlite", in: stores.path)
        #expect(result.status == 1, "\(result.errors)")
        #expect(result.errors.hasPrefix("B.sqlite: error: the store is open in process "), "\(result.errors)")
        try other.execute("ROLLBACK")
        #expect(try bytes(of: stores.path + "/B.sqlite") == before)
        #expect(try files(in: stores.path).filter { $0.hasPrefix(".") } == [])
    }

    @Test("--dry-run does everything except write")
    func trial() throws {
        let stores = try ComparedStores("")
        let names = try files(in: stores.path)
        let result = try Zseed.run(
            "copy", "A.sqlite", "-o", "C.sqlite", "--dry-run", "--json", in: stores.path)
        #expect(result.status == 0 && result.output.contains("\"isCopied\" : false"), "\(result.output)")
        #expect(try files(in: stores.path) == names)
    }

    @Test("A live -wal is read with the store and kept")
    func wal() throws {
        let stores = try ComparedStores("")
        let app = try Connection(path: stores.path + "/A.sqlite", mode: .readWrite)
        try app.execute("PRAGMA journal_mode = WAL; UPDATE ZUNIT SET ZNAME = 'stone' WHERE ZNAME = 'kg'")
        let log = try bytes(of: stores.path + "/A.sqlite-wal")
        for arguments in [[], ["--entity", "Unit"]] {
            let result = try Zseed.run(["copy", "A.sqlite", "-o", "C.sqlite"] + arguments, in: stores.path)
            #expect(result.status == 0, "\(result.errors)")
            let copy = try Connection(path: stores.path + "/C.sqlite", mode: .immutable)
            #expect(try copy.integer("SELECT count(*) FROM ZUNIT WHERE ZNAME = 'stone'") == 1)
        }
        // A store in use is not replaced.
        let result = try Zseed.run("copy", "B.sqlite", "A.sqlite", in: stores.path)
        #expect(result.errors.hasPrefix("A.sqlite: error: the store is open in process "), "\(result.errors)")
        #expect(try bytes(of: stores.path + "/A.sqlite-wal") == log)
    }
}
