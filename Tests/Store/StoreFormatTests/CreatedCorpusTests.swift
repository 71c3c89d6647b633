import Foundation
import ObjectModel
import SQLite
import TestSupport
import Testing

@testable import StoreFormat

@Suite("A store created from the model of a real one")
struct CreatedCorpusTests {
    typealias Source = CorpusSchemaTests.Source

    /// The real store and the created one.
    struct Pair {
        let folder: TestFolder
        let real: Connection
        let created: Connection
        let path: String
        let model: ManagedObjectModel
        let isFresh: Bool
        let omissions: [ModelArchiveError]

        init(_ source: Source) throws {
            folder = try TestFolder()
            path = folder.path + "/store.sqlite"
            model = try source.model()
            isFresh = try source.schema().isFresh
            real = try Connection.reading(path: source.entry.store)
            let hasHistory = try real.integer(
                "SELECT count(*) FROM sqlite_schema WHERE name = 'ACHANGE'")
            let creator = try StoreCreator(
                model: model, framework: source.entry.facts().framework_version,
                hasHistory: hasHistory == 1,
                reference: StoreInspection(path: source.entry.store).schemaObjects)
            omissions = creator.modelCacheOmissions
            try creator.create(at: path)
            created = try Connection(path: path, mode: .readOnly)
        }
    }

    @Test("It has the original's schema", arguments: CorpusSchemaTests.sources)
    func schema(source: Source) throws {
        let pair = try Pair(source)
        guard pair.isFresh else { try Test.cancel("a migration changed the schema of \(source)") }
        let query = "SELECT name, sql FROM sqlite_schema WHERE sql NOT NULL ORDER BY name"
        func texts(_ store: Connection) throws -> [String] {
            try store.rows(query) { ($0.text(at: 0) ?? "", $0.text(at: 1) ?? "") }
                .filter { !CorpusSchema.isApps($0.0) }.map(\.1)
        }
        #expect(try texts(pair.created) == texts(pair.real))
    }

    @Test("It has the original's numbers in Z_PRIMARYKEY", arguments: CorpusSchemaTests.sources)
    func primaryKeys(source: Source) throws {
        let pair = try Pair(source)
        let query = "SELECT Z_ENT, Z_SUPER, Z_NAME FROM Z_PRIMARYKEY WHERE Z_ENT < 16000 ORDER BY 1"
        func rows(_ store: Connection) throws -> [(numbers: [Int64], name: String)] {
            try store.rows(query) { row in
                ([row.integer(at: 0), row.integer(at: 1)], row.text(at: 2) ?? "")
            }
        }
        let created = try rows(pair.created)
        let real = try rows(pair.real)
        #expect(created.map(\.numbers) == real.map(\.numbers))
        for (one, other) in zip(created, real) where one.name != other.name {
            // A migration may keep the former name of an entity (docs/internals/format.md#migrated-stores).
            #expect(pair.model.entity(named: one.name)?.renamingIdentifier == other.name)
        }
        #expect(try pair.created.integer("SELECT max(Z_MAX) FROM Z_PRIMARYKEY") == 0)
    }

    @Test("It has the original's metadata, except for the app's own", arguments: CorpusSchemaTests.sources)
    func metadata(source: Source) throws {
        let pair = try Pair(source)
        let real = try StoreMetadata.read(from: pair.real)
        let created = try StoreMetadata.read(from: pair.created)
        #expect(created.versionHashes == real.versionHashes)
        let ownKeys = Set(real.entries.keys).filter {
            $0.hasPrefix("NS") || $0.hasPrefix("_NS")
        }
        for key in ownKeys.union(created.entries.keys).sorted() {
            #expect(created.entries[key] == real.entries[key], "\(key)")
        }
    }

    @Test("It reads back as the model that it was created from", arguments: CorpusSchemaTests.sources)
    func modelCache(source: Source) throws {
        let pair = try Pair(source)
        guard try source.entry.facts().framework_version >= 637 else {
            try Test.cancel("\(source) is of a system without model caches of this form")
        }
        let again = try ModelFile.read(path: pair.path)
        if pair.omissions.isEmpty { #expect(again.model == pair.model) }
        // A default value of the app's own class has no plain form. It changes no hash.
        for omission in pair.omissions {
            guard case .objectWithoutPlainForm = omission.problem else {
                Issue.record("\(source): \(omission)")
                continue
            }
        }
        #expect(again.model.versionHashes == pair.model.versionHashes)
        #expect(again.declaredHashes?.hashes == pair.model.versionHashes)
    }

    @Test(
        "lint.py accepts it",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: CorpusSchemaTests.sources)
    func lint(source: Source) throws {
        let pair = try Pair(source)
        var arguments = [Corpus.formatFolder + "/lint.py", pair.path]
        if source.kind == "XML" { arguments += ["--model", source.path + "/contents"] }
        let result = try run("python3", arguments)
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }

    @Test(
        "It is the same from a model's source and from the compiled model",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func compiledModel() throws {
        let folder = try Corpus.entry("cartkit").folder
        let source = try ModelFile.read(path: folder + "/CartStorage.xcdatamodel")
        let compiled = try ModelFile.read(path: folder + "/CartStorage.momd")
        let one = try StoreCreator(model: source.model)
        let other = try StoreCreator(model: compiled.model)
        #expect(one.statements.objects == other.statements.objects)
        #expect(one.metadata == other.metadata)
        #expect(one.metadata.versionHashes == compiled.declaredHashes?.hashes)
    }
}
