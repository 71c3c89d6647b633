/// How Core Data reads and changes objects.
extension SeedChangesCode {
    static let coreData = #"""
        nonisolated extension SeedStore.Merge {
            fileprivate typealias Context = CoreData.NSManagedObjectContext
            fileprivate typealias Managed = CoreData.NSManagedObject
            fileprivate typealias Plain = Foundation.NSObject

            fileprivate func modelHashes() throws -> [Swift.String: Foundation.Data] {
                context.persistentStoreCoordinator?.managedObjectModel.entityVersionHashesByName ?? [:]
            }

            fileprivate func storeIdentifier() throws -> Swift.String {
                context.persistentStoreCoordinator?.persistentStores.first?.identifier?.uppercased() ?? ""
            }

            private var store: CoreData.NSPersistentStore? {
                context.persistentStoreCoordinator?.persistentStores.first
            }

            /// What the store notes of primary keys, by root entities: runs of `keys`, or the user's `own`.
            fileprivate func stored(_ name: Swift.String) throws -> [Swift.String: [Swift.Int64]]? {
                guard let store,
                    let kept = context.persistentStoreCoordinator?.metadata(for: store)[Self.keysName]
                        as? [Swift.String: Any],
                    let runs = kept[name] as? [Swift.String: [Foundation.NSNumber]]
                else { return nil }
                return runs.mapValues { $0.map { $0.int64Value } }
            }

            fileprivate static func storedNote(in context: Context) throws -> Note? {
                guard let store = context.persistentStoreCoordinator?.persistentStores.first,
                    let note = context.persistentStoreCoordinator?.metadata(for: store)[Note.name]
                        as? [Swift.String: Any],
                    note["version"] as? Swift.Int64 == Note.version,
                    let identity = note["identity"] as? Swift.String, let model = note["model"] as? Swift.String
                else { return nil }
                return Note(
                    identity: identity, model: model, isApart: note["isApart"] as? Swift.Bool == true,
                    roots: note["roots"] as? [Swift.String: Swift.String] ?? [:])
            }

            /// Whether the store has what an edition says in the metadata, where the other one says something else.
            fileprivate static func isStored(
                _ told: SeedStore.Changes.Metadata, isNew: Swift.Bool, in context: Context
            ) throws -> Swift.Bool {
                let coordinator = context.persistentStoreCoordinator
                let present = coordinator?.persistentStores.first.flatMap { coordinator?.metadata(for: $0) } ?? [:]
                let (old, new) = (try entries(told.old), try entries(told.new))
                return Swift.Set(old.keys).union(new.keys).allSatisfy { key in
                    isSame(old[key], new[key]) || isSame(present[key], (isNew ? new : old)[key])
                }
            }

            private static func entries(_ data: Foundation.Data) throws -> [Swift.String: Any] {
                try Foundation.PropertyListSerialization.propertyList(from: data, options: [], format: nil)
                    as? [Swift.String: Any] ?? [:]
            }

            private static func isSame(_ one: Any?, _ other: Any?) -> Swift.Bool {
                guard let one = one as? Plain, let other = other as? Plain else {
                    return one == nil && other == nil
                }
                return one.isEqual(other)
            }

            /// Notes what the store holds; the next save writes it in its transaction.
            ///
            /// - Parameters:
            ///   - own: the primary keys of the user's own objects that an edition has, too.
            ///   - runs: gives the keys of all objects: nil for what is not there, or is deleted.
            fileprivate func keep(
                own: [Swift.String: [Swift.Int64]],
                _ runs: ([Swift.Int64?]) -> [Swift.String: [Swift.Int64]]
            ) throws {
                guard let store, let coordinator = context.persistentStoreCoordinator else { return }
                var metadata = coordinator.metadata(for: store)
                metadata[Note.name] = changes.editions.map { editions in
                    var note: [Swift.String: Any] = [
                        "version": Note.version, "identity": editions.new, "model": editions.model,
                        "keys": changes.keys ?? [:],
                        "roots": Self.entities.mapValues { $0.line.last ?? "" },
                    ]
                    if !hasPrimaryKeys { note["isApart"] = true }
                    return note
                }
                if let told = changes.metadata {
                    let (old, new) = (try Self.entries(told.old), try Self.entries(told.new))
                    for key in Swift.Set(old.keys).union(new.keys) where !Self.isSame(metadata[key], new[key]) {
                        guard Self.isSame(metadata[key], old[key]) || tellsMetadata(key) else { continue }
                        metadata[key] = new[key]
                    }
                }
                func numbers(_ roots: [Swift.String: [Swift.Int64]]) -> [Swift.String: [Foundation.NSNumber]] {
                    roots.mapValues { $0.map { Foundation.NSNumber(value: $0) } }
                }
                let roots = runs(try primaryKeys(of: objects))
                var kept = ["keys": numbers(roots)]
                if !own.isEmpty { kept["own"] = numbers(own) }
                metadata[Self.keysName] = roots.isEmpty && own.isEmpty ? nil : kept
                // An empty save writes nothing.
                if !context.hasChanges, let url = store.url {
                    try CoreData.NSPersistentStoreCoordinator.setMetadata(
                        metadata, forPersistentStoreOfType: store.type, at: url, options: nil)
                }
                coordinator.setMetadata(metadata, for: store)
            }

            /// The primary keys of objects, also of new ones; nil for what is not there, or is deleted.
            fileprivate func primaryKeys(of objects: [Managed?]) throws -> [Swift.Int64?] {
                try context.obtainPermanentIDs(
                    for: objects.compactMap { $0 }.filter { $0.objectID.isTemporaryID })
                return objects.map { object in
                    guard let object, !object.isDeleted else { return nil }
                    return Swift.Int64(object.objectID.uriRepresentation().lastPathComponent.dropFirst())
                }
            }

            fileprivate func primaryKey(of object: Managed) throws -> Swift.Int64? {
                try primaryKeys(of: [object]).first ?? nil
            }

            /// Whether there is an object of an entity, or of one that inherits from it.
            fileprivate func isThere(
                _ entity: Swift.String, _ primaryKey: Swift.Int64
            ) throws -> Swift.Bool {
                guard let id = objectID(entity, primaryKey) else { return false }
                return (try? context.existingObject(with: id)).map { !$0.isDeleted } ?? false
            }

            /// Where a value of the file is: the attribute, and behind it the elements of composite ones.
            private func place(_ entity: Swift.String?, _ path: Swift.String) -> [Swift.String] {
                (Self.entities[entity ?? ""]?.places[path] ?? path).split(separator: ".").map { Swift.String($0) }
            }

            private func attribute(
                _ entity: Swift.String, _ path: Swift.String
            ) -> CoreData.NSAttributeDescription? {
                let model = context.persistentStoreCoordinator?.managedObjectModel
                let parts = place(entity, path)
                var attribute = model?.entitiesByName[entity]?.attributesByName[parts[0]]
                guard #available(iOS 17, macOS 14, tvOS 17, watchOS 10, visionOS 1, *) else { return attribute }
                for part in parts.dropFirst() {
                    attribute = (attribute as? CoreData.NSCompositeAttributeDescription)?
                        .elements.first { $0.name == part }
                }
                return attribute
            }

            /// A value of the file as the framework has it.
            fileprivate func value(
                _ value: SeedStore.Value?, _ entity: Swift.String, _ path: Swift.String
            ) throws -> Plain? {
                switch value {
                case nil: return nil
                case .boolean(let flag): return Foundation.NSNumber(value: flag)
                case .integer(let number): return Foundation.NSNumber(value: number)
                case .double(let number): return Foundation.NSNumber(value: number)
                case .decimal(let text):
                    let plain = Foundation.Locale(identifier: "en_US_POSIX")
                    return Foundation.NSDecimalNumber(string: text, locale: plain)
                case .string(let text): return Foundation.NSString(string: text)
                case .date(let seconds):
                    return Foundation.NSDate(timeIntervalSinceReferenceDate: seconds)
                case .data(let bytes):
                    guard let attribute = attribute(entity, path),
                        attribute.attributeType == .transformableAttributeType
                    else { return Foundation.NSData(data: bytes) }
                    let name =
                        attribute.valueTransformerName ?? "NSSecureUnarchiveFromData"
                    let transformer = ValueTransformer(
                        forName: NSValueTransformerName(name))
                    return transformer?.reverseTransformedValue(bytes) as? Plain
                case .uuid(let bytes):
                    guard bytes.count == 16 else { return nil }
                    let all = Swift.Array(bytes)
                    return Foundation.NSUUID(uuidBytes: all)
                case .uri(let text): return Foundation.NSURL(string: text)
                case .object(let number): return objects[number]
                }
            }

            /// What stands for an object where it is looked for.
            fileprivate func reference(_ object: Managed) -> Plain { object }

            fileprivate func isSame(
                _ one: Plain?, _ other: Plain?
            ) -> Swift.Bool {
                guard let one, let other else { return one == nil && other == nil }
                if one.isEqual(other) { return true }
                // Decimal numbers are floating-point numbers in the store.
                guard one is Foundation.NSDecimalNumber || other is Foundation.NSDecimalNumber,
                    let left = one as? Foundation.NSNumber, let right = other as? Foundation.NSNumber
                else { return false }
                return left.doubleValue == right.doubleValue
            }

            private func request(
                _ entity: Swift.String, _ values: [Swift.String: Plain]
            ) -> CoreData.NSFetchRequest<Managed> {
                let request = CoreData.NSFetchRequest<Managed>(entityName: entity)
                let keys = values.sorted { $0.key < $1.key }
                request.predicate = Foundation.NSPredicate(
                    format: keys.map { _ in "%K == %@" }.joined(separator: " AND "),
                    argumentArray: keys.flatMap {
                        [place(entity, $0.key).joined(separator: "."), $0.value] as [Any]
                    })
                return request
            }

            fileprivate func find(
                _ entity: Swift.String, _ key: [Swift.String: SeedStore.Value]
            ) throws -> Managed? {
                var values: [Swift.String: Plain] = [:]
                for (name, plain) in key { values[name] = try value(plain, entity, name) }
                guard values.count == key.count else { return nil }
                let request = request(entity, values)
                request.includesSubentities = false
                return try context.fetch(request).first
            }

            /// Another object that has unique values, in the context or still in the store.
            fileprivate func holder(
                _ values: [Swift.String: Plain], _ entity: Swift.String, besides object: Managed?
            ) throws -> Managed? {
                for isPending in [true, false] {
                    let request = request(entity, values)
                    request.includesPendingChanges = isPending
                    if let other = try context.fetch(request).first(where: { $0 !== object }) { return other }
                }
                return nil
            }

            private func objectID(
                _ entity: Swift.String, _ primaryKey: Swift.Int64
            ) -> CoreData.NSManagedObjectID? {
                guard let store = store?.identifier,
                    let name = entity.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed),
                    let uri = Foundation.URL(string: "x-coredata://\(store)/\(name)/p\(primaryKey)")
                else { return nil }
                return context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
            }

            fileprivate func object(
                _ entity: Swift.String, _ primaryKey: Swift.Int64
            ) throws -> Managed? {
                guard let id = objectID(entity, primaryKey),
                    let object = try? context.existingObject(with: id), object.entity.name == entity
                else { return nil }
                return object
            }

            fileprivate func all(_ entity: Swift.String) throws -> [Managed] {
                try context.fetch(CoreData.NSFetchRequest<Managed>(entityName: entity))
            }

            /// The objects whose to-one relationship leads to an object.
            fileprivate func sources(
                _ entity: Swift.String, _ name: Swift.String, _ object: Managed
            ) throws -> [Managed] {
                try context.fetch(request(entity, [name: object]))
            }

            fileprivate func entityName(of object: Managed) -> Swift.String { object.entity.name ?? "" }

            fileprivate func insert(_ entity: Swift.String) throws -> Managed {
                CoreData.NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            }

            fileprivate func delete(_ object: Managed) throws {
                guard !object.isDeleted else { return }
                context.delete(object)
            }

            private func isChoice(_ path: Swift.String, of object: Managed) -> Swift.Bool {
                Self.entities[object.entity.name ?? ""]?.choices.contains(path) == true
            }

            /// The value of an attribute, or of an element of a composite one.
            fileprivate func value(
                of object: Managed, _ path: Swift.String
            ) throws -> Plain? {
                let parts = place(object.entity.name, path)
                var value = object.value(forKey: parts[0])
                for part in parts.dropFirst() { value = (value as? [Swift.String: Any])?[part] }
                if isChoice(path, of: object) {
                    value = (value as? [Swift.String: Any])?.values.first { $0 is Foundation.NSString }
                }
                return value as? Plain
            }

            fileprivate func set(
                _ value: Plain?, _ path: Swift.String, of object: Managed
            ) throws {
                let parts = place(object.entity.name, path)
                // The element of a case has its name as value.
                let value: Any? =
                    isChoice(path, of: object)
                    ? (value as? Foundation.NSString).map { [Swift.String(describing: $0): $0] } : value
                func changed(_ old: Any?, _ rest: [Swift.String]) -> Any? {
                    guard let first = rest.first else { return value }
                    var elements = old as? [Swift.String: Any] ?? [:]
                    elements[first] = changed(elements[first], Swift.Array(rest.dropFirst()))
                    return elements.isEmpty ? nil : elements
                }
                object.setValue(
                    changed(object.value(forKey: parts[0]), Swift.Array(parts.dropFirst())), forKey: parts[0])
            }

            fileprivate func destination(
                of object: Managed, _ name: Swift.String
            ) throws -> Managed? {
                object.value(forKey: name) as? Managed
            }

            fileprivate func set(
                _ target: Managed?, _ name: Swift.String, of object: Managed
            ) throws { object.setValue(target, forKey: name) }

            fileprivate func members(
                of object: Managed, _ name: Swift.String
            ) throws -> [Managed] {
                switch object.value(forKey: name) {
                case let list as Foundation.NSOrderedSet:
                    return list.array.compactMap { $0 as? Managed }
                case let set as Foundation.NSSet:
                    return set.allObjects.compactMap { $0 as? Managed }
                default: return []
                }
            }

            fileprivate func set(
                _ members: [Managed], _ name: Swift.String, of object: Managed
            ) throws { object.setValue(Foundation.NSOrderedSet(array: members), forKey: name) }

            fileprivate func add(
                _ member: Managed, _ name: Swift.String, of object: Managed
            ) throws { object.mutableSetValue(forKey: name).add(member) }

            fileprivate func remove(
                _ member: Managed, _ name: Swift.String, of object: Managed
            ) throws {
                if object.value(forKey: name) is Foundation.NSOrderedSet {
                    object.mutableOrderedSetValue(forKey: name).remove(member)
                } else {
                    object.mutableSetValue(forKey: name).remove(member)
                }
            }
        }
        """#
}
