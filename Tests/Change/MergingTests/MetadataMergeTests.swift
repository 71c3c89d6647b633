import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

/// Tests of the editions' metadata entries, in each way of merging.
@Suite("Metadata of editions in merges")
struct MetadataMergeTests {
    private typealias Objects = AnyModelMergeTests

    /// Returns the editions 1 to 3, each with an `edition` entry in its metadata. The first two have the same rows.
    private func worlds() throws -> ModelWorlds {
        let worlds = try Objects.worlds(
            "<entity name=\"Card\">\(Objects.mark)\(Objects.unique("mark"))</entity>")
        for (number, marks) in [["a"], ["a"], ["a", "b"]].enumerated() {
            try worlds.make("\(number + 1)", from: "template") { context in
                for mark in marks { try Objects.insert("Card", mark, in: context) }
            }
            try worlds.note("\(number + 1)", metadata: ["edition": .integer(Int64(number + 1))])
        }
        return worlds
    }

    private func edition(_ worlds: ModelWorlds, _ name: String) throws -> PropertyList? {
        try PersistentStoreCoordinator(path: "\(worlds.path)/\(name).sqlite").metadata()["edition"]
    }

    @Test(
        "Without the old edition, an existing entry follows only with --update",
        arguments: ["2", "3"])
    func withoutBase(new: String) throws {
        let worlds = try worlds()
        try worlds.make("user", from: "1")
        try worlds.make("new", from: new)
        let kept = try worlds.add()
        #expect(try edition(worlds, "added") == .integer(1))
        #expect(kept.metadata.isEmpty && kept.conflicts.isEmpty && kept.isMergedAlready == (new == "2"))
        let updated = try worlds.add(.init(updates: true))
        #expect(try edition(worlds, "added") == .integer(Int64(new) ?? 0))
        #expect(updated.metadata == ["edition": new] && updated.conflicts.isEmpty && !updated.isMergedAlready)
        #expect(try worlds.problems("added") == [])
        try worlds.make("user", from: "added")
        #expect(try worlds.add(.init(updates: true)).isMergedAlready)
    }

    @Test("A chain of files compares each entry with the previous edition's")
    func chain() throws {
        let worlds = try worlds()
        try worlds.writeChanges("1", "2", as: "1-2")
        try worlds.writeChanges("2", "3", as: "2-3")
        for (entry, prefer, reported, result) in [
            (1, MergeChoice.Preference.user, 0, 3), (9, .user, 1, 9), (9, .seed, 1, 3),
        ] {
            try worlds.make("user", from: "1")
            try StoreMetadata.set(
                ["edition": WrittenPropertyList(.integer(Int64(entry)))],
                in: Connection(path: worlds.path + "/user.sqlite", mode: .readWrite))
            let merged = try StoreMerge(
                store: .init(path: worlds.path + "/user.sqlite", model: nil),
                changes: ["1-2", "2-3"].map { "\(worlds.path)/\($0).json" }, choice: .init(preference: prefer)
            ).merge(to: worlds.path + "/merged.sqlite")
            try merged.store.place()
            #expect(
                ModelWorlds.lines(merged.report)
                    == Array(repeating: "metadataChanged . \(prefer)", count: reported))
            #expect(try edition(worlds, "merged") == .integer(Int64(result)))
        }
    }
}
