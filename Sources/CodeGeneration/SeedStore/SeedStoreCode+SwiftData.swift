/// Opening a store through SwiftData.
extension SeedStoreCode {
    var swiftData: String {
        let types = generator.classNames.map { "            \($0).self," }.joined(separator: "\n")
        let isNew = generator.model.entities.contains { $0.superentityName != nil }
        let availability =
            isNew ? "    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)\n" : ""
        return """
            extension SeedStore {
                /// A container whose store is the installed seed.
                ///
                /// - Parameters:
                ///   - seed: the name of the seed in the bundle, without `.store`.
                ///   - version: the version of the seed, see ``install(seed:version:at:isBackedUp:)``.
                ///   - store: where the app keeps its store.
                ///   - appGroup: the App Group in whose folder the store is kept instead; a store that older
                ///     versions of the app have kept at `store` is moved there.
            \(availability)    public static func container(
                    seed: Swift.String, version: Swift.String, at store: Foundation.URL,
                    appGroup: Swift.String? = nil, bundle: Foundation.Bundle = .main
                ) throws -> SwiftData.ModelContainer {
                    let shared = try place(of: store, inGroup: appGroup)
                    if shared != store { try move(from: store, to: shared) }
                    try install(seed: resource(seed, in: bundle), version: version, at: shared)
                    return try SwiftData.ModelContainer(
                        for: schema, configurations: [SwiftData.ModelConfiguration(url: shared)])
                }

                /// A container with the user's own store, and read-only beside it the seed, right out of
                /// the bundle: nothing of the seed is copied, backed up or mirrored.
                ///
                /// There are no relationships from the models of the one to those of the other.
                ///
                /// - Parameters:
                ///   - seed: the name of the seed in the bundle, without `.store`.
                ///   - seeded: the models whose objects are in the seed.
                ///   - own: the models whose objects are the user's.
                ///   - store: where the app keeps the user's store.
            \(availability)    public static func container(
                    beside seed: Swift.String, of seeded: [any SwiftData.PersistentModel.Type],
                    own: [any SwiftData.PersistentModel.Type], at store: Foundation.URL,
                    bundle: Foundation.Bundle = .main
                ) throws -> SwiftData.ModelContainer {
                    let reference = SwiftData.ModelConfiguration(
                        "Seed", schema: SwiftData.Schema(seeded), url: try resource(seed, in: bundle),
                        allowsSave: false, cloudKitDatabase: .none)
                    let user = SwiftData.ModelConfiguration(
                        "User", schema: SwiftData.Schema(own), url: store)
                    return try SwiftData.ModelContainer(
                        for: SwiftData.Schema(seeded + own), configurations: [reference, user])
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

            \(Self.resource(extension: "store"))

            \(Self.place)
            }
            """
    }
}
