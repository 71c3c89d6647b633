/// One change of an object, with the data that reverses it. It references objects, not their IDs, which change when an
/// inserted object is saved.
enum UndoableChange {
    /// A slot had another value.
    case value(ManagedObject, slot: Int, old: StoredValue)
    /// A to-one relationship had another destination.
    case destination(ManagedObject, slot: Int, old: ManagedObject)
    /// A to-many relationship gained a member.
    case joined(ManagedObject, Relationship)
    /// A to-many relationship lost a member. For an ordered relationship, the index is that of the former member.
    case left(ManagedObject, Relationship, index: Int?)
    /// A to-many relationship had other members or another order.
    case replaced(Relationship, old: [ManagedObject])
    case inserted(ManagedObject)
    /// An object was deleted. The bytes of its external files are kept by slot.
    case deleted(ManagedObject, WeakContext, files: [Int: StoredValue])

    /// A to-many relationship of an object, by its index.
    struct Relationship: Hashable {
        let object: ManagedObject
        let index: Int
    }

    struct WeakContext {
        weak var context: ManagedObjectContext?
    }

    /// The to-many relationship that changed, if any.
    var relationship: Relationship? {
        switch self {
        case .joined(_, let relationship), .left(_, let relationship, _),
            .replaced(let relationship, _):
            relationship
        case .value, .destination, .inserted, .deleted: nil
        }
    }

    /// Reverses the change. The reversal is recorded as a change too.
    func reverse(in manager: ContextUndoManager) throws {
        switch self {
        case .value(let object, let slot, let old):
            guard try Self.context(of: object) != nil else { return }
            try object.setStoredValue(old, at: slot)
        case .destination(let object, let slot, let old):
            guard try Self.context(of: object) != nil else { return }
            try object.setStoredValue(.object(old.objectID), at: slot)
        case .joined(let member, let relationship):
            guard let context = try Self.context(of: relationship.object) else { return }
            try context.leave(member, relationship.object, at: relationship.index)
        case .left(let member, let relationship, let index):
            guard let context = try Self.context(of: relationship.object) else { return }
            try context.join(member, relationship.object, at: relationship.index)
            guard let index else { return }
            var members = relationship.object.toManys[relationship.index].members
            guard members.popLast() == member.objectID else { return }
            members.insert(member.objectID, at: min(index, members.count))
            relationship.object.toManys[relationship.index].replace(with: members)
        case .replaced(let relationship, let old):
            guard let context = try Self.context(of: relationship.object) else { return }
            try context.replaceMembers(
                of: relationship.object, at: relationship.index, with: old.map(\.objectID))
        case .inserted(let object):
            try Self.context(of: object)?.delete(object)
        case .deleted(let object, let former, let files):
            guard let context = former.context else {
                throw ManagedObjectError.noContext(object.objectID)
            }
            try context.revive(object, files: files, manager)
        }
    }

    /// Returns the context of an object; nil if the object is deleted in it, for example by a delete rule.
    ///
    /// - Throws: ``ManagedObjectError/deleted(_:)`` if another context deleted the object.
    private static func context(of object: ManagedObject) throws -> ManagedObjectContext? {
        if let context = object.managedObjectContext { return object.isDeleted ? nil : context }
        guard object.objectID.isTemporaryID else { throw ManagedObjectError.deleted(object.objectID) }
        return nil
    }
}
