import Foundation
import TestSupport
import Testing

@Suite("SeedStore.install, as generated")
struct SeedStoreTests {
    private let folder: TestFolder
    private let seed: URL
    private let store: URL

    init() throws {
        folder = try TestFolder()
        seed = URL(fileURLWithPath: try folder.write("seed 1", as: "Bundle/Seed.sqlite"))
        store = URL(fileURLWithPath: folder.path + "/App/Store.sqlite")
    }

    private func text(_ name: String) -> String? {
        FileManager.default.contents(atPath: folder.path + "/App/" + name)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    private func install(_ version: String) throws -> SeedStore.Outcome {
        try SeedStore.install(seed: seed, version: version, at: store)
    }

    @Test("The first launch copies the seed, the next ones leave the store as it is")
    func first() throws {
        #expect(try install("1") == .installed)
        #expect(text("Store.sqlite") == "seed 1")
        try folder.write("changed", as: "App/Store.sqlite")
        #expect(try install("1") == .upToDate)
        #expect(text("Store.sqlite") == "changed")
    }

    @Test("A new version replaces the store, its -wal and -shm, and the folder beside it")
    func replaced() throws {
        try folder.write("file 1", as: "Bundle/.Seed_SUPPORT/_EXTERNAL_DATA/A")
        #expect(try install("1") == .installed)
        #expect(text(".Store_SUPPORT/_EXTERNAL_DATA/A") == "file 1")
        for suffix in ["-wal", "-shm"] { try folder.write("old", as: "App/Store.sqlite\(suffix)") }
        try folder.write("old", as: "App/.Store_SUPPORT/_EXTERNAL_DATA/B")
        try folder.write("seed 2", as: "Bundle/Seed.sqlite")
        #expect(try install("2") == .replaced)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path + "/App").sorted()
                == [".Store_SUPPORT", "Store.sqlite", "Store.sqlite.seed-version"])
        #expect(text("Store.sqlite") == "seed 2")
        #expect(text("Store.sqlite.seed-version") == "2")
        #expect(text(".Store_SUPPORT/_EXTERNAL_DATA/B") == nil)
        #expect(text(".Store_SUPPORT/_EXTERNAL_DATA/A") == "file 1")
    }

    @Test("A store of the app's own stays, an interrupted copy is made again")
    func kept() throws {
        try folder.write("own", as: "App/Store.sqlite")
        #expect(try install("1") == .kept)
        #expect(text("Store.sqlite") == "own")
        // As an interruption leaves it.
        try folder.write("", as: "App/Store.sqlite.seed-version")
        try folder.write("half", as: "App/Store.sqlite.seed-copy")
        #expect(try install("1") == .replaced)
        #expect(text("Store.sqlite") == "seed 1")
        #expect(text("Store.sqlite.seed-copy") == nil)
    }

    @Test("Without a seed nothing is lost")
    func missing() throws {
        #expect(try install("1") == .installed)
        try FileManager.default.removeItem(at: seed)
        #expect(throws: (any Error).self) { try install("2") }
        #expect(try install("1") == .upToDate)
        #expect(text("Store.sqlite") == "seed 1")
    }
}
