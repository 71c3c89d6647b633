import TestSupport
import Testing

@testable import ObjectModel

@Suite("One model in several forms")
struct FormEqualityTests {
    /// Sources that differ from the model that the store was made from, in ways that hashes do not show.
    static let otherSources = [
        // The model cache has two more fetch request templates, and no index on Item.name.
        "grocery-dude",
        // The source gives Post.hexColor a renaming identifier that the model cache lacks.
        "migration-2",
    ]

    @Test(
        "A model's XML equals the model cache of its store, except for what a cache omits",
        arguments: Corpus.withSource.filter { entry in
            (try? entry.facts().model_cache) == true && !otherSources.contains(entry.name)
        })
    func sourceAndCache(entry: Corpus.Entry) throws {
        let cache = try ModelFile.read(path: entry.store).model
        let source = try ModelFile.read(path: try #require(entry.modelXML)).model
        // Compilers before Xcode 9 created no fetch indexes (docs/internals/format.md#indexes).
        let hasIndexes = cache.entities.contains { !$0.fetchIndexes.isEmpty }
        // Many model caches have no class names.
        let hasClassNames = cache.entities.contains { $0.managedObjectClassName != nil }
        let comparable = try source.leavingOut(
            classNames: !hasClassNames, fetchIndexes: !hasIndexes)
        let different = zip(comparable.entities, cache.entities).filter { $0 != $1 }
        #expect(different.map(\.0.name) == [])
        #expect((comparable == cache) == true)
    }

    @Test(
        "A model's XML and the compiled model are equal, class names included",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func sourceAndCompiled() throws {
        let folder = try Corpus.entry("cartkit").folder
        let source = try ModelFile.read(path: folder + "/CartStorage.xcdatamodel").model
        let compiled = try ModelFile.read(path: folder + "/CartStorage.momd").model
        #expect(source == compiled)
        #expect(compiled.entity(named: "CDCart")?.managedObjectClassName == "CDCart")
        #expect(
            compiled.entity(named: "CDCart")?.attribute(named: "minSubtotalAmount")?.defaultValue
                == .decimal("0"))
    }

    @Test(
        "An XML archive gives the same model as the binary one",
        .enabled(if: Corpus.isPresent, Corpus.absence))
    func xmlArchive() throws {
        let path = try Corpus.entry("cartkit").folder + "/CartStorage.momd/CartStorage.mom"
        let folder = try TestFolder()
        let copy = folder.path + "/Copy.mom"
        let script = """
            import plistlib,sys
            with open(sys.argv[1],'rb') as f: p = plistlib.load(f)
            def walk(x):
                if isinstance(x, plistlib.UID): return {'CF$UID': x.data}
                if isinstance(x, dict): return {k: walk(v) for k, v in x.items()}
                if isinstance(x, list): return [walk(v) for v in x]
                return x
            with open(sys.argv[2],'wb') as f: plistlib.dump(walk(p), f)
            """
        let result = try run("python3", ["-c", script, path, copy])
        try #require(result.status == 0, "\(result.errors)")
        #expect(try ModelFile.read(path: copy).model == ModelFile.read(path: path).model)
    }
}

extension ManagedObjectModel {
    /// Returns the model without the parts that a model cache leaves out or an old compiler did not create.
    func leavingOut(classNames: Bool, fetchIndexes: Bool) throws -> ManagedObjectModel {
        try ManagedObjectModel(
            entities: entities.map { entity in
                EntityDescription(
                    name: entity.name, isAbstract: entity.isAbstract,
                    superentityName: entity.superentityName,
                    managedObjectClassName: classNames ? nil : entity.managedObjectClassName,
                    renamingIdentifier: entity.renamingIdentifier,
                    versionHashModifier: entity.versionHashModifier, userInfo: entity.userInfo,
                    ownProperties: entity.ownProperties,
                    uniquenessConstraints: entity.uniquenessConstraints,
                    compoundIndexes: entity.compoundIndexes,
                    fetchIndexes: fetchIndexes ? [] : entity.fetchIndexes)
            },
            versionIdentifiers: versionIdentifiers, configurations: configurations,
            fetchRequestTemplates: fetchRequestTemplates)
    }
}
