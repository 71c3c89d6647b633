/// The code that opens and merges a store through Core Data.
extension SeedStoreCode {
    var coreData: String {
        """
        nonisolated extension SeedStore {
            /// A container whose store is the installed seed.
            ///
            /// - Parameters:
            ///   - seed: the name of the seed in the bundle, without `.sqlite`.
            ///   - version: the version of the seed; a new one replaces the store.
            ///   - appGroup: the App Group in whose folder the store is kept; nil for the app's own folder.
            public static func container(
                seed: Swift.String, version: Swift.String, appGroup: Swift.String? = nil,
                bundle: Foundation.Bundle = .main
            ) throws -> CoreData.NSPersistentContainer {
                let container = CoreData.NSPersistentContainer(name: \(SwiftName.literal(generator.name)))
                try load(container, seed: seed, version: version, appGroup: appGroup, bundle: bundle)
                return container
            }

            /// A container for one preview, one test or one screenshot: its store is a copy of a seed.
            public static func seeded(from seed: Foundation.URL) throws -> CoreData.NSPersistentContainer {
                try seeded(from: seed, model: model)
            }

            /// Merges the changes of editions into a context of the user's store, and saves after each.
            @discardableResult
            public static func merge(
                changes files: [Foundation.URL], into context: CoreData.NSManagedObjectContext,
                preferring side: SeedMerge.Side = .user
            ) throws -> [SeedMerge.Conflict] {
                try merge(changes: files, into: context, schema: schema, preferring: side)
            }

            /// The model, once for all containers: two of them would claim the same classes.
            private nonisolated(unsafe) static let model = CoreData.NSPersistentContainer(
                name: \(SwiftName.literal(generator.name))
            ).managedObjectModel

        \(schema)
        }
        """
    }
}
