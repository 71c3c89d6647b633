import ObjectModel

/// The code by which each framework reads the version hashes of a model, and opens a store.
extension VersionPinsCode {
    /// The object layer migrates nothing, so an opened store has the current version hashes.
    var objectLayer: String {
        let counting = """
                let context = try ObjectLayer.ManagedObjectContext(coordinator)
                for entity in coordinator.managedObjectModel.entities where entity.superentityName == nil {
                    _ = try context.count(for: ObjectLayer.FetchRequest(entityName: entity.name))
                }
            """
        let hashes =
            "file.model.versionHashes.entities.mapValues { Foundation.Data($0).base64EncodedString() }"
        guard let path = pins.modelPath else {
            // Only zseed can read Swift source, so the current model is pinned.
            return """
                static func open(_ store: Foundation.URL) throws {
                    let file = try ObjectModel.ModelFile.read(path: store.path)
                    let hashes = \(hashes)
                    #expect(
                        hashes == pinned(\(SwiftName.literal(pins.current))),
                        "\\(store.lastPathComponent) is of another version of the model")
                    let coordinator = try ObjectLayer.PersistentStoreCoordinator(path: store.path)
                \(counting)
                }
                """
        }
        return """
            /// The model of a version.
            static func file(of version: Swift.String) throws -> ObjectModel.ModelFile {
                let folder = Foundation.URL(fileURLWithPath: #filePath).deletingLastPathComponent()
                let model = folder.appendingPathComponent(\(SwiftName.literal(path)))
                return try ObjectModel.ModelFile.read(
                    path: model.path, version: \(pins.areSeveral ? "version" : "nil"))
            }

            static func hashes(of version: Swift.String) throws -> [Swift.String: Swift.String] {
                let file = try file(of: version)
                return \(hashes)
            }

            static func open(_ store: Foundation.URL) throws {
                let coordinator = try ObjectLayer.PersistentStoreCoordinator(
                    path: store.path, managedObjectModel: file(of: \(SwiftName.literal(pins.current))).model)
            \(counting)
            }
            """
    }

    var coreData: String {
        let name = SwiftName.literal(generator.name)
        let (kind, place) =
            pins.areSeveral
            ? ("momd", "file.appendingPathComponent(\"\\(version).mom\")") : ("mom", "file")
        return """
            /// The model of a version, from whichever bundle has it.
            static func model(of version: Swift.String) throws -> CoreData.NSManagedObjectModel {
                let bundles = Foundation.Bundle.allBundles + Foundation.Bundle.allFrameworks
                let inner = bundles.flatMap { $0.urls(forResourcesWithExtension: "bundle", subdirectory: nil) ?? [] }
                let all = bundles + inner.compactMap { Foundation.Bundle(url: $0) }
                let file = try #require(
                    all.lazy.compactMap { $0.url(forResource: \(name), withExtension: "\(kind)") }.first,
                    "no bundle of the tests has the model")
                return try #require(CoreData.NSManagedObjectModel(contentsOf: \(place)))
            }

            static func hashes(of version: Swift.String) throws -> [Swift.String: Swift.String] {
                try model(of: version).entityVersionHashesByName.mapValues { $0.base64EncodedString() }
            }

            static func open(_ store: Foundation.URL) throws {
                let container = CoreData.NSPersistentContainer(
                    name: \(name), managedObjectModel: try model(of: \(SwiftName.literal(pins.current))))
                let description = CoreData.NSPersistentStoreDescription(url: store)
                // A store with history is read-only without it.
                description.setOption(
                    true as Foundation.NSNumber, forKey: CoreData.NSPersistentHistoryTrackingKey)
                container.persistentStoreDescriptions = [description]
                var failure: (any Swift.Error)?
                container.loadPersistentStores { _, error in failure = failure ?? error }
                if let failure { throw failure }
                for entity in container.managedObjectModel.entities where entity.superentity == nil {
                    guard let name = entity.name else { continue }
                    _ = try container.viewContext.count(
                        for: CoreData.NSFetchRequest<any CoreData.NSFetchRequestResult>(entityName: name))
                }
            }
            """
    }

    var swiftData: String {
        let availability = generator.inheritanceAvailability.map { $0 + "\n" } ?? ""
        func list(of version: VersionPins.Version) -> String {
            guard pins.areSeveral else {
                return "[" + generator.classNames.map { $0 + ".self" }.joined(separator: ", ") + "]"
            }
            return CodeGenerator.path(version.name) + ".models"
        }
        let cases = pins.versions.map {
            "    case \(SwiftName.literal($0.name)): \(list(of: $0))"
        }.joined(separator: "\n")
        let plan = pins.migrationPlan.map { CodeGenerator.path($0) + ".self" } ?? "nil"
        let current = SwiftName.literal(pins.current)
        let schema =
            pins.areSeveral
            ? "SwiftData.Schema(versionedSchema: \(CodeGenerator.path(pins.current)).self)"
            : "SwiftData.Schema(models(of: \(current)))"
        return """
            \(availability)static func models(of version: Swift.String) -> [any SwiftData.PersistentModel.Type] {
                switch version {
            \(cases)
                default: []
                }
            }

            \(availability)static func hashes(of version: Swift.String) throws -> [Swift.String: Swift.String] {
                let model = try #require(
                    CoreData.NSManagedObjectModel.makeManagedObjectModel(for: models(of: version)))
                return model.entityVersionHashesByName.mapValues { $0.base64EncodedString() }
            }

            \(availability)static func open(_ store: Foundation.URL) throws {
                let schema = \(schema)
                let container = try SwiftData.ModelContainer(
                    for: schema, migrationPlan: \(plan),
                    configurations: [
                        SwiftData.ModelConfiguration(schema: schema, url: store, cloudKitDatabase: .none)
                    ])
                let context = SwiftData.ModelContext(container)
                for model in models(of: \(current)) { _ = try count(model, in: context) }
            }

            \(availability)private static func count<Model: SwiftData.PersistentModel>(
                _ model: Model.Type, in context: SwiftData.ModelContext
            ) throws -> Swift.Int {
                try context.fetchCount(SwiftData.FetchDescriptor<Model>())
            }
            """
    }
}
