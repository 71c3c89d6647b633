import ObjectModel
import SQLite
import StoreFormat
import SwiftDataSource
import TestSupport
import Testing

@Suite(
    "Swift source for real stores",
    .enabled(if: FactsSource.isPresent, Corpus.absence))
struct FactsSourceTests {
    private func read(_ source: FactsSource) throws -> (file: ModelFile, folder: TestFolder) {
        let folder = try TestFolder()
        try source.write(to: folder)
        return (try SwiftModelReader.read(path: folder.path + "/App", choice: .current), folder)
    }

    @Test("It has every version hash of the store", arguments: FactsSource.all)
    func hashes(source: FactsSource) throws {
        let (file, folder) = try read(source)
        withExtendedLifetime(folder) {
            let hashes = file.model.versionHashes
            #expect(hashes.entityNames.sorted() == source.expected.keys.sorted())
            for (entity, hash) in source.expected {
                #expect(hashes.hexadecimal(entity) == hash, "\(entity)")
            }
            #expect(file.model.versionIdentifiers == source.versionIdentifiers)
        }
    }

    @Test("It has the schema of the store", arguments: FactsSource.all)
    func schema(source: FactsSource) throws {
        let (file, folder) = try read(source)
        let entry = try Corpus.entry(source.storeName)
        let store = try StoreInspection(path: entry.store)
        let creator = try StoreCreator(
            model: file.model, framework: entry.facts().framework_version, hasHistory: true,
            reference: store.schemaObjects)
        let real = Set(store.schemaObjects.map(\.sql))
        let created = Set(creator.statements.objects.map(\.sql))
        #expect(created.subtracting(real).sorted() == [])
        #expect(real.subtracting(created).sorted() == [])
        withExtendedLifetime(folder) {}
    }

    @Test("It is the model of the store, except for parts that a launch decides", arguments: FactsSource.all)
    func model(source: FactsSource) throws {
        let (file, folder) = try read(source)
        let real = try ModelFile.read(path: Corpus.entry(source.storeName).store).model
        for entity in real.entities {
            let own = try #require(file.model.entity(named: entity.name))
            #expect(
                own.uniquenessConstraints.sorted { "\($0)" < "\($1)" }
                    == entity.uniquenessConstraints.sorted { "\($0)" < "\($1)" })
            #expect(own.compoundIndexes == entity.compoundIndexes)
            #expect(own.fetchIndexes == entity.fetchIndexes)
            #expect(own.ownRelationships == entity.ownRelationships, "\(entity.name)")
            for (one, other) in zip(own.ownAttributes, entity.ownAttributes) {
                #expect(one.traits == other.traits)
                #expect(one.type == other.type)
                #expect(one.elements == other.elements, "\(entity.name).\(one.name)")
                #expect(one.valueTransformerName == other.valueTransformerName)
                if let value = one.defaultValue {
                    #expect(value == other.defaultValue, "\(entity.name).\(one.name)")
                }
            }
        }
        withExtendedLifetime(folder) {}
    }
}
