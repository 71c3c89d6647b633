import Foundation
import MergeRules
import Merging
import ObjectLayer
import SQLite
import StoreFormat
import TestSupport
import Testing

@Suite("An app that is killed while it saves an edition", .serialized)
struct KilledSaveTests {
    /// Creates an old edition, a new one, a user's store and a file of changes. Returns them with the contents of the
    /// user's store and of the merged store.
    private func worlds(_ journal: String) throws -> (MergeWorlds, user: World, merged: World) {
        let worlds = try MergeWorlds()
        try worlds.makeEditions(30)
        try ChangesExport(old: worlds.opened("base.sqlite"), new: worlds.opened("new.sqlite"))
            .write(to: worlds.path + "/changes.json")
        _ = try worlds.merge()
        try worlds.copy("user.sqlite", as: "app.sqlite")
        try Connection(path: worlds.path + "/app.sqlite", mode: .readWrite)
            .execute("PRAGMA journal_mode = \(journal)")
        return (worlds, try worlds.world("user.sqlite").contents, try worlds.world("merged.sqlite").contents)
    }

    @Test(
        "Before each system call, the store has the old edition or the new one, and records it",
        arguments: ["DELETE", "WAL"])
    func everyCall(journal: String) throws {
        let (worlds, user, merged) = try worlds(journal)
        let identity = { (name: String) in
            try EditionIdentity(of: OpenedStore(path: worlds.path + "/" + name))
        }
        let (old, new) = (try identity("base.sqlite"), try identity("new.sqlite"))
        var count = 0
        func take() {
            for suffix in ["", "-journal", "-wal"] {
                try? FileManager.default.copyItem(
                    atPath: worlds.path + "/app.sqlite" + suffix,
                    toPath: worlds.path + "/killed\(count).sqlite" + suffix)
            }
            count += 1
        }
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: worlds.path + "/app.sqlite", access: .readWrite))
        try WriteCalls.each(take) {
            _ = try SeedMerge.merge(
                changes: URL(fileURLWithPath: worlds.path + "/changes.json"), into: context)
            try context.save()
        }
        take()
        var noted: [EditionIdentity?] = []
        for number in 0..<count {
            let name = "killed\(number).sqlite"
            // The next program that opens the store rolls back an interrupted save.
            try Connection(path: worlds.path + "/" + name, mode: .readWrite).execute(
                "BEGIN IMMEDIATE; COMMIT; PRAGMA journal_mode = DELETE")
            let note = EditionNote(of: try OpenedStore(path: worlds.path + "/" + name).inspection)?.identity
            let world = try worlds.world(name).contents
            #expect(note == old && world == user || note == new && world == merged, "call \(number)")
            noted.append(note)
        }
        #expect(count > 10, "\(count)")
        #expect(noted.first == old && noted.last == new)
    }
}
