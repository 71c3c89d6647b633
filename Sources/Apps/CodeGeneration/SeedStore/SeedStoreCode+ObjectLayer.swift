/// The code that opens and merges a store through the object layer.
extension SeedStoreCode {
    var objectLayer: String {
        let entries = generator.model.entities.map { entity in
            "        \(SwiftName.literal(entity.name)): "
                + "\(generator.classes.name(of: entity.name)).self,"
        }
        let list = entries.isEmpty ? "[:]" : "[\n" + entries.joined(separator: "\n") + "\n    ]"
        return """
            nonisolated extension SeedStore {
                /// The classes of the model's entities.
                public static let objectClasses: [Swift.String: ObjectLayer.ManagedObject.Type] = \(list)

                /// Opens a store of the model with its classes.
                public static func open(
                    path: Swift.String, access: ObjectLayer.PersistentStoreCoordinator.Access = .readOnly
                ) throws -> ObjectLayer.PersistentStoreCoordinator {
                    try ObjectLayer.PersistentStoreCoordinator(
                        path: path, access: access, objectClasses: objectClasses)
                }

                /// Merges the changes of editions into a context of the user's store, and saves after each.
                @discardableResult
                public static func merge(
                    changes files: [Foundation.URL], into context: ObjectLayer.ManagedObjectContext,
                    preferring side: SeedMerge.Side = .user
                ) throws -> [SeedMerge.Conflict] {
                    try SeedMerge.merge(changes: files, into: context, preferring: side)
                }

                /// A store for one preview or one test, with what a seed has.
                public final class Seeded: Swift.Sendable {
                    /// The store; it is removed with this object.
                    public let coordinator: ObjectLayer.PersistentStoreCoordinator
                    /// The file.
                    public let copy: TemporaryCopy

                    fileprivate init(_ seed: Foundation.URL) throws {
                        copy = try TemporaryCopy(of: seed)
                        coordinator = try open(path: copy.store.path, access: .readWrite)
                    }
                }

                /// Opens a copy of a seed that exists as long as the returned value.
                public static func seeded(from seed: Foundation.URL) throws -> Seeded {
                    try Seeded(seed)
                }
            }
            """
    }
}
