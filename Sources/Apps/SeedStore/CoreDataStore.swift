#if canImport(CoreData)
    import CoreData
    import Foundation

    nonisolated extension SeedStore {
        /// Loads a container whose store is the installed seed. The container may mirror its store through CloudKit.
        /// Its stores must not be loaded yet.
        ///
        /// - Parameters:
        ///   - container: the app's container.
        ///   - seed: the name of the seed in the bundle, without `.sqlite` (see ``seed(named:in:languages:)``).
        ///   - version: the version of the seed (see
        ///     ``install(seed:version:at:isBackedUp:protection:waitingAtMost:)``).
        ///   - appGroup: the App Group in whose folder the store is kept; nil for the app's own folder. A store in the
        ///     app's own folder, where older versions of the app kept it, is moved to the App Group.
        public static func load(
            _ container: CoreData.NSPersistentContainer, seed: Swift.String, version: Swift.String,
            appGroup: Swift.String? = nil, bundle: Foundation.Bundle = .main
        ) throws {
            if let description = container.persistentStoreDescriptions.first,
                let own = description.url
            {
                keepHistory(of: description)
                let store = try place(of: own, inGroup: appGroup)
                if store != own { try move(from: own, to: store) }
                try install(seed: self.seed(named: seed, in: bundle), version: version, at: store)
                description.url = store
            }
            try load(container)
        }

        /// Loads a container's own store, and the seed as a second, read-only store directly from the bundle. The seed
        /// is neither copied nor backed up.
        ///
        /// Both configurations must be in the model, without relationships from one to the other.
        ///
        /// - Parameters:
        ///   - container: a container whose stores are not loaded yet. It may mirror the own store through CloudKit.
        ///   - seed: the name of the seed in the bundle, without `.sqlite`.
        ///   - seedConfiguration: the configuration with the entities of the seed.
        ///   - userConfiguration: the configuration with the entities of the user.
        public static func load(
            _ container: CoreData.NSPersistentContainer, beside seed: Swift.String,
            seedConfiguration: Swift.String, userConfiguration: Swift.String,
            bundle: Foundation.Bundle = .main
        ) throws {
            let description = CoreData.NSPersistentStoreDescription(
                url: try self.seed(named: seed, in: bundle))
            description.configuration = seedConfiguration
            description.isReadOnly = true
            description.shouldMigrateStoreAutomatically = false
            // SQLite cannot create a `-wal` file in a bundle.
            description.setOption(
                ["journal_mode": "DELETE"] as Foundation.NSDictionary,
                forKey: CoreData.NSSQLitePragmasOption)
            container.persistentStoreDescriptions.first?.configuration = userConfiguration
            container.persistentStoreDescriptions.first.map(keepHistory)
            container.persistentStoreDescriptions.append(description)
            try load(container)
        }

        /// Creates a container for one preview, one test or one screenshot. Its store is a copy of a seed, which is
        /// removed with the container.
        ///
        /// - Parameter model: the app's model. Pass the same object for all containers: two models would claim the same
        ///   classes.
        public static func seeded(
            from seed: Foundation.URL, model: CoreData.NSManagedObjectModel
        ) throws -> CoreData.NSPersistentContainer {
            let copy = try TemporaryCopy(of: seed)
            let container = SeededContainer(
                name: "Seeded", managedObjectModel: model)
            container.copy = copy
            let description = CoreData.NSPersistentStoreDescription(url: copy.store)
            keepHistory(of: description)
            container.persistentStoreDescriptions = [description]
            try load(container)
            return container
        }

        /// A container that keeps its copy alive.
        private final class SeededContainer: CoreData.NSPersistentContainer, @unchecked Swift.Sendable {
            var copy: TemporaryCopy?
        }

        private static func load(_ container: CoreData.NSPersistentContainer) throws {
            var failure: (any Swift.Error)?
            container.loadPersistentStores { _, error in failure = failure ?? error }
            if let failure { throw failure }
        }

        /// Without this option, a store with a history can be opened only for reading. An app's own choice is kept.
        private static func keepHistory(of description: CoreData.NSPersistentStoreDescription) {
            guard description.options[CoreData.NSPersistentHistoryTrackingKey] == nil else { return }
            description.setOption(
                Foundation.NSNumber(value: true), forKey: CoreData.NSPersistentHistoryTrackingKey)
        }

        static func place(
            of store: Foundation.URL, inGroup group: Swift.String?
        ) throws -> Foundation.URL {
            guard let group else { return store }
            let files = Foundation.FileManager.default
            guard let folder = files.containerURL(forSecurityApplicationGroupIdentifier: group) else {
                throw Foundation.CocoaError(.fileNoSuchFile)
            }
            // SwiftData uses this folder, too. The group's top folder contains other things.
            return folder.appendingPathComponent("Library/Application Support")
                .appendingPathComponent(store.lastPathComponent)
        }
    }
#endif
