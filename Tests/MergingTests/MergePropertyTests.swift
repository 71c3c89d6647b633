import Foundation
import Merging
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing
import Verification

/// What holds for every merge, whatever a user and an editor did: so many are merged as
/// `ZSEED_MERGES` says, from `ZSEED_MERGE_SEED` on.
@Suite("Random edits of users and seeds, merged")
struct MergePropertyTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let count = environment["ZSEED_MERGES"].flatMap(Int.init) ?? 120
    static let first = environment["ZSEED_MERGE_SEED"].flatMap(UInt64.init) ?? 19

    @Test("Nothing of the user's is lost, and what is untouched follows the seed", arguments: 0..<4)
    func invariants(part: Int) throws {
        let worlds = try MergeWorlds()
        var failures = 0
        for number in stride(from: part, to: Self.count, by: 4) where failures < 3 {
            let seed = Self.first &+ UInt64(number) &* 1_000
            let choice = MergeChoice(preference: number % 5 == 4 ? .seed : .user)
            let made = try Self.makeWorlds(worlds, seed)
            let before = try ["base", "new", "user"].map { try Self.bytes(worlds, $0) }
            let report: MergeReport
            do {
                report = try worlds.merge(choice)
            } catch {
                Issue.record("seed \(seed): \(error)")
                failures += 1
                continue
            }
            var check = MergeCheck(
                base: made[0], new: made[1], user: made[2], merged: try World(worlds, "merged.sqlite"),
                report: report, preference: choice.preference)
            check.run()
            check.problems += try Self.rowProblems(worlds)
            if number % 40 == part {
                let failed = try StoreVerifier().verify(path: worlds.path + "/merged.sqlite")
                    .filter { !$0.isPassed }
                check.problems += failed.flatMap { $0.outcome.examples.map(\.line) }
            }
            if try ["base", "new", "user"].map({ try Self.bytes(worlds, $0) }) != before {
                check.problems.append("an input was changed")
            }
            #expect(check.problems.isEmpty, "seed \(seed)")
            if !check.problems.isEmpty { failures += 1 }
        }
    }

    @Test("Without a base nothing that is there changes, and nothing is missing", arguments: 0..<2)
    func twoWay(part: Int) throws {
        let worlds = try MergeWorlds()
        for number in stride(from: part, to: Self.count / 4, by: 2) {
            let seed = Self.first &+ UInt64(number) &* 1_003
            try Self.makeWorlds(worlds, seed)
            _ = try worlds.merge(base: nil)
            let user = try World(worlds, "user.sqlite", byKey: true)
            let merged = try World(worlds, "merged.sqlite", byKey: true)
            for (mark, object) in user.objects {
                let now = merged.objects[mark]
                #expect(
                    now?.primaryKey == object.primaryKey && now?.values == object.values,
                    "seed \(seed): \(mark)")
                for (name, destination) in object.destinations {
                    #expect(now?.destinations[name] == destination, "seed \(seed): \(mark).\(name)")
                }
                for (name, members) in object.members {
                    #expect(
                        Set(members).isSubset(of: now?.members[name] ?? []), "seed \(seed): \(mark).\(name)")
                }
            }
            #expect(try Self.rowProblems(worlds) == [], "seed \(seed)")
            // All that the seed has is there now.
            try worlds.copy("merged.sqlite", as: "user.sqlite")
            let again = try worlds.merge(base: nil)
            #expect(again.isEmpty, "seed \(seed): \(again.counts)")
        }
    }

    @Test("An untouched store becomes the new edition, an unchanged edition changes nothing")
    func identities() throws {
        let worlds = try MergeWorlds()
        for number in 0..<Self.count / 10 {
            let seed = Self.first &+ UInt64(number) &* 1_001
            try Self.makeWorlds(worlds, seed)
            try worlds.copy("user.sqlite", as: "edited.sqlite")
            try worlds.copy("base.sqlite", as: "user.sqlite")
            let followed = try worlds.merge()
            #expect(followed.conflicts.isEmpty, "seed \(seed): \(followed.conflicts)")
            #expect(
                try Self.contents(World(worlds, "merged.sqlite"))
                    == Self.contents(World(worlds, "new.sqlite")),
                "seed \(seed)")
            try worlds.copy("edited.sqlite", as: "user.sqlite")
            try worlds.copy("base.sqlite", as: "new.sqlite")
            #expect(try worlds.merge().isEmpty)
            #expect(try World(worlds, "merged.sqlite") == World(worlds, "user.sqlite"), "seed \(seed)")
        }
    }

    // MARK: Making and comparing

    /// Makes the old edition, the new one and the user's store.
    @discardableResult
    static func makeWorlds(_ worlds: MergeWorlds, _ seed: UInt64) throws -> [World] {
        var made: [World] = []
        try worlds.copy("template.sqlite", as: "base.sqlite")
        var edits = RandomEdits("b", seed: seed)
        made.append(try worlds.edit("base.sqlite") { try edits.make(30, in: $0) })
        for (offset, name) in ["new", "user"].enumerated() {
            try worlds.copy("base.sqlite", as: name + ".sqlite")
            var edits = RandomEdits(String(name.prefix(1)), seed: seed &+ UInt64(offset) &+ 1)
            made.append(try worlds.edit(name + ".sqlite") { try edits.make(8, in: $0) })
        }
        return made
    }

    private static func bytes(_ worlds: MergeWorlds, _ name: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: worlds.path + "/\(name).sqlite"))
    }

    /// A world without primary keys.
    static func contents(_ world: World) -> World {
        var world = world
        for mark in world.objects.keys { world.objects[mark]?.primaryKey = 0 }
        return world
    }

    /// What is wrong with rows, beyond what objects show.
    private static func rowProblems(_ worlds: MergeWorlds) throws -> [String] {
        let merged = try Connection(path: worlds.path + "/merged.sqlite", mode: .readOnly)
        let user = try Connection(path: worlds.path + "/user.sqlite", mode: .readOnly)
        var problems: [String] = []
        func expectNone(_ sql: String, _ words: String) throws {
            let count = try merged.integer(sql) ?? -1
            if count != 0 { problems.append("\(words): \(count)") }
        }
        for (table, column, target) in [
            ("ZENTRY", "ZITEM", "ZITEM"), ("ZITEM", "ZFOLDER", "ZFOLDER"), ("ZITEM", "ZPARENT", "ZITEM"),
            ("ZITEM", "ZLABEL", "ZLABEL"), ("ZLABEL", "ZITEM", "ZITEM"),
        ] {
            try expectNone(
                "SELECT count(*) FROM \(table) WHERE \(column) NOT NULL AND \(column) NOT IN (SELECT Z_PK FROM \(target))",
                "\(table).\(column) leads nowhere")
        }
        try expectNone("SELECT count(*) FROM ZENTRY WHERE ZITEM IS NULL", "entries without item")
        try expectNone(
            "SELECT count(*) FROM ZITEM AS i WHERE ZLABEL NOT NULL AND Z_PK IS NOT (SELECT ZITEM FROM ZLABEL WHERE Z_PK = i.ZLABEL)",
            "labels that do not lead back")
        try expectNone(
            "SELECT count(*) FROM (SELECT 1 FROM ZTAG WHERE ZNAME NOT NULL GROUP BY ZNAME HAVING count(*) > 1)",
            "names twice")
        try expectNone(
            "SELECT count(*) FROM ZITEM WHERE ZFOLDER NOT NULL AND Z_FOK_FOLDER IS NULL", "no order key")
        for (name, table) in [("Item", "ZITEM"), ("Tag", "ZTAG"), ("Folder", "ZFOLDER"), ("Label", "ZLABEL")]
        {
            let highest = try merged.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'") ?? 0
            let former = try user.integer("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = '\(name)'") ?? 0
            try expectNone("SELECT count(*) FROM \(table) WHERE Z_PK > \(highest)", "\(name) above Z_MAX")
            if highest < former { problems.append("Z_MAX of \(name) fell") }
        }
        let metadata = "SELECT hex(Z_PLIST) || Z_UUID FROM Z_METADATA"
        if try merged.text(metadata) != user.text(metadata) { problems.append("other metadata") }
        return problems
    }
}
