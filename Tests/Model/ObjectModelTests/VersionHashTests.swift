import TestSupport
import Testing

@testable import ObjectModel

/// docs/internals/format.md#version-hashes, tested with every available store.
@Suite("Version hashes")
struct VersionHashTests {
    @Test("Every entity hash is computed from the model's XML", arguments: Corpus.withSource)
    func source(entry: Corpus.Entry) throws {
        let file = try ModelFile.read(path: try #require(entry.modelXML))
        #expect(file.origin.kind == .source)
        // Old models keep the default of another type, such as YES for an integer.
        #expect(file.warnings.filter { if case .strayValue = $0 { false } else { true } } == [])
        try expectHashes(of: file.model, equal: entry)
    }

    @Test("Every entity hash is computed from the store's model cache", arguments: Corpus.withCache)
    func store(entry: Corpus.Entry) throws {
        let file = try ModelFile.read(path: entry.store)
        #expect(file.origin == ModelFile.Origin(kind: .store, path: entry.store))
        #expect(file.warnings == [])
        try expectHashes(of: file.model, equal: entry)
        let declared = try #require(file.declaredHashes)
        let computed = file.model.versionHashes
        #expect(declared.hashes == computed)
        if let checksum = declared.checksum { #expect(checksum == computed.checksum) }
        if let digest = declared.digest { #expect(digest == computed.digest) }
    }

    @Test("Some stores declare a checksum and a digest")
    func declared() throws {
        let declared = try Corpus.withCache.compactMap {
            try ModelFile.read(path: $0.store).declaredHashes
        }
        #expect(declared.contains { $0.checksum != nil })
        #expect(declared.contains { $0.digest != nil })
    }

    @Test(
        "Hashes and checksum of a compiled model equal its VersionInfo.plist and its source",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func compiled() throws {
        let folder = try Corpus.entry("cartkit").folder
        let compiled = try ModelFile.read(path: folder + "/CartStorage.momd")
        #expect(compiled.origin.kind == .compiled)
        #expect(compiled.origin.version == "CartStorage")
        #expect(compiled.warnings == [])
        let hashes = compiled.model.versionHashes
        let declared = try #require(compiled.declaredHashes)
        #expect(declared.hashes == hashes)
        #expect(declared.checksum == hashes.checksum)
        let source = try ModelFile.read(path: folder + "/CartStorage.xcdatamodel")
        #expect(source.model.versionHashes == hashes)
    }

    @Test("A store without a model cache reports it")
    func noCache() throws {
        let old = try #require(try Corpus.all.first { try !$0.facts().model_cache })
        #expect(throws: ModelError(.noModel("the store has no model cache"), path: old.store)) {
            try ModelFile.read(path: old.store)
        }
    }

    private func expectHashes(of model: ManagedObjectModel, equal entry: Corpus.Entry) throws {
        let facts = try entry.facts()
        let hashes = model.versionHashes
        #expect(hashes.entityNames == facts.entity_hashes.keys.sortedInBinaryOrder())
        for name in hashes.entityNames {
            #expect(hashes.hexadecimal(name) == facts.entity_hashes[name], "\(name)")
        }
    }
}

extension Corpus {
    /// The stores whose exact model source is available.
    static let withSource = all.filter { $0.modelXML != nil }
    /// The stores with a model cache.
    static let withCache = all.filter { (try? $0.facts().model_cache) == true }
}
