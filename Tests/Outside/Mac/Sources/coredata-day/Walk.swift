#if canImport(CoreData)
    import CoreData
    import Foundation
    import StoreDump

    /// A walk through a store of zseed with Core Data.
    struct Walk {
        let store: URL
        let model: NSManagedObjectModel

        /// Opens a copy as an app does, without migration, and reads all objects.
        ///
        /// - Returns: The objects as text.
        func dump() throws -> String {
            try opened { context in
                var dump = StoreDump()
                for entity in model.entities where !entity.isAbstract {
                    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
                    request.includesSubentities = false
                    for object in try context.fetch(request) {
                        dump.add(
                            entity: entity.name ?? "", primaryKey: Self.primaryKey(of: object),
                            values: Self.values(of: object))
                    }
                }
                return dump.text
            }
        }

        /// Changes one object of each entity and saves, which runs triggers and checks constraints.
        ///
        /// - Returns: The number of saved objects.
        func save() throws -> Int {
            try opened { context in
                var count = 0
                for entity in model.entities where !entity.isAbstract {
                    let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
                    request.includesSubentities = false
                    request.fetchLimit = 1
                    guard let object = try context.fetch(request).first,
                        let (name, _) = entity.attributesByName.sorted(by: { $0.key < $1.key }).first(where: {
                            !$0.value.isTransient && !($0.value is NSDerivedAttributeDescription)
                        })
                    else { continue }
                    // The value is the same, but it counts as a change.
                    object.setValue(object.value(forKey: name), forKey: name)
                    try context.save()
                    count += 1
                }
                return count
            }
        }

        private func opened<Result>(_ body: (NSManagedObjectContext) throws -> Result) throws -> Result {
            let folder = FileManager.default.temporaryDirectory
                .appendingPathComponent("coredata-day-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            defer { try? FileManager.default.removeItem(at: folder) }
            let copy = folder.appendingPathComponent(store.lastPathComponent)
            try FileManager.default.copyItem(at: store, to: copy)
            let values = "." + store.deletingPathExtension().lastPathComponent + "_SUPPORT"
            let beside = store.deletingLastPathComponent().appendingPathComponent(values)
            if FileManager.default.fileExists(atPath: beside.path) {
                try FileManager.default.copyItem(at: beside, to: folder.appendingPathComponent(values))
            }
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let opened = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: nil, at: copy,
                options: [
                    NSMigratePersistentStoresAutomaticallyOption: false,
                    NSInferMappingModelAutomaticallyOption: false,
                    NSPersistentHistoryTrackingKey: true,
                ])
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            let result = try context.performAndWait { try body(context) }
            try coordinator.remove(opened)
            return result
        }

        // MARK: Objects

        static func primaryKey(of object: NSManagedObject) -> Int64 {
            Int64(object.objectID.uriRepresentation().lastPathComponent.dropFirst()) ?? 0
        }

        private static func name(of object: NSManagedObject) -> String {
            StoreDump.name(object.entity.name ?? "", primaryKey(of: object))
        }

        private static func values(of object: NSManagedObject) -> [String: String] {
            var values: [String: String] = [:]
            for (name, attribute) in object.entity.attributesByName
            where !attribute.isTransient && attribute.attributeType != .compositeAttributeType {
                values[name] = text(object.value(forKey: name), of: attribute)
            }
            for (name, relationship) in object.entity.relationshipsByName where !relationship.isTransient {
                let value = object.value(forKey: name)
                if relationship.isToMany {
                    let members = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
                    values[name] = StoreDump.text(
                        members.compactMap { ($0 as? NSManagedObject).map(Self.name) },
                        isOrdered: relationship.isOrdered)
                } else {
                    values[name] = (value as? NSManagedObject).map(Self.name) ?? StoreDump.nothing
                }
            }
            return values
        }

        private static func text(_ value: Any?, of attribute: NSAttributeDescription) -> String {
            switch value {
            case nil: StoreDump.nothing
            case let text as String: StoreDump.text(text)
            case let date as Date: StoreDump.text(date.timeIntervalSinceReferenceDate)
            case let data as Data: StoreDump.text([UInt8](data))
            case let uuid as UUID: StoreDump.text(withUnsafeBytes(of: uuid.uuid) { [UInt8]($0) })
            case let url as URL: StoreDump.text(url.absoluteString)
            case let number as NSDecimalNumber: StoreDump.text(number.stringValue)
            case let number as NSNumber:
                switch attribute.attributeType {
                case .doubleAttributeType, .floatAttributeType: StoreDump.text(number.doubleValue)
                default: StoreDump.text(number.int64Value)
                }
            case let list as NSArray: "array of \(list.count)"
            case is NSDictionary: "dictionary"
            default: "object of \(type(of: value as Any))"
            }
        }
    }
#endif
