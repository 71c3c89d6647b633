#if canImport(CoreData)
    import CoreData
    import Foundation

    // In code that `zseed codegen` writes, the rules are part of the app's own module.
    #if canImport(MergeRules)
        import MergeRules
    #endif

    nonisolated extension SeedStore {
        /// The value of an attribute or a metadata entry, as Core Data represents it.
        struct CoreDataValue: Swift.Hashable {
            let object: Foundation.NSObject

            static func == (one: CoreDataValue, other: CoreDataValue) -> Swift.Bool {
                if one.object.isEqual(other.object) { return true }
                // The store keeps decimal numbers as floating-point numbers.
                guard one.object is Foundation.NSDecimalNumber || other.object is Foundation.NSDecimalNumber,
                    let left = one.object as? Foundation.NSNumber,
                    let right = other.object as? Foundation.NSNumber
                else { return false }
                return left.doubleValue == right.doubleValue
            }

            func hash(into hasher: inout Swift.Hasher) {
                if let number = object as? Foundation.NSNumber {
                    hasher.combine(number.doubleValue)
                } else {
                    hasher.combine(object.hash)
                }
            }
        }

        /// A merge context over a Core Data context, which is saved once at the end.
        final class CoreDataMergeContext: SeedMerge.AppContext {
            typealias Managed = CoreData.NSManagedObject
            typealias ID = CoreData.NSManagedObjectID
            typealias Value = CoreDataValue
            typealias Entry = CoreDataValue

            let schema: SeedMerge.Schema
            var savesBatches: Swift.Bool { false }
            private let context: CoreData.NSManagedObjectContext
            private let coordinator: CoreData.NSPersistentStoreCoordinator
            private let store: CoreData.NSPersistentStore
            /// The metadata of the store while changes wait for a save; otherwise nil.
            private var formerMetadata: [Swift.String: Any]?

            init(
                _ context: CoreData.NSManagedObjectContext, _ schema: SeedMerge.Schema
            ) throws {
                guard let coordinator = context.persistentStoreCoordinator,
                    let store = coordinator.persistentStores.first
                else { throw SeedMerge.MergeError.otherModel }
                self.context = context
                self.coordinator = coordinator
                self.store = store
                self.schema = schema
            }

            // MARK: Objects

            func object(_ root: Swift.String, _ id: ID) -> Managed { context.object(with: id) }

            func existingObject(_ root: Swift.String, _ id: ID) -> Managed? {
                guard let object = try? context.existingObject(with: id), !object.isDeleted else {
                    return nil
                }
                return object
            }

            func id(of object: Managed) -> ID { object.objectID }

            func id(_ root: Swift.String, primaryKey: Swift.Int64) throws -> ID {
                guard let id = objectID(root, primaryKey) else { throw SeedMerge.MergeError.otherModel }
                return id
            }

            private func objectID(_ root: Swift.String, _ primaryKey: Swift.Int64) -> ID? {
                guard let identifier = store.identifier,
                    let name = root.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
                    let uri = Foundation.URL(string: "x-coredata://\(identifier)/\(name)/p\(primaryKey)")
                else { return nil }
                return coordinator.managedObjectID(forURIRepresentation: uri)
            }

            func primaryKey(of id: ID) -> Swift.Int64? {
                id.isTemporaryID
                    ? nil : Swift.Int64(id.uriRepresentation().lastPathComponent.dropFirst())
            }

            func entityName(of object: Managed) -> Swift.String { object.entity.name ?? "" }
            func isUpdated(_ object: Managed) -> Swift.Bool { object.isUpdated }
            func isDeleted(_ object: Managed) -> Swift.Bool { object.isDeleted }

            func insert(_ entity: Swift.String) -> Managed {
                CoreData.NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            }

            func delete(_ object: Managed) { context.delete(object) }

            // MARK: Properties

            /// Returns the path of a value: the attribute, followed by the elements of composite attributes.
            private func place(_ entity: Swift.String, _ path: Swift.String) -> [Swift.String] {
                (schema.entity(entity)?.places[path] ?? path).split(separator: ".").map { Swift.String($0) }
            }

            private func isChoice(_ path: Swift.String, of object: Managed) -> Swift.Bool {
                schema.entity(entityName(of: object))?.choices.contains(path) == true
            }

            func value(_ path: Swift.String, of object: Managed) -> SeedMerge.ChangedValue<Value> {
                let parts = place(entityName(of: object), path)
                var value = object.value(forKey: parts[0])
                for part in parts.dropFirst() { value = (value as? [Swift.String: Any])?[part] }
                if isChoice(path, of: object) {
                    value = (value as? [Swift.String: Any])?.values.first { $0 is Foundation.NSString }
                }
                return (value as? Foundation.NSObject).map { .value(CoreDataValue(object: $0)) } ?? .nothing
            }

            func set(_ value: Value?, _ path: Swift.String, of object: Managed) {
                let parts = place(entityName(of: object), path)
                // The case is an element whose name and value are both the case's name.
                let value: Any? =
                    isChoice(path, of: object)
                    ? (value?.object as? Foundation.NSString).map { [$0 as Swift.String: $0] } : value?.object
                func changed(_ old: Any?, _ rest: [Swift.String]) -> Any? {
                    guard let first = rest.first else { return value }
                    var elements = old as? [Swift.String: Any] ?? [:]
                    elements[first] = changed(elements[first], Swift.Array(rest.dropFirst()))
                    return elements.isEmpty ? nil : elements
                }
                object.setValue(
                    changed(object.value(forKey: parts[0]), Swift.Array(parts.dropFirst())),
                    forKey: parts[0])
            }

            func destination(_ name: Swift.String, of object: Managed) -> Managed? {
                object.value(forKey: name) as? Managed
            }

            func set(destination: Managed?, _ name: Swift.String, of object: Managed) {
                object.setValue(destination, forKey: name)
            }

            func members(_ name: Swift.String, of object: Managed) -> [Managed] {
                switch object.value(forKey: name) {
                case let list as Foundation.NSOrderedSet: list.array.compactMap { $0 as? Managed }
                case let set as Foundation.NSSet: set.allObjects.compactMap { $0 as? Managed }
                default: []
                }
            }

            func set(members: [Managed], _ name: Swift.String, of object: Managed) {
                object.setValue(Foundation.NSOrderedSet(array: members), forKey: name)
            }

            func add(_ member: Managed, _ name: Swift.String, of object: Managed) {
                object.mutableSetValue(forKey: name).add(member)
            }

            func remove(_ member: Managed, _ name: Swift.String, of object: Managed) {
                if object.value(forKey: name) is Foundation.NSOrderedSet {
                    object.mutableOrderedSetValue(forKey: name).remove(member)
                } else {
                    object.mutableSetValue(forKey: name).remove(member)
                }
            }

            // MARK: Values

            func reference(to object: Managed) -> Value { CoreDataValue(object: object) }
            func object(of reference: Value) -> Managed? { reference.object as? Managed }

            func text(of value: Value) -> Swift.String? {
                switch value.object {
                case let text as Foundation.NSString: text as Swift.String
                case let number as Foundation.NSNumber: number.stringValue
                case let data as Foundation.NSData: "\(data.length) bytes"
                default: value.object.description
                }
            }

            func value(
                _ plain: SeedMerge.FileValue, _ entity: Swift.String, _ path: Swift.String
            ) -> Value? {
                let object: Foundation.NSObject?
                switch plain {
                case .boolean(let flag): object = Foundation.NSNumber(value: flag)
                case .integer(let number): object = Foundation.NSNumber(value: number)
                case .double(let number): object = Foundation.NSNumber(value: number)
                case .decimal(let text):
                    object = Foundation.NSDecimalNumber(
                        string: text, locale: Foundation.Locale(identifier: "en_US_POSIX"))
                case .string(let text): object = Foundation.NSString(string: text)
                case .date(let seconds):
                    object = Foundation.NSDate(timeIntervalSinceReferenceDate: seconds)
                case .data(let bytes):
                    guard let attribute = attribute(entity, path),
                        attribute.attributeType == .transformableAttributeType
                    else { return CoreDataValue(object: Foundation.NSData(data: bytes)) }
                    let name = attribute.valueTransformerName ?? "NSSecureUnarchiveFromData"
                    let transformer = ValueTransformer(
                        forName: NSValueTransformerName(name))
                    object = transformer?.reverseTransformedValue(bytes) as? Foundation.NSObject
                case .uuid(let bytes): object = Foundation.NSUUID(uuidBytes: Swift.Array(bytes))
                case .uri(let text): object = Foundation.NSURL(string: text)
                case .object: object = nil
                }
                return object.map { CoreDataValue(object: $0) }
            }

            private func attribute(
                _ entity: Swift.String, _ path: Swift.String
            ) -> CoreData.NSAttributeDescription? {
                let parts = place(entity, path)
                var attribute = coordinator.managedObjectModel.entitiesByName[entity]?
                    .attributesByName[parts[0]]
                guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else {
                    return attribute
                }
                for part in parts.dropFirst() {
                    attribute = (attribute as? CoreData.NSCompositeAttributeDescription)?
                        .elements.first { $0.name == part }
                }
                return attribute
            }

            // MARK: Looking for objects

            private func request(
                _ entity: Swift.String, _ values: [(name: Swift.String, value: Value)]
            ) -> CoreData.NSFetchRequest<Managed> {
                let request = CoreData.NSFetchRequest<Managed>(entityName: entity)
                request.predicate = Foundation.NSPredicate(
                    format: values.map { _ in "%K == %@" }.joined(separator: " AND "),
                    argumentArray: values.flatMap {
                        [place(entity, $0.name).joined(separator: "."), $0.value.object] as [Any]
                    })
                return request
            }

            func objects(of entity: Swift.String) throws -> [Managed] {
                try context.fetch(CoreData.NSFetchRequest<Managed>(entityName: entity))
            }

            func holders(
                of values: [(name: Swift.String, value: Value)], _ entity: Swift.String,
                whenSaving: Swift.Bool
            ) throws -> [Managed] {
                let request = request(entity, values)
                var found = try context.fetch(request)
                if whenSaving {
                    request.includesPendingChanges = false
                    found += try context.fetch(request)
                }
                return found
            }

            func find(
                _ entity: Swift.String, _ values: [(name: Swift.String, value: Value)]
            ) throws -> ID? {
                let request = request(entity, values)
                request.includesSubentities = false
                request.fetchLimit = 1
                return try context.fetch(request).first?.objectID
            }

            func find(
                _ root: Swift.String, primaryKey: Swift.Int64
            ) -> (id: ID, entity: Swift.String)? {
                guard primaryKey > 0, let id = objectID(root, primaryKey),
                    let object = existingObject(root, id)
                else { return nil }
                return (object.objectID, entityName(of: object))
            }

            func endBatch() {}

            // MARK: The store

            var modelHashes: [Swift.String: Foundation.Data] {
                coordinator.managedObjectModel.entityVersionHashesByName
            }

            var storeUUID: Swift.String { store.identifier ?? "" }

            func metadata() -> [Swift.String: Entry] {
                coordinator.metadata(for: store).compactMapValues { value in
                    (value as? Foundation.NSObject).map { CoreDataValue(object: $0) }
                }
            }

            func entries(of data: Foundation.Data) throws -> [Swift.String: Entry] {
                let list = try Foundation.PropertyListSerialization.propertyList(
                    from: data, options: [], format: nil)
                guard let entries = list as? [Swift.String: Foundation.NSObject] else {
                    throw SeedMerge.MergeError.badChanges(.metadata)
                }
                return entries.mapValues { CoreDataValue(object: $0) }
            }

            func plist(_ entry: Entry) -> SeedMerge.Plist? { Self.plist(entry.object) }

            private static func plist(_ value: Any) -> SeedMerge.Plist? {
                switch value {
                case let text as Swift.String: return .string(text)
                case let number as Foundation.NSNumber:
                    // Booleans are numbers, too, but have another C type than the integers of a property list.
                    return ["c", "B"].contains(Swift.String(cString: number.objCType))
                        ? .boolean(number.boolValue) : .integer(number.int64Value)
                case let values as [Any]: return .array(values.map { plist($0) ?? .string("") })
                case let entries as [Swift.String: Any]:
                    return .dictionary(entries.compactMapValues { plist($0) })
                default: return nil
                }
            }

            func entry(_ plist: SeedMerge.Plist) -> Entry { CoreDataValue(object: Self.object(plist)) }

            private static func object(_ plist: SeedMerge.Plist) -> Foundation.NSObject {
                switch plist {
                case .string(let text): Foundation.NSString(string: text)
                case .integer(let number): Foundation.NSNumber(value: number)
                case .boolean(let flag): Foundation.NSNumber(value: flag)
                case .array(let values): Foundation.NSArray(array: values.map { object($0) })
                case .dictionary(let entries):
                    Foundation.NSDictionary(dictionary: entries.mapValues { object($0) })
                }
            }

            func setMetadataWhenSaving(
                _ entries: @escaping (_ primaryKey: (ID) -> Swift.Int64?) -> [Swift.String: Entry?]
            ) throws {
                try context.obtainPermanentIDs(
                    for: context.insertedObjects.filter { $0.objectID.isTemporaryID })
                var metadata = coordinator.metadata(for: store)
                let changes = entries { [context] id in
                    self.primaryKey(of: context.object(with: id).objectID)
                }
                for (key, entry) in changes { metadata[key] = entry?.object }
                // A save without changes does not write the metadata.
                if !context.hasChanges, let url = store.url {
                    try CoreData.NSPersistentStoreCoordinator.setMetadata(
                        metadata, forPersistentStoreOfType: store.type, at: url, options: nil)
                }
                formerMetadata = coordinator.metadata(for: store)
                coordinator.setMetadata(metadata, for: store)
            }

            func save() throws {
                do {
                    try context.save()
                    formerMetadata = nil
                } catch {
                    // Otherwise the app's next save would record an edition that was not merged.
                    restoreMetadata()
                    throw error
                }
            }

            func rollback() {
                restoreMetadata()
                context.rollback()
            }

            private func restoreMetadata() {
                guard let metadata = formerMetadata else { return }
                coordinator.setMetadata(metadata, for: store)
                formerMetadata = nil
            }
        }

        /// Merges the changes of editions, one after the other, and saves the context after each. Changes that the
        /// store has already are left out, so an app can pass all its files at each launch.
        ///
        /// - Parameters:
        ///   - files: the files that `zseed diff OLD NEW --changes FILE` wrote, in any order. They must form a chain,
        ///     in which each file starts from the edition that the previous one leads to.
        ///   - context: a context of the user's store only, without changes, on its queue. If this method throws, roll
        ///     the context back.
        ///   - schema: the schema that `zseed codegen` writes for the model.
        ///   - side: the side whose value is kept if both changed the same value.
        /// - Returns: the conflicts.
        @discardableResult
        public static func merge(
            changes files: [Foundation.URL], into context: CoreData.NSManagedObjectContext,
            schema: SeedMerge.Schema, preferring side: SeedMerge.Side = .user
        ) throws -> [SeedMerge.Conflict] {
            try SeedMerge.merge(files, into: CoreDataMergeContext(context, schema), preferring: side)
        }
    }
#endif
