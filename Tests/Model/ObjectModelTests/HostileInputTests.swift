import Foundation
import SQLite
import TestSupport
import Testing

@testable import ObjectModel

/// Damaged input gives an error or a model, never a trap, a hang or unbounded memory. A trap ends the test run. Set
/// `ZSEED_FUZZ_SECONDS` for a longer run, and `ZSEED_FUZZ_SEED` for another start.
@Suite(
    "Hostile input to the model readers", .serialized,
    .enabled(if: Corpus.isPresent, Corpus.absence))
struct HostileInputTests {
    /// The model caches of the stores, as archives.
    static let archives: [[UInt8]] = Corpus.withCache.compactMap { entry in
        let store = try? Connection.reading(path: entry.store)
        let blob = try? store?.firstRow("SELECT Z_CONTENT FROM Z_MODELCACHE") { row in
            row.withBlob(at: 0) { Array($0 ?? UnsafeRawBufferPointer(start: nil, count: 0)) }
        }
        return blob.flatMap { try? Inflate.raw($0) }
    }.filter { $0.count < 60_000 }

    static let sources: [String] = Corpus.withSource.compactMap { entry in
        entry.modelXML.flatMap { try? String(contentsOfFile: $0 + "/contents", encoding: .utf8) }
    }.filter { $0.utf8.count < 40_000 }

    /// Runs a body for each of a number of seeds, or for the time that the environment sets.
    static func fuzz(_ count: UInt64, _ body: (UInt64) throws -> Void) rethrows {
        let environment = ProcessInfo.processInfo.environment
        let start = environment["ZSEED_FUZZ_SEED"].flatMap { UInt64($0) } ?? 0
        guard let seconds = environment["ZSEED_FUZZ_SECONDS"].flatMap({ Double($0) }) else {
            for seed in start..<start + count { try body(seed) }
            return
        }
        let end = Date().addingTimeInterval(seconds)
        var seed = start
        while Date() < end {
            let began = Date()
            try body(seed)
            let duration = Date().timeIntervalSince(began)
            if duration > 5 { Issue.record("seed \(seed) took \(duration) s") }
            seed += 1
        }
        print("fuzzed seeds \(start)..<\(seed)")
    }

    @Test("Archives with damaged bytes do not trap")
    func bytes() throws {
        try #require(!Self.archives.isEmpty)
        Self.fuzz(1500) { seed in
            var mutation = Mutation(seed: seed)
            let archive = Self.archives[mutation.below(Self.archives.count)]
            let damaged = mutation.damage(archive)
            _ = try? ArchivedModelReader.read(damaged).model.versionHashes.digest
        }
    }

    @Test("Archives with wrong references or values do not trap")
    func objects() throws {
        let lists = try Self.archives.map { try PropertyList(bytes: $0) }
        try #require(!lists.isEmpty)
        Self.fuzz(1500) { seed in
            var mutation = Mutation(seed: seed)
            let damaged = mutation.damage(lists[mutation.below(lists.count)])
            _ = try? ArchivedModelReader.read(damaged).model.versionHashes.digest
        }
    }

    @Test("XML with damaged bytes or wrong values does not trap")
    func source() throws {
        try #require(!Self.sources.isEmpty)
        Self.fuzz(1000) { seed in
            var mutation = Mutation(seed: seed)
            let source = Self.sources[mutation.below(Self.sources.count)]
            let damaged =
                seed.isMultiple(of: 2)
                ? Array(mutation.damage(source).utf8) : mutation.damage(Array(source.utf8))
            _ = try? XMLModelReader.read(damaged).model.versionHashes.digest
        }
    }

    @Test("Compressed model caches with damaged bytes do not trap")
    func compressed() throws {
        let store = try Connection.reading(path: Corpus.entry("grocery-dude").store)
        let blob = try #require(
            try store.firstRow("SELECT Z_CONTENT FROM Z_MODELCACHE") { row in
                row.withBlob(at: 0) { Array($0 ?? UnsafeRawBufferPointer(start: nil, count: 0)) }
            })
        Self.fuzz(500) { seed in
            var mutation = Mutation(seed: seed)
            let damaged = mutation.damage(blob)
            _ = try? ArchivedModelReader.read(Inflate.raw(damaged))
        }
    }

    @Test("XML property lists with damaged bytes do not trap")
    func lists() throws {
        let list = Array(Self.plist.utf8)
        #expect(try PropertyList(bytes: list)["f"]?.uid == 7)
        Self.fuzz(1000) { seed in
            var mutation = Mutation(seed: seed)
            _ = try? PropertyList(bytes: mutation.damage(list))
        }
    }

    static let plist = """
        <?xml version="1.0" encoding="UTF-8"?>
        <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
        "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
        <plist version="1.0"><dict><key>a</key><integer>1</integer><key>b</key><real>2.5</real>
        <key>c</key><data>AAEC</data><key>d</key><date>2024-01-31T12:00:00Z</date>
        <key>e</key><array><true/><string>x &amp; y</string></array>
        <key>f</key><dict><key>CF$UID</key><integer>7</integer></dict></dict></plist>
        """
}
