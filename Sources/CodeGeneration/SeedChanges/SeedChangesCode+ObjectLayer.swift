/// How the object layer reads and changes objects.
extension SeedChangesCode {
    static let objectLayer = """
        nonisolated extension SeedStore.Merge {
            fileprivate typealias Context = ObjectLayer.ManagedObjectContext
            fileprivate typealias Managed = ObjectLayer.ManagedObject
            fileprivate typealias Plain = ObjectModel.PropertyValue

            fileprivate func modelHashes() throws -> [Swift.String: Foundation.Data] {
                let model = context.persistentStoreCoordinator.managedObjectModel
                return model.versionHashes.entities.mapValues { Foundation.Data($0) }
            }

            fileprivate func storeIdentifier() throws -> Swift.String {
                context.persistentStoreCoordinator.storeUUID.uppercased()
            }

            /// What the store notes of primary keys, by root entities: runs of `keys`, or the user's `own`.
            fileprivate func stored(_ name: Swift.String) throws -> [Swift.String: [Swift.Int64]]? {
                guard case .dictionary(let kept)? = try context.persistentStoreCoordinator.metadata()[Self.keysName],
                    case .dictionary(let roots)? = kept[name]
                else { return nil }
                var runs: [Swift.String: [Swift.Int64]] = [:]
                for (root, list) in roots {
                    guard case .array(let numbers) = list else { return nil }
                    runs[root] = []
                    for case .integer(let number) in numbers { runs[root]?.append(number) }
                }
                return runs
            }

            fileprivate static func storedNote(in context: Context) throws -> Note? {
                let metadata = try context.persistentStoreCoordinator.metadata()
                guard let note = metadata[Note.name], note["version"] == .integer(Note.version),
                    let identity = note["identity"]?.string, let model = note["model"]?.string
                else { return nil }
                return Note(
                    identity: identity, model: model, isApart: note["isApart"] == .bool(true),
                    roots: (note["roots"]?.dictionary ?? [:]).compactMapValues { $0.string })
            }

            /// Whether the store has what an edition says in the metadata, where the other one says something else.
            fileprivate static func isStored(
                _ told: SeedStore.Changes.Metadata, isNew: Swift.Bool, in context: Context
            ) throws -> Swift.Bool {
                let present = try context.persistentStoreCoordinator.metadata()
                let (old, new) = try (entries(told.old), entries(told.new))
                return Swift.Set(old.keys).union(new.keys).allSatisfy { key in
                    old[key] == new[key] || present[key] == (isNew ? new : old)[key]
                }
            }

            private static func entries(
                _ data: Foundation.Data
            ) throws -> [Swift.String: ObjectModel.PropertyList] {
                try ObjectModel.PropertyList(bytes: Swift.Array(data)).dictionary ?? [:]
            }

            /// Notes what the store holds, in the transaction of the next save.
            ///
            /// - Parameters:
            ///   - own: the primary keys of the user's own objects that an edition has, too.
            ///   - runs: gives the keys, once all objects have theirs: nil for what is not there, or is deleted.
            fileprivate func keep(
                own: [Swift.String: [Swift.Int64]],
                _ runs: @escaping ([Swift.Int64?]) -> [Swift.String: [Swift.Int64]]
            ) throws {
                let present = try context.persistentStoreCoordinator.metadata()
                var entries: [Swift.String: ObjectModel.PropertyList?] = [Note.name: nil]
                if let editions = changes.editions {
                    let names = (changes.keys ?? [:]).mapValues {
                        ObjectModel.PropertyList.array($0.map { .string($0) })
                    }
                    var note: [Swift.String: ObjectModel.PropertyList] = [
                        "version": .integer(Note.version), "identity": .string(editions.new),
                        "model": .string(editions.model), "keys": .dictionary(names),
                        "roots": .dictionary(Self.entities.mapValues { .string($0.line.last ?? "") }),
                    ]
                    if !hasPrimaryKeys { note["isApart"] = .bool(true) }
                    entries[Note.name] = .some(.dictionary(note))
                }
                if let metadata = changes.metadata {
                    let (old, new) = try (Self.entries(metadata.old), Self.entries(metadata.new))
                    for key in Swift.Set(old.keys).union(new.keys) where present[key] != new[key] {
                        guard present[key] == old[key] || tellsMetadata(key) else { continue }
                        entries[key] = .some(new[key])
                    }
                }
                let left = objects.map { object in object.flatMap { $0.isDeleted ? nil : $0 } }
                context.setMetadataWhenSaving { primaryKey in
                    func list(_ roots: [Swift.String: [Swift.Int64]]) -> ObjectModel.PropertyList {
                        .dictionary(roots.mapValues { .array($0.map { .integer($0) }) })
                    }
                    let roots = runs(left.map { $0.flatMap(primaryKey) })
                    var kept = ["keys": list(roots)]
                    if !own.isEmpty { kept["own"] = list(own) }
                    entries[Self.keysName] =
                        roots.isEmpty && own.isEmpty ? .some(nil) : .some(.dictionary(kept))
                    return entries
                }
            }

            fileprivate func primaryKey(of object: Managed) throws -> Swift.Int64? { object.objectID.primaryKey }

            /// Whether there is an object of an entity, or of one that inherits from it.
            fileprivate func isThere(
                _ entity: Swift.String, _ primaryKey: Swift.Int64
            ) throws -> Swift.Bool {
                let id = context.persistentStoreCoordinator.managedObjectID(
                    entityName: entity, primaryKey: primaryKey)
                return id.map { (try? context.existingObject(with: $0)).map { !$0.isDeleted } ?? false } ?? false
            }

            /// A value of the file as the framework has it.
            fileprivate func value(
                _ value: SeedStore.Value?, _ entity: Swift.String, _ path: Swift.String
            ) throws -> Plain? {
                switch value {
                case nil: nil
                case .boolean(let flag): .bool(flag)
                case .integer(let number): .integer(number)
                case .double(let number): .double(number)
                case .decimal(let text): .decimal(text)
                case .string(let text): .string(text)
                case .date(let seconds): .date(seconds)
                case .data(let bytes): .data(Swift.Array(bytes))
                case .uuid(let bytes): .uuid(Swift.Array(bytes))
                case .uri(let text): .uri(text)
                case .object(let number): objects[number].map(reference)
                }
            }

            /// What stands for an object where it is looked for.
            fileprivate func reference(_ object: Managed) -> Plain { .uri(object.objectID.uriRepresentation) }

            fileprivate func isSame(
                _ one: Plain?, _ other: Plain?
            ) -> Swift.Bool { one == other }

            private func request(
                _ entity: Swift.String, _ values: [Swift.String: Plain]
            ) throws -> ObjectLayer.FetchRequest {
                var request = ObjectLayer.FetchRequest(entityName: entity)
                let names = values.keys.sorted()
                request.predicate = try ObjectModel.Predicate(
                    format: names.map { _ in "%K == %@" }.joined(separator: " AND "),
                    arguments: names.flatMap { name -> [ObjectModel.PredicateArgument] in
                        [.keyPath(name), .value(values[name] ?? .null)]
                    })
                return request
            }

            fileprivate func find(
                _ entity: Swift.String, _ key: [Swift.String: SeedStore.Value]
            ) throws -> Managed? {
                var values: [Swift.String: Plain] = [:]
                for (name, plain) in key { values[name] = try value(plain, entity, name) }
                guard values.count == key.count else { return nil }
                var request = try request(entity, values)
                request.includesSubentities = false
                return try context.fetch(request).first
            }

            /// Another object that has unique values, in the context or still in the store.
            fileprivate func holder(
                _ values: [Swift.String: Plain], _ entity: Swift.String, besides object: Managed?
            ) throws -> Managed? {
                var request = try request(entity, values)
                for isPending in [true, false] {
                    request.includesPendingChanges = isPending
                    if let other = try context.fetch(request).first(where: { $0 !== object }) { return other }
                }
                return nil
            }

            fileprivate func object(
                _ entity: Swift.String, _ primaryKey: Swift.Int64
            ) throws -> Managed? {
                guard
                    let id = context.persistentStoreCoordinator.managedObjectID(
                        entityName: entity, primaryKey: primaryKey),
                    let object = try? context.existingObject(with: id), object.objectID.entityName == entity
                else { return nil }
                return object
            }

            fileprivate func all(_ entity: Swift.String) throws -> [Managed] {
                try context.fetch(ObjectLayer.FetchRequest(entityName: entity))
            }

            /// The objects whose to-one relationship leads to an object.
            fileprivate func sources(
                _ entity: Swift.String, _ name: Swift.String, _ object: Managed
            ) throws -> [Managed] {
                try all(entity).filter { try $0.object(forKey: name) === object }
            }

            fileprivate func entityName(of object: Managed) -> Swift.String { object.objectID.entityName }

            fileprivate func insert(_ entity: Swift.String) throws -> Managed {
                try context.insertNewObject(forEntityName: entity)
            }

            fileprivate func delete(_ object: ObjectLayer.ManagedObject) throws {
                guard !object.isDeleted else { return }
                try context.delete(object)
            }

            fileprivate func value(
                of object: Managed, _ path: Swift.String
            ) throws -> Plain? { try object.attributeValue(forKey: path) }

            fileprivate func set(
                _ value: Plain?, _ path: Swift.String, of object: Managed
            ) throws { try object.setAttributeValue(value, forKey: path) }

            fileprivate func destination(
                of object: Managed, _ name: Swift.String
            ) throws -> Managed? { try object.object(forKey: name) }

            fileprivate func set(
                _ target: Managed?, _ name: Swift.String, of object: Managed
            ) throws { try object.setObject(target, forKey: name) }

            fileprivate func members(
                of object: Managed, _ name: Swift.String
            ) throws -> [Managed] { try object.objects(forKey: name) }

            fileprivate func set(
                _ members: [Managed], _ name: Swift.String, of object: Managed
            ) throws { try object.setObjects(members, forKey: name) }

            fileprivate func add(
                _ member: Managed, _ name: Swift.String, of object: Managed
            ) throws { try object.relatedObjects(forKey: name).add(member) }

            fileprivate func remove(
                _ member: Managed, _ name: Swift.String, of object: Managed
            ) throws { try object.relatedObjects(forKey: name).remove(member) }
        }
        """
}
