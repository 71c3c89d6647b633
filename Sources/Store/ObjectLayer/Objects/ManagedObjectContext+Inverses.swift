import ObjectModel

/// Changes of relationships and their inverses: both ends always change together.
extension ManagedObjectContext {
    /// One end of a relationship, on the side of one object.
    private enum End {
        case toOne(slot: Int)
        case toMany(index: Int)
    }

    /// Returns the inverse of a relationship at an object; nil if there is none.
    private func inverse(
        of relationship: RelationshipDescription, at object: ManagedObject
    ) -> End? {
        guard let name = relationship.inverseRelationshipName else { return nil }
        if let index = object.mapped.toMany(named: name) { return .toMany(index: index) }
        guard let slot = object.mapped.slot(named: name),
            object.mapped.slots[slot].isToOne
        else { return nil }
        return .toOne(slot: slot)
    }

    // MARK: To-one

    /// Sets the destination of a to-one relationship.
    func setDestination(
        of source: ManagedObject, at slot: Int, to target: ManagedObject?
    ) throws {
        guard let relationship = source.mapped.slots[slot].relationship else { return }
        let old = try source.destination(at: slot)
        guard old !== target else { return }
        if let old, let back = inverse(of: relationship, at: old) {
            try detach(source, from: old, at: back)
        }
        if let target, let back = inverse(of: relationship, at: target) {
            if case .toOne(let backSlot) = back,
                let former = try target.destination(at: backSlot), former !== source,
                let forth = inverse(
                    of: target.mapped.slots[backSlot].relationship ?? relationship, at: former)
            {
                try detach(target, from: former, at: forth)
            }
            try attach(source, to: target, at: back)
        }
        try source.setStoredValue(target.map { .object($0.objectID) } ?? .null, at: slot)
    }

    // MARK: To-many

    /// Adds a member to a to-many relationship.
    func connect(_ member: ManagedObject, to owner: ManagedObject, at index: Int) throws {
        let relationship = owner.mapped.toManys[index].relationship
        switch inverse(of: relationship, at: member) {
        case .toOne(let slot):
            try setDestination(of: member, at: slot, to: owner)
        case .toMany(let back):
            try attach(member, to: owner, at: .toMany(index: index))
            try attach(owner, to: member, at: .toMany(index: back))
        case nil:
            try owner.loadMembers(at: index)
            try attach(member, to: owner, at: .toMany(index: index))
        }
    }

    /// Removes a member from a to-many relationship.
    func disconnect(_ member: ManagedObject, from owner: ManagedObject, at index: Int) throws {
        let relationship = owner.mapped.toManys[index].relationship
        switch inverse(of: relationship, at: member) {
        case .toOne(let slot):
            guard try member.storedValue(at: slot).objectID == owner.objectID else { return }
            try setDestination(of: member, at: slot, to: nil)
        case .toMany(let back):
            try detach(member, from: owner, at: .toMany(index: index))
            try detach(owner, from: member, at: .toMany(index: back))
        case nil:
            try owner.loadMembers(at: index)
            try detach(member, from: owner, at: .toMany(index: index))
        }
    }

    // MARK: One end

    private func attach(_ target: ManagedObject, to object: ManagedObject, at end: End) throws {
        switch end {
        case .toOne(let slot):
            try object.setStoredValue(.object(target.objectID), at: slot)
        case .toMany(let index):
            prepare(index, of: object)
            join(target, object, at: index)
        }
    }

    private func detach(_ target: ManagedObject, from object: ManagedObject, at end: End) throws {
        // An object to be deleted keeps its values, which are not read again.
        guard !object.isDeleted else { return }
        switch end {
        case .toOne(let slot):
            guard try object.storedValue(at: slot).objectID == target.objectID else { return }
            try object.setStoredValue(.null, at: slot)
        case .toMany(let index):
            prepare(index, of: object)
            leave(target, object, at: index)
        }
    }

    /// Prepares a new object's relationship, which has no members to load.
    private func prepare(_ index: Int, of object: ManagedObject) {
        guard object.isInserted, !object.isKnownToParent, object.toManys[index].isUntouched else {
            return
        }
        object.toManys[index] = .empty
    }

    /// Adds a member at the end, without changing the inverse.
    func join(_ member: ManagedObject, _ owner: ManagedObject, at index: Int) {
        owner.toManys[index].add(member.objectID)
        noteChange(of: owner)
    }

    /// Removes a member, without changing the inverse.
    func leave(_ member: ManagedObject, _ owner: ManagedObject, at index: Int) {
        owner.toManys[index].remove(member.objectID)
        noteChange(of: owner)
    }

    /// Replaces the members of a relationship or their order, without changing the inverse.
    func replaceMembers(
        of owner: ManagedObject, at index: Int, with members: [ManagedObjectID]
    ) {
        owner.toManys[index].replace(with: members)
        noteChange(of: owner)
    }
}
