import Comparing
import Files
import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

/// Stores with the same objects under different keys, and with known changes.
@Suite("Random stores compared")
struct RandomComparisonTests {
    /// The found objects, by the codes of items.
    private struct Found: Equatable {
        var removed: Set<String> = []
        var added: Set<String> = []
        var changed: Set<String> = []
        /// Differences of other entities.
        var others = 0
    }

    /// The ways in which the keys of the new store are chosen.
    static let orders = ["same", "shifted", "shuffled", "sparse"]

    @Test("Exactly the changed objects are found, whatever the primary keys", arguments: orders)
    func changes(order: String) throws {
        let folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(RandomStore.xml)).model
        for seed in 0..<24 {
            var random = SeededGenerator(seed: UInt64(seed))
            let old = RandomStore(using: &random)
            var new = old
            var expected = Found()
            for index in new.items.indices where Int.random(in: 0..<9, using: &random) == 0 {
                let code = new.items[index].code
                switch Int.random(in: 0..<4, using: &random) {
                case 0: new.items[index].amount = 99
                case 1: new.items[index].group = new.items[index].group == 1 ? 2 : 1
                case 2: new.items[index].tags.formSymmetricDifference([Int.random(in: 0..<4, using: &random)])
                default: new.items[index].parent = new.items[index].parent == nil && index > 0 ? 0 : nil
                }
                if new.items[index].parent == old.items[index].parent,
                    new.items[index].group == old.items[index].group,
                    new.items[index].amount == old.items[index].amount,
                    new.items[index].tags == old.items[index].tags
                {
                    continue
                }
                expected.changed.insert(code)
            }
            if seed.isMultiple(of: 3) {
                new.items.append(
                    RandomStore.item("new", new.items.count, using: &random))
                new.items[new.items.count - 1].list = nil
                expected.added.insert("new")
            }
            let paths = ["A.sqlite", "B.sqlite"].map { folder.path + "/\(seed)-\($0)" }
            try old.write(to: paths[0], model, uuid: nil) { (1...Int64($0)).map { $0 } }
            try new.write(
                to: paths[1], model, uuid: order == "same" ? nil : "5EED0000-0000-4000-8000-0000000000AA"
            ) {
                let keys = (1...Int64($0)).map { $0 }
                switch order {
                case "shifted": return keys.map { $0 + 1000 }
                case "shuffled": return keys.shuffled(using: &random)
                case "sparse": return keys.map { $0 * $0 * 1_000_000_007 }
                default: return keys
                }
            }
            for method in MatchingMethod.all {
                let found = try find(paths, method: method)
                #expect(found == expected, "seed \(seed), \(method)")
            }
        }
    }

    @Test("Objects that only their links identify are found under other primary keys")
    func links() throws {
        let folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(RandomStore.xml)).model
        for seed in 0..<12 {
            var random = SeededGenerator(seed: UInt64(seed))
            var store = RandomStore(using: &random)
            for index in store.items.indices {
                store.items[index].code = "c\(index % 3)"
                store.items[index].parent = nil
                store.items[index].list = nil
                store.items[index].tags = []
            }
            let paths = ["A.sqlite", "B.sqlite"].map { folder.path + "/\(seed)-\($0)" }
            try store.write(to: paths[0], model, uuid: nil) { (1...Int64($0)).map { $0 } }
            try store.write(to: paths[1], model, uuid: "5EED0000-0000-4000-8000-0000000000AA") {
                (1...Int64($0)).shuffled(using: &random)
            }
            for method in MatchingMethod.all {
                let found = try find(paths, by: [:], method: method)
                #expect(found == Found(), "seed \(seed), \(method)")
            }
        }
    }

    #if os(Linux)
        @Test("A comparison leaves no file open")
        func openFiles() throws {
            let folder = try TestFolder()
            let model = try ModelFile.read(path: folder.writeModel(RandomStore.xml)).model
            var random = SeededGenerator(seed: 1)
            let store = RandomStore(using: &random)
            let paths = ["A.sqlite", "B.sqlite"].map { folder.path + "/" + $0 }
            for path in paths { try store.write(to: path, model, uuid: nil) { (1...Int64($0)).map { $0 } } }
            for method in MatchingMethod.all { _ = try find(paths, method: method) }
            let files = FileManager.default
            let open = try files.contentsOfDirectory(atPath: "/proc/self/fd").compactMap {
                try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/" + $0)
            }
            #expect(open.filter { $0.hasPrefix(folder.path) } == [])
        }
    #endif

    private func find(
        _ paths: [String], by keys: [String: [String]] = ["Item": ["code"]], method: MatchingMethod
    ) throws -> Found {
        let stores = try paths.map { (path: $0, store: try OpenedStore(path: $0)) }
        let changes = try ObjectChanges(
            old: stores[0], new: stores[1], choice: ComparisonChoice(keys: keys),
            method: method)
        var found = Found()
        func code(_ key: Int64, _ index: Int) throws -> String {
            try stores[index].store.connection.text("SELECT ZCODE FROM ZITEM WHERE Z_PK = \(key)") ?? "?"
        }
        for entity in changes.entities {
            guard entity.name == "Item" else {
                found.others += entity.removed.count + entity.added.count + entity.changed.count
                continue
            }
            found.removed = Set(try entity.removed.map { try code($0, 0) })
            found.added = Set(try entity.added.map { try code($0, 1) })
            found.changed = Set(try entity.changed.map { try code($0.new, 1) })
        }
        return found
    }

    @Test("A comparison ends although a chain of links leads to one changed object")
    func chain() throws {
        let folder = try TestFolder()
        let model = try ModelFile.read(path: folder.writeModel(RandomStore.xml)).model
        var random = SeededGenerator(seed: 1)
        var store = RandomStore(using: &random)
        store.items = (0..<3000).map {
            .init(code: "c\($0)", amount: nil, group: nil, list: nil, parent: $0 > 0 ? $0 - 1 : nil, tags: [])
        }
        let paths = ["A.sqlite", "B.sqlite"].map { folder.path + "/" + $0 }
        let uuids = ["5EED0000-0000-4000-8000-0000000000AA", "5EED0000-0000-4000-8000-0000000000AB"]
        for (path, uuid) in zip(paths, uuids) {
            try store.write(to: path, model, uuid: uuid) { (1...Int64($0)).map { $0 } }
        }
        try Connection(path: paths[1], mode: .readWrite).execute(
            "UPDATE ZITEM SET ZAMOUNT = 1 WHERE Z_PK = 1")
        for method in MatchingMethod.all {
            let found = try find(paths, method: method)
            #expect(found == Found(changed: ["c0"]), "\(method)")
        }
    }
}
