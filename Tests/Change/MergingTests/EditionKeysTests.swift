import Comparing
import Foundation
import MergeRules
import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

/// Tests of the edition's primary keys in merged stores. Both sides give the next free primary key to new objects, and
/// later merges must not confuse them.
@Suite("Primary keys of editions in merged stores")
struct EditionKeysTests {
    /// Returns stores with one item. `new` has a second one, whose quantity is different in `newer`. `user` has an item
    /// of the user's with the same primary key as the second one.
    private static func worlds(isRebuilt: Bool, usersName: String = "the user's") throws -> MergeWorlds {
        let worlds = try MergeWorlds()
        func insert(_ name: String, into store: String) throws {
            try worlds.edit(store) { context in
                let item = try context.insertNewObject(forEntityName: "Item")
                try item.setValue(name, forKey: "name")
                try item.setValue(3, forKey: "quantity")
            }
        }
        try worlds.copy("template.sqlite", as: "base.sqlite")
        if isRebuilt {
            let store = try OpenedStore(path: worlds.path + "/base.sqlite")
            let hashes = try #require(try ModelFile.declaredHashes(of: store.connection)).hashes
            try Connection(path: worlds.path + "/base.sqlite", mode: .readWrite).execute(
                "UPDATE Z_METADATA SET Z_UUID = '\(StoreMetadata.derivedUUID(from: hashes))'")
        }
        try insert("both", into: "base.sqlite")
        try worlds.copy("base.sqlite", as: "new.sqlite")
        try insert("the seed's", into: "new.sqlite")
        try worlds.copy("new.sqlite", as: "newer.sqlite")
        try Connection(path: worlds.path + "/newer.sqlite", mode: .readWrite).execute(
            "UPDATE ZITEM SET ZQUANTITY = 33, Z_OPT = 2 WHERE Z_PK = 2")
        try worlds.copy("base.sqlite", as: "user.sqlite")
        try insert(usersName, into: "user.sqlite")
        return worlds
    }

    private static func items(_ worlds: MergeWorlds) throws -> [String] {
        try Connection(path: worlds.path + "/merged.sqlite", mode: .readOnly).rows(
            "SELECT Z_PK || ' ' || ZNAME || ' ' || ZQUANTITY FROM ZITEM ORDER BY Z_PK", []
        ) { $0.text(at: 0) ?? "" }
    }

    @Test(
        "The user's object is not mistaken for the seed's of the same primary key", arguments: [false, true])
    func stores(isRebuilt: Bool) throws {
        let worlds = try Self.worlds(isRebuilt: isRebuilt)
        _ = try worlds.merge()
        #expect(try Self.items(worlds) == ["1 both 3", "2 the user's 3", "3 the seed's 3"])
        // A renamed item can be recognized only by its primary key.
        try Connection(path: worlds.path + "/merged.sqlite", mode: .readWrite).execute(
            "UPDATE ZITEM SET ZNAME = 'renamed', Z_OPT = 2 WHERE Z_PK = 3")
        try worlds.copy("merged.sqlite", as: "user.sqlite")
        let report = try worlds.merge(base: "new.sqlite", new: "newer.sqlite")
        #expect(try Self.items(worlds) == ["1 both 3", "2 the user's 3", "3 renamed 33"])
        #expect(report.conflicts == [])
    }

    @Test("The same holds if both have equal values")
    func equalObjects() throws {
        let worlds = try Self.worlds(isRebuilt: false, usersName: "the seed's")
        _ = try worlds.merge()
        try worlds.copy("merged.sqlite", as: "user.sqlite")
        _ = try worlds.merge(base: "new.sqlite", new: "newer.sqlite")
        #expect(try Self.items(worlds) == ["1 both 3", "2 the seed's 3", "3 the seed's 33"])
    }

    @Test("The same holds for a file of changes")
    func files() throws {
        let worlds = try Self.worlds(isRebuilt: false)
        for (old, new) in [("base", "new"), ("new", "newer")] {
            let changes = worlds.path + "/changes.json"
            try? FileManager.default.removeItem(atPath: changes)
            try ChangesExport(old: worlds.opened(old + ".sqlite"), new: worlds.opened(new + ".sqlite"))
                .write(to: changes)
            _ = try StoreMerge(store: worlds.opened("user.sqlite"), changes: [changes])
                .merge(to: worlds.path + "/merged.sqlite").store.place()
            try worlds.copy("merged.sqlite", as: "user.sqlite")
        }
        #expect(try Self.items(worlds) == ["1 both 3", "2 the user's 3", "3 the seed's 33"])
    }

    @Test("The same holds in the app")
    func app() throws {
        let worlds = try Self.worlds(isRebuilt: false)
        try worlds.copy("user.sqlite", as: "merged.sqlite")
        for (old, new) in [("base", "new"), ("new", "newer")] {
            let changes = worlds.path + "/changes.json"
            try? FileManager.default.removeItem(atPath: changes)
            try ChangesExport(old: worlds.opened(old + ".sqlite"), new: worlds.opened(new + ".sqlite"))
                .write(to: changes)
            let context = try ManagedObjectContext(
                PersistentStoreCoordinator(path: worlds.path + "/merged.sqlite", access: .readWrite))
            let conflicts = try SeedMerge.merge(changes: URL(fileURLWithPath: changes), into: context)
            #expect(conflicts == [])
            try context.save()
        }
        #expect(try Self.items(worlds) == ["1 both 3", "2 the user's 3", "3 the seed's 33"])
        let kept = try #require(
            EditionKeys(of: try OpenedStore(path: worlds.path + "/merged.sqlite").inspection))
        #expect(kept.keys == ["Item": [2: 3]])
        let note = EditionNote(of: try OpenedStore(path: worlds.path + "/merged.sqlite").inspection)
        #expect(note?.identity == (try EditionIdentity(of: OpenedStore(path: worlds.path + "/newer.sqlite"))))
        let again = try ManagedObjectContext(
            PersistentStoreCoordinator(path: worlds.path + "/merged.sqlite", access: .readWrite))
        #expect(
            try SeedMerge.merge(changes: URL(fileURLWithPath: worlds.path + "/changes.json"), into: again)
                == [])
        #expect(!again.hasChanges)
    }

    @Test("An edition with new primary keys is found under its own keys, however it was merged")
    func renumbered() throws {
        typealias Objects = AnyModelMergeTests
        let worlds = try Objects.worlds(
            "<entity name=\"Item\">\(Objects.mark)<attribute name=\"code\" optional=\"YES\" "
                + "attributeType=\"String\"/>\(Objects.unique("mark"))</entity>")
        func sql(_ store: String, _ text: String) throws {
            try Connection(path: "\(worlds.path)/\(store).sqlite", mode: .readWrite).execute(text)
        }
        try worlds.make("base", from: "template") { context in
            for mark in ["a", "b", "c", "d"] { try Objects.insert("Item", mark, in: context) }
        }
        try worlds.note("base")
        try worlds.make("user", from: "base") { context in
            for mark in ["a", "c"] {
                try Objects.object(mark, context).setValue("my \(mark)", forKey: "mark")
            }
        }
        // A build numbers its rows, so the rows after a removed one move up.
        try worlds.make("new", from: "base")
        try sql("new", "DELETE FROM ZITEM WHERE ZMARK = 'a'; UPDATE ZITEM SET Z_PK = Z_PK - 1")
        try worlds.note("new")
        try worlds.make("third", from: "new") { context in
            for mark in ["c", "d"] {
                try Objects.object(mark, context).setValue("new \(mark)", forKey: "code")
            }
        }
        for way in ["direct", "file", "app"] {
            _ = try worlds.merge()
            try worlds.make("step", from: way)
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                #expect(merged.conflicts == [], "after \(way)")
                #expect(
                    merged.objects == [
                        "Item code=new c mark=my c", "Item code=new d mark=d", "Item mark=b",
                        "Item mark=my a",
                    ], "after \(way)")
            }
            for name in ["step", "direct", "file", "app"] {
                let kept = EditionKeys(of: try OpenedStore(path: "\(worlds.path)/\(name).sqlite").inspection)
                #expect(kept?.keys == ["Item": [1: 2, 2: 3, 3: 4]], "\(name) after \(way)")
            }
        }
    }

    @Test("An omitted object is not mistaken for one of the same primary key")
    func leftOut() throws {
        let worlds = try MergeWorlds()
        let world = try worlds.merged(
            base: "Item a", new: "Entry e; e.item = a", user: "-a; Item b; Entry u; u.item = b"
        ).world
        #expect(world.objects.mapValues(\.primaryKey) == ["b": 2, "u": 1])
        try worlds.copy("new.sqlite", as: "newer.sqlite")
        try Connection(path: worlds.path + "/newer.sqlite", mode: .readWrite).execute(
            "UPDATE ZENTRY SET ZAMOUNT = 5, Z_OPT = 2 WHERE Z_PK = 1")
        try worlds.copy("merged.sqlite", as: "user.sqlite")
        _ = try worlds.merge(base: "new.sqlite", new: "newer.sqlite")
        #expect(try worlds.world("merged.sqlite") == world)
    }

    @Test("Nor is an object that the user later creates under an omitted object's primary key")
    func madeLater() throws {
        typealias Objects = AnyModelMergeTests
        let worlds = try Objects.worlds(
            "<entity name=\"Item\">\(Objects.mark)<attribute name=\"code\" optional=\"YES\" "
                + "attributeType=\"String\"/>\(Objects.unique("code"))</entity>")
        try worlds.make("base", from: "template") { try Objects.insert("Item", "a", code: "a", in: $0) }
        try worlds.note("base")
        try worlds.make("user", from: "base") { try Objects.object("a", $0).setValue("x", forKey: "code") }
        try worlds.make("new", from: "base") { try Objects.insert("Item", "n", code: "x", in: $0) }
        try worlds.note("new")
        try worlds.make("third", from: "new") {
            try Objects.object("n", $0).setValue("seed's", forKey: "mark")
        }
        for way in ["direct", "file", "app"] {
            _ = try worlds.merge()
            // The next key is that of the omitted object.
            try worlds.make("step", from: way) { try Objects.insert("Item", "own", code: "own", in: $0) }
            for merged in try worlds.merge(base: "new", new: "third", user: "step") {
                #expect(merged.objects == ["Item code=own mark=own", "Item code=x mark=a"], "after \(way)")
                #expect(merged.conflicts == ["deletedByUser Item. user"], "after \(way)")
            }
        }
    }

    @Test("The stored record is read back, and an invalid one is ignored")
    func metadata() throws {
        let worlds = try MergeWorlds()
        let path = worlds.path + "/template.sqlite"
        func kept(_ list: PropertyList) throws -> EditionKeys? {
            try PersistentStoreCoordinator(path: path, access: .readWrite)
                .setMetadata([EditionKeys.metadataKey: list])
            return EditionKeys(of: try OpenedStore(path: path).inspection)
        }
        var keys = EditionKeys()
        for (edition, store) in [(5, 9), (6, 10), (7, 11), (8, 0), (9, 0), (20, 3)] as [(Int64, Int64)] {
            keys.note("Item", edition: edition, store: store)
        }
        #expect(try kept(keys.propertyList) == keys)
        #expect(
            keys.propertyList["keys"]?["Item"]
                == .array([5, 9, 3, 8, 0, 2, 20, 3, 1].map(PropertyList.integer)))
        #expect(keys.key("Item", 6) == 10)
        #expect(keys.key("Item", 4) == 4)
        for numbers in [
            [1], [0, 1, 1], [1, -1, 1], [1, 1, 0], [1, 1, .max], [.max, 1, 1], [1, .max, 1],
            [1, 2, 5, 6, 2, 9_999_996],
        ] as [[Int64]] {
            let list = PropertyList.array(numbers.map(PropertyList.integer))
            #expect(
                try kept(.dictionary(["keys": .dictionary(["Item": list])])) == nil,
                "\(numbers)")
        }
        #expect(try kept(.string("mine")) == nil)
    }
}
