import ObjectModel
import SQLite

extension ManagedObjectContext {
    // MARK: Inserting

    /// Inserts a new object with the defaults of its attributes.
    ///
    /// - Throws: ``ManagedObjectError`` for an entity that is unknown or abstract.
    public func insertNewObject(forEntityName name: String) throws -> ManagedObject {
        guard let entity = persistentStoreCoordinator.entity(named: name) else {
            throw ManagedObjectError.unknownEntity(name)
        }
        guard !entity.description.isAbstract else {
            throw ManagedObjectError.abstractEntity(name)
        }
        let id = ManagedObjectID(entity: entity, key: .temporary(nextTemporaryNumber()))
        let object = insert(id)
        for (slot, property) in entity.slots.enumerated() {
            guard let attribute = property.attribute, let value = attribute.defaultValue,
                !attribute.isDerived,
                let accepted = AttributeCheck.accepted(value, for: attribute.type)
            else { continue }
            object.changes[slot] = .attribute(accepted)
        }
        do {
            try object.awakeFromInsert()
        } catch {
            markDeleted(object)
            throw error
        }
        return object
    }

    /// Creates an object with a temporary ID, to be inserted at the next save.
    func insert(_ id: ManagedObjectID) -> ManagedObject {
        let object = register(id)
        object.snapshot = RowSnapshot(
            version: 0, values: Array(repeating: .null, count: id.entity.slots.count))
        object.pendingState = .inserted
        inserted[id] = object
        noteUnprocessedChange(of: id)
        return object
    }

    // MARK: Deleting

    /// Marks an object for deletion at the next save, and applies the delete rules of its relationships. A relationship
    /// that denies the deletion is reported when the context is saved.
    ///
    /// - Throws: ``ManagedObjectError``, and the errors of loading relationships.
    public func delete(_ object: ManagedObject) throws {
        guard object.managedObjectContext === self else {
            throw ManagedObjectError.otherContext(object.objectID)
        }
        // A list instead of recursion: a cascade may be as deep as the number of objects.
        var open = [object]
        while let next = open.popLast() {
            guard next.managedObjectContext === self, !next.isDeleted else { continue }
            _ = try next.fired()
            try next.prepareForDeletion()
            var cascaded: [ManagedObject] = []
            var nullified: [() throws -> Void] = []
            for (slot, property) in next.mapped.slots.enumerated() {
                guard let relationship = property.relationship, property.column != nil,
                    let target = try next.destination(at: slot)
                else { continue }
                switch relationship.deleteRule {
                case .cascade where try isPresent(target): cascaded.append(target)
                case .cascade, .deny, .noAction: break
                case .nullify where try isPresent(target):
                    nullified.append { try self.setDestination(of: next, at: slot, to: nil) }
                case .nullify: break
                }
            }
            for (index, toMany) in next.mapped.toManys.enumerated() where toMany.storage != nil {
                let members = { try next.memberIDs(at: index).map { self.register($0) } }
                switch toMany.relationship.deleteRule {
                case .cascade: cascaded += try members().filter(isPresent)
                case .nullify:
                    for member in try members() where try isPresent(member) {
                        nullified.append {
                            try self.disconnect(member, from: next, at: index)
                        }
                    }
                case .deny, .noAction: break
                }
            }
            for nullify in nullified { try nullify() }
            markDeleted(next)
            open += cascaded.reversed()
        }
    }

    /// Returns whether an object can be changed. In a damaged store its row may be missing.
    private func isPresent(_ object: ManagedObject) throws -> Bool {
        guard object.managedObjectContext === self, !object.isDeleted else { return false }
        return try ifHeld { try object.fired() } != nil
    }

    func markDeleted(_ object: ManagedObject) {
        let id = object.objectID
        updated[id] = nil
        noteUnprocessedChange(of: id)
        if object.isInserted {
            inserted[id] = nil
            object.pendingState = .deleted
            unregister(object)
            return
        }
        object.pendingState = .deleted
        deleted[id] = object
    }

    // MARK: Rolling back

    /// Discards all unsaved changes: inserted objects are removed, deleted ones are restored, and changed ones get
    /// their committed values back.
    public func rollback() {
        metadataWhenSaving = nil
        for object in insertedObjects {
            object.changes = [:]
            object.toManys = object.mapped.untouchedToManys
            unregister(object)
        }
        for object in updatedObjects + deletedObjects {
            object.changes = [:]
            object.toManys = object.mapped.untouchedToManys
            object.pendingState = .none
        }
        inserted = [:]
        updated = [:]
        deleted = [:]
        announcedInsertions = []
    }
}
