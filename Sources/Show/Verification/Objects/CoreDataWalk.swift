import Files
import ObjectModel
import SwiftDataSource

/// The walk of ``ObjectWalkCheck`` with Apple's own Core Data, over all objects, on a copy of the store that is opened
/// without migration. It is available only on Apple's platforms, so no test on Linux runs it.
package enum CoreDataWalk {
    /// The name of the check.
    package static let name = "Core Data walk"
    /// A description of the check in one line.
    package static let purpose =
        "Core Data opens a copy, fires all faults and follows all relationships"
}

#if canImport(CoreData)
    import CoreData
    import Foundation
    import SQLite

    extension CoreDataWalk {
        /// Whether this program can run the walk.
        package static let isAvailable = true

        /// Runs the walk.
        ///
        /// - Throws: `StoreError` or `FileError` if the store cannot be read or copied.
        package static func run(
            path: String, modelPath: String?, modelChoice: ModelChoice
        ) throws -> CheckOutcome {
            let store = try VerifiedStore(
                path: path, modelPath: modelPath, modelChoice: modelChoice)
            let folder = try TemporaryFolder()
            defer { withExtendedLifetime(folder) {} }
            let copy = URL(fileURLWithPath: folder.path + "/store.sqlite")
            try FileManager.default.copyItem(atPath: path, toPath: copy.path)
            if FileManager.default.fileExists(atPath: path + "-wal") {
                try FileManager.default.copyItem(
                    atPath: path + "-wal", toPath: copy.path + "-wal")
            }
            var outcome = CheckOutcome()
            do {
                try walk(copy, store, &outcome)
            } catch {
                outcome.report(Finding("Core Data: \(error)"))
            }
            return outcome
        }

        private static func walk(
            _ copy: URL, _ store: VerifiedStore, _ outcome: inout CheckOutcome
        ) throws {
            let archive = Data(try ModelArchive(of: store.model).bytes)
            guard
                let model = try NSKeyedUnarchiver.unarchivedObject(
                    ofClass: NSManagedObjectModel.self, from: archive)
            else {
                outcome.skipped = "Core Data does not read the model"
                return
            }
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let opened = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: copy,
                options: [
                    NSMigratePersistentStoresAutomaticallyOption: false,
                    NSInferMappingModelAutomaticallyOption: false,
                ])
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                for entity in store.model.entities where !entity.isAbstract {
                    try walk(entity, store, context, &outcome)
                }
            }
            try coordinator.remove(opened)
        }

        private static func walk(
            _ entity: EntityDescription, _ store: VerifiedStore,
            _ context: NSManagedObjectContext, _ outcome: inout CheckOutcome
        ) throws {
            let steps = entity.relationships.filter { !$0.isTransient }.map {
                ObjectGraphWalk.Step(
                    relationship: $0, inverse: store.model.inverse(of: $0, in: entity))
            }
            let walk = ObjectGraphWalk(steps: steps)
            let request = NSFetchRequest<NSManagedObjectID>(entityName: entity.name)
            request.resultType = .managedObjectIDResultType
            request.includesSubentities = false
            for id in try context.fetch(request) {
                autoreleasepool {
                    walk.examine(CoreDataObject(object: context.object(with: id)), into: &outcome)
                }
                if outcome.examined % 500 == 0 { context.reset() }
            }
            context.reset()
        }
    }

    /// A Core Data object in a walk.
    private struct CoreDataObject: WalkedObject {
        let object: NSManagedObject

        var entity: String { object.entity.name ?? "" }
        var primaryKey: Int64? {
            Int64(object.objectID.uriRepresentation().lastPathComponent.dropFirst())
        }

        /// Loads the object. `willAccessValue` would raise an exception if the row is missing; this method throws
        /// instead.
        func fire() throws {
            _ = try object.managedObjectContext?.existingObject(with: object.objectID)
        }

        func destination(of relationship: String) throws -> CoreDataObject? {
            (object.value(forKey: relationship) as? NSManagedObject).map(CoreDataObject.init)
        }

        func members(of relationship: String, upTo limit: Int) throws -> [CoreDataObject]? {
            let value = object.value(forKey: relationship)
            let members = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
            guard members.count <= limit else { return nil }
            return members.compactMap { ($0 as? NSManagedObject).map(CoreDataObject.init) }
        }
    }
#else
    extension CoreDataWalk {
        /// Whether this program can run the walk.
        package static let isAvailable = false

        /// Reports that the walk was skipped because Core Data is not available.
        package static func run(
            path: String, modelPath: String?, modelChoice: ModelChoice
        ) throws -> CheckOutcome {
            var outcome = CheckOutcome()
            outcome.skipped = "this zseed was built without Core Data"
            return outcome
        }
    }
#endif
