import Foundation
import MergeRules
import ObjectModel

extension SeedMerge {
    /// Merges the changes of editions of a seed, one after the other, and saves after each. Changes that the store has
    /// already are left out, so an app can pass all its files at each launch.
    ///
    /// ```swift
    /// let conflicts = try SeedMerge.merge(changes: [to2, to3], into: context)
    /// ```
    ///
    /// - Parameters:
    ///   - files: the files that `zseed diff OLD NEW --changes FILE` wrote, in any order. They must form a chain, in
    ///     which each file starts from the edition that the previous one leads to.
    ///   - context: a context of the user's store only, without changes. If this method throws, roll the context back.
    ///   - side: the side whose value is kept if both changed the same value.
    /// - Returns: the conflicts.
    @discardableResult
    public static func merge(
        changes files: [URL], into context: ManagedObjectContext, preferring side: Side = .user
    ) throws -> [Conflict] {
        try merge(files, into: AppMergeContext(context), preferring: side)
    }

    /// Merges the changes of one edition. Save the context afterwards: the save also records the edition in the store.
    @discardableResult
    public static func merge(
        changes file: URL, into context: ManagedObjectContext, preferring side: Side = .user
    ) throws -> [Conflict] {
        try merge([file], into: AppMergeContext(context), preferring: side, saves: false)
    }
}

/// Merges into a context of an app, with one save at the end.
private final class AppMergeContext: ObjectLayerContext, SeedMerge.AppContext {
    let context: ManagedObjectContext
    let schema: SeedMerge.Schema
    var savesBatches: Bool { false }

    init(_ context: ManagedObjectContext) {
        self.context = context
        schema = SeedMerge.Schema(context.persistentStoreCoordinator.layout)
    }

    func existingObject(_ root: String, _ id: ManagedObjectID) throws -> ManagedObject? {
        guard let object = try? context.existingObject(with: id), !object.isDeleted else { return nil }
        return object
    }

    func holders(
        of values: [(name: String, value: PropertyValue)], _ entity: String, whenSaving: Bool
    ) throws -> [ManagedObject] {
        var request = try FetchRequest(entityName: entity, values)
        var found = try context.fetch(request)
        if whenSaving {
            request.includesPendingChanges = false
            found += try context.fetch(request)
        }
        return found
    }

    func find(_ root: String, primaryKey: Int64) throws -> (id: ManagedObjectID, entity: String)? {
        guard primaryKey > 0, let object = try existingObject(root, id(root, primaryKey: primaryKey)) else {
            return nil
        }
        return (object.objectID, object.objectID.entityName)
    }

    func endBatch() {}

    // MARK: The store

    var modelHashes: [String: Data] {
        context.persistentStoreCoordinator.managedObjectModel.versionHashes.entities.mapValues { Data($0) }
    }

    var storeUUID: String { context.persistentStoreCoordinator.storeUUID }

    func metadata() throws -> [String: PropertyList] { try context.persistentStoreCoordinator.metadata() }

    func entries(of data: Data) throws -> [String: PropertyList] {
        guard let entries = try? PropertyList(bytes: Array(data)).dictionary else {
            throw SeedMerge.MergeError.badChanges(.metadata)
        }
        return entries
    }

    func plist(_ entry: PropertyList) -> SeedMerge.Plist? { SeedMerge.Plist(entry) }
    func entry(_ plist: SeedMerge.Plist) -> PropertyList { PropertyList(plist) }

    func setMetadataWhenSaving(
        _ entries: @escaping (_ primaryKey: (ManagedObjectID) -> Int64?) -> [String: PropertyList?]
    ) {
        context.setMetadataWhenSaving { [context] primaryKey in
            entries { id in (try? context.object(with: id)).flatMap(primaryKey) }
        }
    }

    func save() throws { try context.save() }
    func rollback() { context.rollback() }
}
