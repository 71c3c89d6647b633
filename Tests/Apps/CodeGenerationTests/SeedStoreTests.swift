import Foundation
import SeedStore
import TestSupport
import Testing

@Suite("SeedStore.install")
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

    @Test("The first launch copies the seed, and later launches keep the store")
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

    @Test("The app's own store is kept; one without a version was not finished")
    func kept() throws {
        try folder.write("own", as: "App/Store.sqlite")
        #expect(try install("1") == .kept)
        #expect(text("Store.sqlite") == "own")
        // This is the state after an interruption in earlier versions.
        try folder.write("", as: "App/Store.sqlite.seed-version")
        #expect(try install("1") == .replaced)
        #expect(text("Store.sqlite") == "seed 1")
    }

    @Test("A version replaces older ones, compared part by part as numbers; a newer store is kept")
    func versions() throws {
        #expect(try install("1.9") == .installed)
        #expect(try install("1.10") == .replaced)
        try folder.write("changed", as: "App/Store.sqlite")
        #expect(try install("1.9") == .newer)
        #expect(text("Store.sqlite") == "changed")
        #expect(text("Store.sqlite.seed-version") == "1.10")
    }

    @Test("A -wal or -journal of the seed is copied, and a stray one is removed")
    func companions() throws {
        try folder.write("rows", as: "Bundle/Seed.sqlite-wal")
        try folder.write("stale", as: "App/Store.sqlite-wal")
        try folder.write("stale", as: "App/Store.sqlite-journal")
        #expect(try install("1") == .installed)
        #expect(text("Store.sqlite-wal") == "rows")
        #expect(text("Store.sqlite-journal") == nil)
        #expect(text("Store.sqlite") == "seed 1")
    }

    @Test("An interrupted copy is finished by the next call, and an incomplete one is repeated")
    func interrupted() throws {
        #expect(try install("1") == .installed)
        try folder.write("mine", as: "App/Store.sqlite")
        try folder.write("half", as: "App/Store.sqlite.seed-new/store")
        #expect(try install("1") == .upToDate)
        #expect(text("Store.sqlite") == "mine")
        #expect(try names() == ["Store.sqlite", "Store.sqlite.seed-version"])
        // The copy is complete, and the -wal file of the old store still exists.
        try folder.write("seed 2", as: "App/Store.sqlite.seed-new/store")
        try folder.write("2", as: "App/Store.sqlite.seed-new/version")
        try folder.write("2\nversion\n\n", as: "App/Store.sqlite.seed-new/ready")
        try folder.write("old", as: "App/Store.sqlite-wal")
        #expect(try install("2") == .upToDate)
        #expect(text("Store.sqlite") == "seed 2")
        #expect(try names() == ["Store.sqlite", "Store.sqlite.seed-version"])
    }

    // MARK: Beside other processes, languages and actors

    @Test("Another process that holds the folder is waited for, up to a limit")
    func locked() throws {
        try folder.write("", as: "App/other")
        let holder = open(folder.path + "/App", O_RDONLY)
        try #require(flock(holder, LOCK_EX) == 0)
        #expect(throws: CocoaError.self) {
            try SeedStore.install(seed: seed, version: "1", at: store, waitingAtMost: 0.05)
        }
        #expect(text("Store.sqlite") == nil)
        close(holder)
        #expect(try install("1") == .installed)
    }

    @Test("The first of the user's languages that has a seed is chosen, otherwise the common seed")
    func languages() throws {
        for name in ["Seed", "Seed-de", "Seed-fr-CA"] { try folder.write(name, as: "Bundle/\(name).sqlite") }
        let bundle = try #require(Bundle(path: folder.path + "/Bundle"))
        for (languages, name) in [
            ([], "Seed"), (["de-AT", "en"], "Seed-de"), (["it", "fr-CA"], "Seed-fr-CA"),
            (["fr-FR"], "Seed"), (["en", "zh-Hans-CN"], "Seed"),
        ] {
            let found = try SeedStore.seed(named: "Seed", in: bundle, languages: languages)
            #expect(found.lastPathComponent == name + ".sqlite", "\(languages)")
        }
        #expect(throws: CocoaError.self) { try SeedStore.seed(named: "Other", in: bundle) }
    }

    @Test("The plugin writes the file that the code looks for")
    func plugin() throws {
        let plugin = try String(
            contentsOfFile: Corpus.packageRoot + "/Plugins/SeedPlugin/SeedPlugin.swift", encoding: .utf8)
        #expect(plugin.contains("name.dropLast(ending.count) + \".\(SeedStore.fileExtension)\""))
    }

    @Test("The caller is not blocked")
    func asynchronous() async throws {
        #expect(try await SeedStore.install(seed: seed, version: "1", at: store) == .installed)
    }

    // MARK: Moving

    private func names(_ name: String = "App") throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/" + name).sorted()
    }

    @Test("A store moves with its -wal, its version and its external values, once")
    func moved() throws {
        #expect(try install("1") == .installed)
        try folder.write("mine", as: "App/Store.sqlite")
        try folder.write("rows", as: "App/Store.sqlite-wal")
        try folder.write("index", as: "App/Store.sqlite-shm")
        try folder.write("file", as: "App/.Store_SUPPORT/_EXTERNAL_DATA/A")
        let shared = URL(fileURLWithPath: folder.path + "/Group/Library/Shared.sqlite")
        #expect(try SeedStore.move(from: store, to: shared) == .moved)
        #expect(try names() == [])
        #expect(
            try names("Group/Library") == [
                ".Shared_SUPPORT", "Shared.sqlite", "Shared.sqlite-wal", "Shared.sqlite.seed-version",
            ])
        #expect(
            FileManager.default.contents(
                atPath: folder.path + "/Group/Library/.Shared_SUPPORT/_EXTERNAL_DATA/A")
                == Data("file".utf8))
        #expect(try SeedStore.move(from: store, to: shared) == .nothing)
        #expect(try SeedStore.install(seed: seed, version: "1", at: shared) == .upToDate)
        // An older version of the app created a store at its old place again.
        try folder.write("other", as: "App/Store.sqlite")
        #expect(try SeedStore.move(from: store, to: shared) == .kept)
        #expect(text("Store.sqlite") == "other")
    }

    @Test("A store without a seed version has none after a move")
    func movedWithoutSeed() throws {
        try folder.write("own", as: "App/Store.sqlite")
        let shared = URL(fileURLWithPath: folder.path + "/Group/Store.sqlite")
        #expect(try SeedStore.move(from: store, to: shared) == .moved)
        #expect(try SeedStore.install(seed: seed, version: "1", at: shared) == .kept)
        #expect(try names("Group") == ["Store.sqlite"])
    }

    // MARK: Copies

    @Test("Each temporary copy is its own store, which is removed with it")
    func copies() throws {
        try folder.write("file", as: "Bundle/.Seed_SUPPORT/_EXTERNAL_DATA/A")
        let manager = FileManager.default
        try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: seed.path)
        var one: SeedStore.TemporaryCopy? = try .init(of: seed)
        let other = try SeedStore.TemporaryCopy(of: seed)
        let path = try #require(one?.store)
        #expect(path != other.store)
        #expect(path.lastPathComponent == "Seed.sqlite")
        try Data("changed".utf8).write(to: path)
        #expect(manager.contents(atPath: other.store.path) == Data("seed 1".utf8))
        #expect(manager.contents(atPath: seed.path) == Data("seed 1".utf8))
        let support = path.deletingLastPathComponent().path + "/.Seed_SUPPORT/_EXTERNAL_DATA/A"
        #expect(manager.fileExists(atPath: support))
        one = nil
        #expect(!manager.fileExists(atPath: path.deletingLastPathComponent().path))
        #expect(manager.fileExists(atPath: other.store.path))
        withExtendedLifetime(other) {}
    }

    @Test("Abandoned copies are removed after a day")
    func leftovers() throws {
        let manager = FileManager.default
        let all = manager.temporaryDirectory.path + "/SeedStore-copies"
        let old = all + "/" + UUID().uuidString
        let recent = all + "/" + UUID().uuidString
        for path in [old, recent] {
            try manager.createDirectory(atPath: path, withIntermediateDirectories: true)
        }
        try manager.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -100_000)], ofItemAtPath: old)
        let copy = try SeedStore.TemporaryCopy(of: seed)
        #expect(!manager.fileExists(atPath: old))
        #expect(manager.fileExists(atPath: recent))
        try manager.removeItem(atPath: recent)
        withExtendedLifetime(copy) {}
    }

    @Test("Without a seed, the existing store is kept")
    func missing() throws {
        #expect(try install("1") == .installed)
        try FileManager.default.removeItem(at: seed)
        #expect(throws: (any Error).self) { try install("2") }
        #expect(try install("1") == .upToDate)
        #expect(text("Store.sqlite") == "seed 1")
    }
}
