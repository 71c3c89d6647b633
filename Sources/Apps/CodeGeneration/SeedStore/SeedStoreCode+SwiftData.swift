/// The code that opens and merges a store through SwiftData.
extension SeedStoreCode {
    var swiftData: String {
        let types = generator.classNames.map { "            \($0).self," }.joined(separator: "\n")
        let availability =
            generator.inheritanceAvailability
            ?? "@available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *)"
        return """
            \(availability)
            nonisolated extension SeedStore {
                /// The models.
                public static var models: [any SwiftData.PersistentModel.Type] {
                    [
            \(types)
                    ]
                }

                /// A container whose store is the installed seed.
                ///
                /// - Parameters:
                ///   - seed: the name of the seed in the bundle, without `.sqlite`.
                ///   - version: the version of the seed; a new one replaces the store.
                ///   - configuration: the app's own; the seed is installed at its `url`.
                ///   - plan: the app's migration plan; nil where it has none.
                ///   - former: where older versions of the app kept the store.
                public static func container(
                    seed: Swift.String, version: Swift.String, configuration: SwiftData.ModelConfiguration,
                    migrationPlan plan: (any SwiftData.SchemaMigrationPlan.Type)?,
                    movingFrom former: Foundation.URL? = nil, bundle: Foundation.Bundle = .main
                ) throws -> SwiftData.ModelContainer {
                    try container(
                        for: configuration.schema ?? SwiftData.Schema(models), seed: seed, version: version,
                        configuration: configuration, migrationPlan: plan, movingFrom: former, bundle: bundle)
                }

                /// A container for one preview, one test or one screenshot: its store is a copy of a seed.
                public static func seeded(from seed: Foundation.URL) throws -> SwiftData.ModelContainer {
                    try seeded(from: seed, schema: SwiftData.Schema(models))
                }

                /// Merges the changes of editions into a store that no container has open, and saves after each.
                @discardableResult
                public static func merge(
                    changes files: [Foundation.URL], intoStoreAt store: Foundation.URL,
                    preferring side: SeedMerge.Side = .user
                ) throws -> [SeedMerge.Conflict] {
                    try merge(
                        changes: files, intoStoreAt: store, of: models, schema: schema, preferring: side)
                }

            \(schema)
            }
            """
    }
}
