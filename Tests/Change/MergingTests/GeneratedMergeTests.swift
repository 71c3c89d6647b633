import Foundation
import MergeRules
import Merging
import ObjectLayer
import ObjectModel
import TestSupport
import Testing

/// Tests of merges within an app, with one save, through the object layer.
@Suite("Merges in an app")
struct GeneratedMergeTests {
    /// Returns a conflict as a line. The property is left out for kinds in which each way of merging reports the first
    /// one that it finds.
    private static func line(
        _ kind: String, _ entity: String, _ property: String?, _ kept: String
    ) -> String {
        let isWhole = ["changedByUser", "needsDeleted"].contains(kind)
        return "\(kind) \(entity).\(isWhole ? "" : property ?? "") \(kept)"
    }

    private static func reported(_ report: MergeReport) -> [String] {
        report.conflicts.map { line($0.kind.rawValue, $0.entity, $0.property, $0.kept.rawValue) }.sorted()
    }

    private static func reported(inApp conflicts: [SeedMerge.Conflict]) -> [String] {
        conflicts.map { line("\($0.kind)", $0.entity, $0.property, $0.kept.rawValue) }.sorted()
    }

    /// Merges the changes of `new.sqlite` into a copy of `user.sqlite`, as an app does.
    private static func mergeInApp(
        _ worlds: MergeWorlds, preferring side: SeedMerge.Side = .user
    ) throws -> [SeedMerge.Conflict] {
        try worlds.copy("user.sqlite", as: "app.sqlite")
        let context = try ManagedObjectContext(
            PersistentStoreCoordinator(path: worlds.path + "/app.sqlite", access: .readWrite))
        let conflicts = try SeedMerge.merge(
            changes: URL(fileURLWithPath: worlds.path + "/changes.json"), into: context, preferring: side)
        try context.save()
        return conflicts
    }

    @Test(
        "An app gets the result of zseed merge, with both editions and with a file of changes",
        arguments: 0..<2)
    func differential(part: Int) throws {
        let worlds = try MergeWorlds()
        for number in stride(from: part, to: MergePropertyTests.few, by: 2) {
            let seed = MergePropertyTests.first &+ UInt64(number) &* 1_007
            try worlds.makeEditions(seed)
            try ChangesExport(
                old: worlds.opened("base.sqlite"), new: worlds.opened("new.sqlite")
            ).write(to: worlds.path + "/changes.json")
            let direct = try worlds.merge()
            let expected = try worlds.world("merged.sqlite").contents
            let finished = try StoreMerge(
                store: worlds.opened("user.sqlite"), changes: [worlds.path + "/changes.json"]
            ).merge(to: worlds.path + "/changed.sqlite")
            try finished.store.place()
            #expect(
                try worlds.world("changed.sqlite").contents == expected, "seed \(seed)"
            )
            #expect(Self.reported(finished.report) == Self.reported(direct), "seed \(seed)")
            let conflicts = try Self.mergeInApp(worlds)
            #expect(
                try worlds.world("app.sqlite").contents == expected, "seed \(seed)")
            #expect(Self.reported(inApp: conflicts) == Self.reported(direct), "seed \(seed)")
        }
    }

    @Test("The same editions give the same bytes, in any order of rows")
    func bytes() throws {
        let worlds = try MergeWorlds()
        for seed in 1...5 as ClosedRange<UInt64> {
            try worlds.makeEditions(seed)
            let export = ChangesExport(
                old: worlds.opened("base.sqlite"), new: worlds.opened("new.sqlite"))
            try export.write(to: worlds.path + "/one.json")
            try export.write(to: worlds.path + "/other.json")
            let one = try Data(contentsOf: URL(fileURLWithPath: worlds.path + "/one.json"))
            #expect(try one == Data(contentsOf: URL(fileURLWithPath: worlds.path + "/other.json")))
            let object = try #require(try JSONSerialization.jsonObject(with: one) as? [String: Any])
            #expect(object["format"] as? String == "zseed-changes")
            #expect(object["version"] as? Int == 2)
        }
    }

    @Test("Changes of another model, of another edition or without an edition are refused")
    func refused() throws {
        let worlds = try MergeWorlds()
        try worlds.makeEditions(7)
        let file = worlds.path + "/changes.json"
        try ChangesExport(old: worlds.opened("base.sqlite"), new: worlds.opened("new.sqlite")).write(
            to: file)
        let text = try String(contentsOfFile: file, encoding: .utf8).withoutSum
        func write(_ old: String, _ new: String) throws {
            try text.replacing(old, with: new).write(toFile: file, atomically: true, encoding: .utf8)
        }
        try write("\"version\": 2", "\"version\": 1")
        #expect(throws: SeedMerge.MergeError.unknownFormat(version: 1)) { try Self.mergeInApp(worlds) }
        try write("\"Entry\": \"", "\"Entries\": \"")
        #expect(throws: SeedMerge.MergeError.otherModel) { try Self.mergeInApp(worlds) }
        try write("\"object\": 0", "\"object\": 999999")
        #expect(throws: SeedMerge.MergeError.badChanges(.unknownObject(999_999))) {
            try Self.mergeInApp(worlds)
        }
        try write("5EED0000-0000-4000-8000-00000000BA5E", "5EED0000-0000-4000-8000-000000000000")
        try worlds.copy("template.sqlite", as: "user.sqlite")
        #expect(throws: SeedMerge.MergeError.otherBase) { try Self.mergeInApp(worlds) }
    }
}
