/// The code that opens a store through SwiftData.
extension SeedStoreCode {
    var swiftData: String {
        let types = generator.classNames.map { "            \($0).self," }.joined(separator: "\n")
        let isNew = generator.model.entities.contains { $0.superentityName != nil }
        let availability =
            isNew ? "    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)\n" : ""
        return """
            nonisolated extension SeedStore {
                /// A container whose store is the installed seed.
                ///
                /// - Parameters:
                ///   - seed: the name of the seed in the bundle, without `.sqlite`, see ``seed(named:in:languages:)``.
                ///   - version: the version of the seed, see
                ///     ``install(seed:version:at:isBackedUp:protection:waitingAtMost:)``.
                ///   - configuration: the app's own, with what it says of CloudKit and of an App Group. Its `url` is
                ///     where the seed is installed.
                ///   - plan: the app's migration plan; nil where it has none.
                ///   - former: where older versions of the app kept the store, which is moved from there.
            \(availability)    public static func container(
                    seed: Swift.String, version: Swift.String, configuration: SwiftData.ModelConfiguration,
                    migrationPlan plan: (any SwiftData.SchemaMigrationPlan.Type)?,
                    movingFrom former: Foundation.URL? = nil, bundle: Foundation.Bundle = .main
                ) throws -> SwiftData.ModelContainer {
                    if let former, former != configuration.url { try move(from: former, to: configuration.url) }
                    try install(
                        seed: self.seed(named: seed, in: bundle), version: version, at: configuration.url)
                    return try SwiftData.ModelContainer(
                        for: configuration.schema ?? schema, migrationPlan: plan,
                        configurations: [configuration])
                }

                /// A container with the user's own store, and read-only beside it the seed, right out of
                /// the bundle: nothing of the seed is copied, backed up or mirrored.
                ///
                /// There are no relationships from the models of the one to those of the other.
                ///
                /// - Parameters:
                ///   - seed: the name of the seed in the bundle, without `.sqlite`.
                ///   - seeded: the models whose objects are in the seed.
                ///   - own: the models whose objects are the user's.
                ///   - configuration: the app's own for the user's store, with the schema of these models, and with what
                ///     it says of CloudKit.
                ///   - plan: the app's migration plan; nil where it has none.
            \(availability)    public static func container(
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

                /// A container for one preview, one test or one screenshot: its store is a copy of a seed,
                /// which is removed with it, and nothing of it is mirrored.
            \(availability)    public static func seeded(
                    from seed: Foundation.URL
                ) throws -> SwiftData.ModelContainer {
                    let copy = try TemporaryCopy(of: seed)
                    let container = try SwiftData.ModelContainer(
                        for: schema,
                        configurations: [
                            SwiftData.ModelConfiguration(url: copy.store, cloudKitDatabase: .none)
                        ])
                    // The copy goes with the container.
                    ObjectiveC.objc_setAssociatedObject(
                        container, copyKey, copy, .OBJC_ASSOCIATION_RETAIN)
                    return container
                }

                /// An address that nothing else has.
                private nonisolated(unsafe) static let copyKey = Swift.UnsafeRawPointer(
                    Swift.UnsafeMutablePointer<Swift.UInt8>.allocate(capacity: 1))

            \(availability)    private static var schema: SwiftData.Schema {
                    SwiftData.Schema([
            \(types)
                    ])
                }
            }
            """
    }
}
