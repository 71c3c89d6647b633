#if canImport(CoreData)
    import CoreData
    import Foundation

    /// A question about the format that no file has answered, and a store that answers it.
    struct Experiment: Sendable {
        /// The name of the experiment in the report.
        let name: String
        /// The rule that the experiment settles: a heading of docs/internals/format.md, or a section of the notes.
        let rule: String
        /// The question that the store answers.
        let question: String
        /// The queries whose rows answer the question.
        let queries: [String]
        /// The model of the store.
        let model: @Sendable () -> NSManagedObjectModel
        /// Inserts the objects that are saved in the store.
        let fill: @Sendable (NSManagedObjectContext) throws -> Void

        /// Whether CloudKit mirrors the store. This works without an account, because only the tables matter.
        var isMirrored = false

        /// Creates the store.
        func run(at store: URL) throws {
            if isMirrored { return try runMirrored(at: store) }
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model())
            let opened = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: store,
                options: [
                    NSPersistentHistoryTrackingKey: true,
                    NSSQLitePragmasOption: ["journal_mode": "DELETE"],
                ])
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try save(in: context)
            try coordinator.remove(opened)
        }

        private func save(in context: NSManagedObjectContext) throws {
            try context.performAndWait {
                try fill(context)
                if context.hasChanges { try context.save() }
            }
        }

        /// Creates a mirrored store. Mirroring may end the process because an account or an entitlement is missing, but
        /// the store has its tables by then.
        private func runMirrored(at store: URL) throws {
            final class Outcome: @unchecked Sendable {
                var error: (any Error)?
            }
            let description = NSPersistentStoreDescription(url: store)
            description.cloudKitContainerOptions = NSPersistentCloudKitContainerOptions(
                containerIdentifier: "iCloud.org.zseed.experiment")
            description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
            let container = NSPersistentCloudKitContainer(name: name, managedObjectModel: model())
            container.persistentStoreDescriptions = [description]
            let outcome = Outcome()
            container.loadPersistentStores { _, error in outcome.error = error }
            if let error = outcome.error { throw error }
            try save(in: container.newBackgroundContext())
            try container.initializeCloudKitSchema(options: [.dryRun, .printSchema])
        }
    }

    // MARK: Short forms for models

    func entity(_ name: String, _ properties: [NSPropertyDescription]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.managedObjectClassName = "NSManagedObject"
        entity.properties = properties
        return entity
    }

    func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        return attribute
    }

    func derived(_ name: String, _ type: NSAttributeType, _ format: String) -> NSDerivedAttributeDescription {
        let attribute = NSDerivedAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        attribute.derivationExpression = NSExpression(format: format)
        return attribute
    }

    func predicate(_ format: String) -> NSPredicate {
        #if canImport(Darwin)
            NSPredicate(format: format)
        #else
            // Foundation on Linux has no predicate format, and a stub cannot add it.
            NSPredicate { _, _ in true }
        #endif
    }

    /// A relationship and its inverse, added to two entities.
    func relate(
        _ one: NSEntityDescription, _ name: String, toMany: Bool, isOrdered: Bool = false,
        _ other: NSEntityDescription, _ inverse: String?, inverseToMany: Bool = false,
        inverseIsOrdered: Bool = false
    ) {
        func relationship(
            _ name: String, to destination: NSEntityDescription, _ isToMany: Bool, _ isOrdered: Bool
        ) -> NSRelationshipDescription {
            let relationship = NSRelationshipDescription()
            relationship.name = name
            relationship.destinationEntity = destination
            relationship.isOptional = true
            relationship.maxCount = isToMany ? 0 : 1
            relationship.isOrdered = isOrdered
            relationship.deleteRule = .nullifyDeleteRule
            return relationship
        }
        let forth = relationship(name, to: other, toMany, isOrdered)
        guard let inverse else {
            one.properties.append(forth)
            return
        }
        // The relationship is its own inverse.
        if one === other, inverse == name {
            forth.inverseRelationship = forth
            one.properties.append(forth)
            return
        }
        let back = relationship(inverse, to: one, inverseToMany, inverseIsOrdered)
        forth.inverseRelationship = back
        back.inverseRelationship = forth
        one.properties.append(forth)
        other.properties.append(back)
    }

    func model(_ entities: [NSEntityDescription]) -> NSManagedObjectModel {
        let model = NSManagedObjectModel()
        model.entities = entities
        return model
    }

    @discardableResult
    func insert(
        _ name: String, _ values: [String: Any] = [:], into context: NSManagedObjectContext
    ) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: name, into: context)
        for (key, value) in values { object.setValue(value, forKey: key) }
        return object
    }
#endif
