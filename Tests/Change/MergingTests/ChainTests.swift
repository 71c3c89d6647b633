import Merging
import ObjectLayer
import TestSupport
import Testing

/// Merges of several editions, with edits by a user in between, and partners that require each other.
@Suite("Chains of editions")
struct ChainTests {
    @Test(
        "Random models with required one-to-one relationships: all ways agree, and results are valid",
        arguments: 0..<2)
    func random(part: Int) throws {
        for number in stride(from: part, to: SeededGenerator.rounds(6), by: 2) {
            let seed = UInt64(number) &* 1_031 &+ 3
            var model = try RandomModel(seed: seed, hasPartners: true)
            let worlds = try ModelWorlds(model.model)
            try worlds.make("edition0", from: "template") { try model.edit($0, "b", count: 24) }
            try worlds.note("edition0")
            try worlds.make("user", from: "edition0")
            for step in 1...4 {
                try worlds.make("worked", from: "user") { try model.edit($0, "u\(step)", count: 4) }
                let (old, new) = ("edition\(step - 1)", "edition\(step)")
                try worlds.make(new, from: old) { try model.edit($0, "n\(step)", count: 6) }
                try worlds.note(new)
                // Each result passes strict verification.
                _ = try worlds.merge(base: old, new: new, user: "worked", preferring: .seed)
                let merged = try worlds.merge(base: old, new: new, user: "worked")
                #expect(merged[1] == merged[0], "the file, seed \(seed), step \(step)")
                #expect(merged[2] == merged[0], "the app, seed \(seed), step \(step)")
                // The next edition is merged into the result of one of the ways.
                try worlds.make("user", from: ["direct", "file", "app"][(number + step) % 3])
            }
        }
    }
}
