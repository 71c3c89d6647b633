import ObjectModel

/// How a merge begins with SwiftData.
extension SeedChangesCode {
    /// SwiftData's contexts know no keys: Core Data merges before the container is made.
    var swiftDataEntrance: String {
        let isNew = generator.model.entities.contains { $0.superentityName != nil }
        let availability =
            isNew ? "    @available(iOS 26, macOS 26, tvOS 26, watchOS 26, visionOS 26, *)\n" : ""
        let types = generator.classNames.map { "                \($0).self," }.joined(separator: "\n")
        return """
            nonisolated extension SeedStore {
                /// Applies the changes of editions to a store that no container has open, see
                /// ``merge(changes:into:preferring:)``, and saves it after each.
                @discardableResult
            \(availability)    public static func merge(
                    changes files: [Foundation.URL], intoStoreAt store: Foundation.URL, preferring side: Side = .user
                ) throws -> [Conflict] {
                    let types: [any SwiftData.PersistentModel.Type] = [
            \(types)
                    ]
                    guard let model = CoreData.NSManagedObjectModel.makeManagedObjectModel(for: types) else {
                        throw MergeError.otherModel
                    }
                    let coordinator = CoreData.NSPersistentStoreCoordinator(managedObjectModel: model)
                    let opened = try coordinator.addPersistentStore(
                        ofType: CoreData.NSSQLiteStoreType, configurationName: nil, at: store,
                        options: [
                            CoreData.NSPersistentHistoryTrackingKey: Foundation.NSNumber(value: true)
                        ])
                    defer { try? coordinator.remove(opened) }
                    let context = CoreData.NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
                    context.persistentStoreCoordinator = coordinator
                    return try context.performAndWait {
                        try merge(changes: files, into: context, preferring: side)
                    }
                }

                /// Applies the changes of one edition, all or nothing.
                @discardableResult
            \(availability)    public static func merge(
                    changes file: Foundation.URL, intoStoreAt store: Foundation.URL, preferring side: Side = .user
                ) throws -> [Conflict] {
                    try merge(changes: [file], intoStoreAt: store, preferring: side)
                }
            }
            """
    }
}
