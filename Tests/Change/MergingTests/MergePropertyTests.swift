import Foundation
import Merging
import ObjectLayer
import ObjectModel
import StoreFormat
import TestSupport
import Testing
import Verification

/// Tests of properties that every merge must have, whatever a user and an editor did. `ZSEED_MERGES` is the number of
/// merges, and `ZSEED_MERGE_SEED` the first seed. Each failure names the seed that reproduces it. `ZSEED_MERGE_KEEP` is
/// a folder for its stores.
@Suite("Random edits of users and seeds, merged")
struct MergePropertyTests {
    private static let environment = ProcessInfo.processInfo.environment
    static let count = environment["ZSEED_MERGES"].flatMap(Int.init) ?? 256
    static let first = environment["ZSEED_MERGE_SEED"].flatMap(UInt64.init) ?? 19
    /// The number of merges in tests that merge in several ways.
    static let few = max(count / 16, 1)

    /// The number of new editions of a round. Each is merged into the stores of all users.
    private static let editions = 8
    private static let users = 16
    private static let rounds = max(count / (editions * users), 1)

    /// A merge of a round, with the stores that it merges.
    private struct Merge: CustomStringConvertible {
        let seed: UInt64
        let isKeyed: Bool
        let edition: Int
        let user: Int

        /// Four of six ways have the old edition.
        var hasBase: Bool { way < 4 }
        var choice: MergeChoice {
            MergeChoice(
                comparison: isKeyed ? MergeWorlds.keys : .init(), preference: way % 2 == 0 ? .user : .seed,
                updates: way == 5)
        }
        private var way: Int { (user + 2 * edition + Int(seed % 6)) % 6 }

        var description: String {
            "ZSEED_MERGES=1 ZSEED_MERGE_SEED=\(seed): new\(edition) into user\(user), "
                + (hasBase ? "preferring \(choice.preference)" : choice.updates ? "updating" : "adding")
        }
    }

    @Test("No user's change is lost, and untouched values follow the seed", arguments: 0..<2)
    func invariants(part: Int) throws {
        let worlds = try MergeWorlds()
        var failures = 0
        for round in stride(from: part, to: Self.rounds, by: 2) {
            let seed = Self.first &+ UInt64(round) &* 1_000
            // A seed gives the same result alone and among others.
            let isKeyed = seed / 1_000 % 2 == 0
            try worlds.makeEditions(seed, editions: Self.editions, users: Self.users, isKeyed: isKeyed)
            let base = try worlds.world("base.sqlite")
            if round < 8 {
                let shown = try World(ManagedObjectContext(worlds.coordinator("user.sqlite")))
                #expect(try worlds.world("user.sqlite") == shown, "the object layer shows other rows")
            }
            let news = try (0..<Self.editions).map { try worlds.world(MergeWorlds.name("new", $0)) }
            let before = try Self.inputs(worlds)
            for user in 0..<Self.users {
                let world = try worlds.world(MergeWorlds.name("user", user))
                for edition in 0..<Self.editions where failures < 3 {
                    let merge = Merge(seed: seed, isKeyed: isKeyed, edition: edition, user: user)
                    let problems = try Self.problems(merge, worlds, base, news[edition], world)
                    #expect(problems.isEmpty, "\(merge)")
                    guard !problems.isEmpty else { continue }
                    failures += 1
                    try Self.keep(merge, worlds)
                }
            }
            #expect(try Self.inputs(worlds) == before, "an input was changed, \(seed)")
        }
    }

    private static func keep(_ merge: Merge, _ worlds: MergeWorlds) throws {
        guard let folder = environment["ZSEED_MERGE_KEEP"] else { return }
        for name in [
            "base.sqlite", MergeWorlds.name("new", merge.edition), MergeWorlds.name("user", merge.user),
            "merged.sqlite",
        ] {
            try? FileManager.default.copyItem(
                atPath: worlds.path + "/" + name, toPath: "\(folder)/\(merge.seed)-\(name)")
        }
    }

    /// Merges, and returns the problems of the result.
    private static func problems(
        _ merge: Merge, _ worlds: MergeWorlds, _ base: World, _ new: World, _ user: World
    ) throws -> [String] {
        let names = (MergeWorlds.name("new", merge.edition), MergeWorlds.name("user", merge.user))
        func run(into user: String) throws -> MergeReport {
            try worlds.merge(
                base: merge.hasBase ? "base.sqlite" : nil, new: names.0, user: user, merge.choice)
        }
        let report: MergeReport
        do {
            report = try run(into: names.1)
        } catch {
            return ["\(error)"]
        }
        var problems: [String] = []
        if merge.hasBase {
            var check = MergeCheck(
                base: base, new: new, user: user, merged: try worlds.world("merged.sqlite"), report: report,
                preference: merge.choice.preference, isKeyed: merge.isKeyed)
            check.run()
            problems = check.problems
        } else {
            var check = AdditionCheck(
                new: merge.isKeyed ? new : nil,
                user: merge.isKeyed ? user : try worlds.world(names.1, byKey: true),
                merged: try worlds.world("merged.sqlite", byKey: !merge.isKeyed), report: report,
                updates: merge.choice.updates)
            check.run()
            problems = check.problems
        }
        problems += try MergedRows(merged: worlds.path + "/merged.sqlite", user: worlds.path + "/" + names.1)
            .problems()
        if merge.edition == 0, merge.user == 0 {
            problems += try StoreVerifier().verify(path: worlds.path + "/merged.sqlite")
                .filter { !$0.isPassed }.flatMap { $0.outcome.examples.map(\.line) }
        }
        if merge.edition % 4 == 1 {
            // A second merge changes nothing: each change of the seed is in the store already, or was reported.
            func line(_ conflict: EditionConflict) -> String {
                "\(conflict.kind) \(conflict.entity).\(conflict.property ?? "") \(conflict.name ?? "")"
            }
            let reported = Set(report.conflicts.map(line))
            try worlds.copy("merged.sqlite", as: "again.sqlite")
            let again = try run(into: "again.sqlite")
            if !again.isEmpty || !again.conflicts.map(line).allSatisfy(reported.contains) {
                problems.append("merged again: \(again)")
            }
        }
        return problems
    }

    @Test("An untouched store becomes the new edition, and an unchanged edition changes nothing")
    func identities() throws {
        let worlds = try MergeWorlds()
        for number in 0..<Self.few * 2 {
            let seed = Self.first &+ UInt64(number) &* 1_001
            try worlds.makeEditions(seed)
            try worlds.copy("base.sqlite", as: "same.sqlite")
            let followed = try worlds.merge(user: "same.sqlite")
            #expect(followed.conflicts.isEmpty, "seed \(seed): \(followed.conflicts)")
            #expect(
                try worlds.world("merged.sqlite").contents == worlds.world("new.sqlite").contents,
                "seed \(seed)")
            for name in ["new.sqlite", "user.sqlite"] {
                let store = try OpenedStore(path: worlds.path + "/" + name)
                #expect(
                    try EditionIdentity(of: store)
                        == EditionIdentity(
                            of: store.layout, in: store.connection, path: worlds.path + "/" + name,
                            readsPages: false), "seed \(seed)")
            }
            #expect(try worlds.merge(new: "same.sqlite").isEmpty)
            #expect(try Self.changedBytes("user.sqlite", "merged.sqlite", worlds) == [], "seed \(seed)")
            try ChangesExport(old: worlds.opened("base.sqlite"), new: worlds.opened("same.sqlite"))
                .write(to: worlds.path + "/changes.json")
            let filed = try StoreMerge(
                store: worlds.opened("user.sqlite"), changes: [worlds.path + "/changes.json"]
            ).merge(to: worlds.path + "/filed.sqlite")
            try filed.store.place()
            #expect(filed.report.isEmpty)
            #expect(try Self.changedBytes("user.sqlite", "filed.sqlite", worlds) == [], "seed \(seed)")
        }
    }

    @Test(
        "A later edition finds every object, whatever primary keys both sides used",
        arguments: 0..<2)
    func chains(part: Int) throws {
        let worlds = try MergeWorlds()
        for number in stride(from: part, to: Self.few, by: 2) {
            let seed = Self.first &+ UInt64(number) &* 1_013
            try worlds.copy("template.sqlite", as: "base.sqlite")
            func edit(_ name: String, _ from: String, _ store: String, _ count: Int) throws {
                if from != store { try worlds.copy(from + ".sqlite", as: store + ".sqlite") }
                var edits = RandomEdits(name, seed: seed &+ UInt64(name.utf8.first ?? 0))
                try worlds.edit(store + ".sqlite") { try edits.make(count, in: $0) }
            }
            try edit("b", "base", "base", 30)
            try worlds.note("base.sqlite")
            try edit("n", "base", "new", 10)
            try edit("m", "new", "newer", 10)
            try edit("v", "base", "user", 8)
            _ = try worlds.merge()
            try edit("w", "merged", "user", 8)
            let report = try worlds.merge(base: "new.sqlite", new: "newer.sqlite")
            var check = MergeCheck(
                base: try worlds.world("new.sqlite"), new: try worlds.world("newer.sqlite"),
                user: try worlds.world("user.sqlite"), merged: try worlds.world("merged.sqlite"),
                report: report, preference: .user, isKeyed: false)
            check.run()
            check.problems += try MergedRows(
                merged: worlds.path + "/merged.sqlite", user: worlds.path + "/user.sqlite"
            ).problems()
            #expect(check.problems.isEmpty, "seed \(seed)")
        }
    }

    @Test("Merging all editions in order gives the same as merging the last, if nothing contradicts it")
    func shortcuts() throws {
        let worlds = try MergeWorlds()
        for number in 0..<Self.few {
            let seed = Self.first &+ UInt64(number) &* 1_017
            try worlds.makeEditions(seed)
            try worlds.copy("new.sqlite", as: "newer.sqlite")
            var edits = RandomEdits("m", seed: seed &+ 7)
            try worlds.edit("newer.sqlite") { try edits.make(8, in: $0) }
            let direct = try worlds.merge(new: "newer.sqlite", to: "direct.sqlite")
            let first = try worlds.merge()
            let second = try worlds.merge(
                base: "new.sqlite", new: "newer.sqlite", user: "merged.sqlite", to: "second.sqlite")
            guard (direct.conflicts + first.conflicts + second.conflicts).isEmpty else { continue }
            #expect(
                try worlds.world("second.sqlite").contents == worlds.world("direct.sqlite").contents,
                "seed \(seed)")
        }
    }

    /// Returns the offsets of bytes that differ between two stores. The header's change counters and SQLite version
    /// number are ignored: bytes 24 to 27, 40 to 43 and 92 to 99.
    private static func changedBytes(_ one: String, _ other: String, _ worlds: MergeWorlds) throws -> [Int] {
        let (one, other) = (
            try Data(contentsOf: URL(fileURLWithPath: worlds.path + "/" + one)),
            try Data(contentsOf: URL(fileURLWithPath: worlds.path + "/" + other))
        )
        guard one.count == other.count else { return [-1] }
        return one.indices.filter { index in
            one[index] != other[index] && !(24..<28).contains(index) && !(40..<44).contains(index)
                && !(92..<100).contains(index)
        }
    }

    /// Returns the bytes of all stores that are merged.
    private static func inputs(_ worlds: MergeWorlds) throws -> [Data] {
        let names =
            ["base.sqlite"] + (0..<editions).map { MergeWorlds.name("new", $0) }
            + (0..<users).map { MergeWorlds.name("user", $0) }
        return try names.map { try Data(contentsOf: URL(fileURLWithPath: worlds.path + "/" + $0)) }
    }
}
