import CommandSupport
import Foundation
import SQLite
import TestSupport
import Testing

@Suite("zseed inspect")
struct InspectTests {
    private let folder: TestFolder

    init() throws { folder = try TestFolder() }

    private func inspect(_ name: String) throws -> ProcessResult {
        try Zseed.run("inspect", name, in: folder.path)
    }

    private func expect(
        _ name: String, _ words: String, _ status: Int32,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        for command in ["inspect", "verify"] {
            let result = try Zseed.run(command, name, in: folder.path)
            #expect(result.errors == "\(name): error: \(words)\n", sourceLocation: sourceLocation)
            #expect(result.status == status, sourceLocation: sourceLocation)
            #expect(result.output == "", sourceLocation: sourceLocation)
        }
    }

    @Test("Files that are not databases are refused")
    func noDatabases() throws {
        try expect("none.sqlite", "no such file", 2)
        try expect(".", "is a folder, not a store", 2)
        try folder.write("", as: "empty.sqlite")
        try expect("empty.sqlite", "is empty: not a Core Data store", 1)
        try folder.write("name,qty\nApples,3\n", as: "text.sqlite")
        try expect("text.sqlite", "is not an SQLite database", 1)
        var random = SeededGenerator(seed: 5)
        let noise = Data((0..<8_192).map { _ in UInt8.random(in: 0...255, using: &random) })
        try folder.write(noise, as: "noise.sqlite")
        try expect(
            "noise.sqlite",
            "is not a readable SQLite database: its bytes look encrypted; decrypt it first", 1)
    }

    @Test("A database without Core Data's tables is refused")
    func notCoreData() throws {
        let path = folder.path + "/plain.sqlite"
        try Connection(path: path, mode: .create).execute("CREATE TABLE t (a)")
        try expect(
            "plain.sqlite",
            """
            is an SQLite database but not a Core Data store: it has no Z_METADATA and no Z_PRIMARYKEY
            """,
            1)
        try Connection(path: path, mode: .readWrite).execute("CREATE TABLE Z_METADATA (a)")
        try expect(
            "plain.sqlite",
            "is an SQLite database but not a Core Data store: it has no Z_PRIMARYKEY", 1)
    }

    @Test("A truncated store is refused")
    func truncated() throws {
        let shop = try Shop()
        let whole = try bytes(of: shop.path + "/reference.sqlite")
        try folder.write(whole.prefix(whole.count - 5_000), as: "short.sqlite")
        try expect(
            "short.sqlite",
            "is truncated: its header declares \(whole.count) bytes, but it has \(whole.count - 5_000)",
            1)
        try folder.write(whole.prefix(50), as: "stub.sqlite")
        try expect("stub.sqlite", "is truncated: its header declares 512 bytes, but it has 50", 1)
    }

    @Test("A store with damaged first pages is refused with a message, whatever the damage")
    func damaged() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        let whole = try bytes(of: shop.output)
        var random = SeededGenerator(seed: 6)
        for round in 0..<10 {
            var copy = whole
            let start = Int.random(in: 16..<copy.count - 64, using: &random)
            for index in start..<(start + 64) {
                copy[index] = UInt8.random(in: 0...255, using: &random)
            }
            try folder.write(copy, as: "damaged.sqlite")
            for command in ["inspect", "verify"] {
                let result = try Zseed.run(command, "damaged.sqlite", in: folder.path)
                #expect([0, 1].contains(result.status), "round \(round): \(result)")
                if result.errors != "" {
                    #expect(result.errors.hasPrefix("damaged.sqlite: error: "), "\(result.errors)")
                }
            }
        }
    }

    @Test(
        "An unreadable store is reported",
        .enabled(if: getuid() != 0, "the superuser may read everything"))
    func permission() throws {
        let shop = try Shop()
        try folder.write(bytes(of: shop.path + "/reference.sqlite"), as: "secret.sqlite")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0], ofItemAtPath: folder.path + "/secret.sqlite")
        try expect("secret.sqlite", "cannot be read: permission denied", 3)
    }

    @Test("Rows in a live -wal are counted, and nothing is written beside the store")
    func wal() throws {
        let path = folder.path + "/live.sqlite"
        try TestStore.create(at: path, model: Shop.model)
        let writer = try Connection(path: path, mode: .readWrite)
        try writer.execute(
            """
            PRAGMA journal_mode = WAL; PRAGMA wal_autocheckpoint = 0; INSERT INTO ZUNIT (Z_PK, \
            Z_ENT, Z_OPT, ZNAME) VALUES (1, 6, 1, 'kg'), (2, 6, 1, 'l')
            """
        )
        let before = try files(in: folder.path)
        let result = try inspect("live.sqlite")
        #expect(result.status == 0)
        #expect(result.output.contains("Unit  (ZUNIT, Z_ENT 6, 2 rows, Z_MAX 0)\n"))
        #expect(try files(in: folder.path) == before)
        withExtendedLifetime(writer) {}
    }

    @Test("A store in a read-only folder is read")
    func readOnlyFolder() throws {
        let shop = try Shop()
        try folder.write(bytes(of: shop.path + "/reference.sqlite"), as: "locked/a.sqlite")
        try FileManager.default.setAttributes(
            [.posixPermissions: 0o500], ofItemAtPath: folder.path + "/locked")
        #expect(try inspect("locked/a.sqlite").status == 0)
        #expect(try files(in: folder.path + "/locked") == ["a.sqlite"])
    }

    @Test("The text has the parts that people need")
    func lines() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        let lines = try Zseed.run("inspect", "out.sqlite", in: shop.path).output
            .split(separator: "\n").map(String.init)
        #expect(lines.starts(with: ["out.sqlite", "  model       Z_MODELCACHE"]))
        for line in [
            "  UUID        5EED0000-0000-4000-8000-00000000BEEF", "  framework   1523",
            "  holds       6 entities, 10 objects", "Item  (ZITEM, Z_ENT 1, 3 rows, Z_MAX 3)",
            "Place  (ZPLACE, Z_ENT 3, abstract, 0 rows, Z_MAX 2)",
            "Room: Place  (ZPLACE, Z_ENT 4, 2 rows)",
            "  quantity  Integer 16, optional, default 1",
            "  place     to-one → Place, inverse items, optional",
            "  items   to-many → Item, inverse unit, optional", "  unique: name",
        ] {
            #expect(lines.contains(line), "\(line)")
        }
    }

    @Test("The JSON has the same content")
    func json() throws {
        let shop = try Shop()
        try shop.build().expectSuccess()
        let text = try Zseed.run("inspect", "--json", "out.sqlite", in: shop.path).output
        let object = try JSONSerialization.jsonObject(with: Data(text.utf8))
        let description = try #require(object as? [String: Any])
        let store = try #require(description["store"] as? [String: Any])
        #expect(store["uuid"] as? String == "5EED0000-0000-4000-8000-00000000BEEF")
        #expect(store["frameworkVersion"] as? Int == 1523)
        let entities = try #require(description["entities"] as? [[String: Any]])
        #expect(
            entities.map { $0["name"] as? String } == [
                "Item", "Label", "Place", "Room", "Shelf", "Unit",
            ])
        #expect(entities.map { $0["rows"] as? Int } == [3, 3, 0, 2, 0, 2])
    }

    @Test(
        "Every real store is printed in both forms",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func corpus(entry: Corpus.Entry) throws {
        let before = try bytes(of: entry.store)
        for arguments in [["inspect", entry.store], ["inspect", "--json", entry.store]] {
            let result = try run(Zseed.path, arguments, in: folder.path)
            #expect(result.status == 0)
            #expect(result.errors == "")
        }
        #expect(try bytes(of: entry.store) == before)
    }
}
