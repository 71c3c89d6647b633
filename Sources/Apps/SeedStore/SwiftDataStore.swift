#if canImport(SwiftData)
    import CoreData
    import Foundation
    import ObjectiveC
    import SwiftData

    #if canImport(MergeRules)
        import MergeRules
    #endif

    @available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)
    nonisolated extension SeedStore {
        /// Creates a container whose store is the installed seed.
        ///
        /// - Parameters:
        ///   - schema: the app's models.
        ///   - seed: the name of the seed in the bundle, without `.sqlite` (see ``seed(named:in:languages:)``).
        ///   - version: the version of the seed (see
        ///     ``install(seed:version:at:isBackedUp:protection:waitingAtMost:)``).
        ///   - configuration: the app's own configuration, including its choice of CloudKit and of an App Group. The
        ///     seed is installed at its `url`.
        ///   - plan: the app's migration plan; nil if it has none.
        ///   - former: the URL where older versions of the app kept the store. The store is moved from there.
        public static func container(
            for schema: SwiftData.Schema, seed: Swift.String, version: Swift.String,
            configuration: SwiftData.ModelConfiguration,
            migrationPlan plan: (any SwiftData.SchemaMigrationPlan.Type)?,
            movingFrom former: Foundation.URL? = nil, bundle: Foundation.Bundle = .main
        ) throws -> SwiftData.ModelContainer {
            if let former, former != configuration.url { try move(from: former, to: configuration.url) }
            try install(
                seed: self.seed(named: seed, in: bundle), version: version, at: configuration.url)
            return try SwiftData.ModelContainer(
                for: schema, migrationPlan: plan, configurations: [configuration])
        }

        /// Creates a container with the user's own store, and with the seed as a second, read-only store directly from
        /// the bundle. The seed is neither copied, backed up nor mirrored.
        ///
        /// There must be no relationships between the models of the two stores.
        ///
        /// - Parameters:
        ///   - seed: the name of the seed in the bundle, without `.sqlite`.
        ///   - seeded: the models whose objects are in the seed.
        ///   - own: the models whose objects are the user's.
        ///   - configuration: the app's own configuration for the user's store, with the schema of the user's models.
        ///   - plan: the app's migration plan; nil if it has none.
        public static func container(
            beside seed: Swift.String, of seeded: [any SwiftData.PersistentModel.Type],
            own: [any SwiftData.PersistentModel.Type], configuration: SwiftData.ModelConfiguration,
            migrationPlan plan: (any SwiftData.SchemaMigrationPlan.Type)?,
            bundle: Foundation.Bundle = .main
        ) throws -> SwiftData.ModelContainer {
            let reference = SwiftData.ModelConfiguration(
                "Seed", schema: SwiftData.Schema(seeded), url: try self.seed(named: seed, in: bundle),
                allowsSave: false, cloudKitDatabase: .none)
            return try SwiftData.ModelContainer(
                for: SwiftData.Schema(seeded + own), migrationPlan: plan,
                configurations: [reference, configuration])
        }

        /// Creates a container for one preview, one test or one screenshot. Its store is a copy of a seed, which is
        /// removed with the container. Nothing is mirrored.
        public static func seeded(
            from seed: Foundation.URL, schema: SwiftData.Schema
        ) throws -> SwiftData.ModelContainer {
            let copy = try TemporaryCopy(of: seed)
            let container = try SwiftData.ModelContainer(
                for: schema, migrationPlan: nil,
                configurations: [SwiftData.ModelConfiguration(url: copy.store, cloudKitDatabase: .none)])
            // The copy is removed with the container.
            ObjectiveC.objc_setAssociatedObject(container, copyKey, copy, .OBJC_ASSOCIATION_RETAIN)
            return container
        }

        /// A unique address.
        private nonisolated(unsafe) static let copyKey = Swift.UnsafeRawPointer(
            Swift.UnsafeMutablePointer<Swift.UInt8>.allocate(capacity: 1))

        /// Merges the changes of editions into a store that no container has open, and saves after each. Call this
        /// method before the container is created. It uses Core Data, because SwiftData's contexts have no primary
        /// keys.
        ///
        /// - Parameters:
        ///   - files: the files that `zseed diff OLD NEW --changes FILE` wrote, in any order.
        ///   - store: the user's store.
        ///   - types: the app's models.
        ///   - schema: the schema that `zseed codegen` writes for the model.
        ///   - side: the side whose value is kept if both changed the same value.
        /// - Returns: the conflicts.
        @discardableResult
        public static func merge(
            changes files: [Foundation.URL], intoStoreAt store: Foundation.URL,
            of types: [any SwiftData.PersistentModel.Type], schema: SeedMerge.Schema,
            preferring side: SeedMerge.Side = .user
        ) throws -> [SeedMerge.Conflict] {
            guard let model = CoreData.NSManagedObjectModel.makeManagedObjectModel(for: types) else {
                throw SeedMerge.MergeError.otherModel
            }
            let coordinator = CoreData.NSPersistentStoreCoordinator(managedObjectModel: model)
            let opened = try coordinator.addPersistentStore(
                ofType: CoreData.NSSQLiteStoreType, configurationName: nil, at: store,
                options: [CoreData.NSPersistentHistoryTrackingKey: Foundation.NSNumber(value: true)])
            defer { try? coordinator.remove(opened) }
            let context = CoreData.NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            return try context.performAndWait {
                try merge(changes: files, into: context, schema: schema, preferring: side)
            }
        }
    }
#endif
