import CommandSupport
import Foundation
import ObjectModel
import SQLite
import StoreFormat
import TestSupport
import Testing

@Suite("zseed hash")
struct HashTests {
    /// Returns the expected output for these hashes.
    private static func text(_ hashes: VersionHashes) -> [String] {
        hashes.entityNames.map { "\($0)\t\(hashes.hexadecimal($0) ?? "")" }
            + ["checksum\t\(hashes.checksum)", "digest\t\(hashes.digest)"]
    }

    @Test(
        "The hashes are those of the oracle, line for line",
        .enabled(if: Corpus.isPresent && FormatLint.isPresent, Corpus.absence),
        arguments: ModelSource.all)
    func oracle(source: ModelSource) throws {
        let result = try Zseed.run(["hash", source.path])
        let oracle = try FormatOracle.run("hashes.py", source.file)
        #expect(oracle.status == 0)
        #expect(result.output == oracle.output)
        #expect(result.errors == "")
        #expect(result.status == 0)
    }

    @Test(
        "Every real store's hashes, checksum and digest are printed",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func stores(entry: Corpus.Entry) throws {
        let facts = try entry.facts()
        let result = try Zseed.run(["hash", entry.store])
        let entities = result.lines.dropLast(2).map { $0.split(separator: "\t").map(String.init) }
        let printed = Dictionary(
            entities.map { ($0[0], $0[1]) }, uniquingKeysWith: { first, _ in first })
        #expect(printed == facts.entity_hashes)
        #expect(
            entities.map { $0[0] }
                == facts.entity_hashes.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
        let metadata = try StoreMetadata.read(from: Connection.reading(path: entry.store))
        if let checksum = metadata.versionChecksum {
            #expect(result.lines.contains("checksum\t\(checksum)"))
        }
        if let digest = metadata.versionHashesDigest {
            #expect(result.lines.contains("digest\t\(digest)"))
        }
        let warning =
            "\(entry.store): warning: the store contains no model: these are the hashes in its metadata\n"
        #expect(result.errors == (facts.model_cache ? "" : warning))
        #expect(result.status == 0)
    }

    @Test(
        "The hashes of a model's source are printed",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: ModelSource.pairs)
    func sources(source: ModelSource) throws {
        let result = try Zseed.run(["hash", source.path])
        #expect(result.output == (try Zseed.run(["hash", source.entry.store])).output)
    }

    @Test(
        "The hashes are those that VersionInfo.plist declares",
        .enabled(if: Corpus.isPresent, Corpus.absence),
        arguments: ModelSource.all.filter { $0.kind == .compiled })
    func compiled(source: ModelSource) throws {
        let plist = try PropertyList(bytes: Array(bytes(of: source.path + "/VersionInfo.plist")))
        let version = try #require(plist["NSManagedObjectModel_CurrentVersionName"]?.string)
        let hashes = try #require(
            VersionHashes(plist["NSManagedObjectModel_VersionHashes"]?[version]))
        let result = try Zseed.run(["hash", source.path])
        #expect(result.lines == Self.text(hashes))
        #expect(
            plist["NSManagedObjectModel_VersionChecksums"]?[version]?.string.map {
                result.lines.contains("checksum\t\($0)")
            } != false)
        #expect(try Zseed.run(["hash", source.path, "--model-version", version]).output == result.output)
    }

    @Test("A store whose metadata has other hashes than its model is a warning")
    func declaredHashesDiffer() throws {
        let shop = try Shop()
        let path = shop.path + "/reference.sqlite"
        let honest = try Zseed.run("hash", "reference.sqlite", in: shop.path)
        #expect(honest.errors == "")
        try rewrite(path) { entries in
            guard case .dictionary(var hashes)? = entries["NSStoreModelVersionHashes"] else {
                return
            }
            hashes["Item"] = .data([UInt8](repeating: 7, count: 32))
            hashes["Ghost"] = hashes["Unit"]
            hashes["Label"] = nil
            entries["NSStoreModelVersionHashes"] = .dictionary(hashes)
        }
        let result = try Zseed.run("hash", "reference.sqlite", in: shop.path)
        #expect(result.output == honest.output)
        #expect(
            result.errors == """
                reference.sqlite: warning: Item: the version hash in the file differs from that of its model
                reference.sqlite: warning: the file declares version hashes of other entities: \
                +Ghost -Label

                """)
        #expect(result.status == 0)
    }

    @Test("A difference in only the checksum or the digest is a warning")
    func declaredSumsDiffer() throws {
        let shop = try Shop()
        try rewrite(shop.path + "/reference.sqlite") { entries in
            entries["NSStoreModelVersionChecksumKey"] = .string("no checksum")
            entries["NSStoreModelVersionHashesDigest"] = .string("no digest")
        }
        let result = try Zseed.run("hash", "reference.sqlite", in: shop.path)
        #expect(
            result.errors == """
                reference.sqlite: warning: the file declares another checksum: no checksum
                reference.sqlite: warning: the file declares another digest: no digest

                """)
    }

    @Test("A derived attribute whose hash no real store confirms is a warning")
    func unsampledDerivation() throws {
        let folder = try TestFolder()
        try folder.writeModel(
            """
            <entity name="E"><attribute name="changed" optional="YES" attributeType="Date"
            derived="YES" derivationExpression="now()"/></entity>
            """, as: "M.xcdatamodel")
        let result = try Zseed.run("hash", "M.xcdatamodel", in: folder.path)
        #expect(
            result.errors == """
                M.xcdatamodel: warning: E.changed: the version hash of such a derived attribute is unverified; compare it with the app's

                """)
        #expect(result.status == 0)
    }

    /// Changes the metadata of a store.
    private func rewrite(
        _ path: String, _ change: (inout [String: PropertyList]) -> Void
    ) throws {
        let store = try Connection(path: path, mode: .readWrite)
        var metadata = try StoreMetadata.read(from: store)
        change(&metadata.entries)
        try store.execute("UPDATE Z_METADATA SET Z_PLIST = \(metadata.propertyList.sqlBlobLiteral)")
    }
}
