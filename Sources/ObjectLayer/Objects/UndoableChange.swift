/// One change of an object, with what takes it back. Objects are held, not their IDs, which change when an
/// inserted object is saved.
enum UndoableChange {
    /// A slot had another value.
    case value(ManagedObject, slot: Int, old: StoredValue)
    /// A to-one relationship had another destination.
    case destination(ManagedObject, slot: Int, old: ManagedObject)
    /// A to-many relationship got a member.
    case joined(ManagedObject, Relationship)
    /// A to-many relationship lost a member, which had this index where there is an order.
    case left(ManagedObject, Relationship, index: Int?)
    /// A to-many relationship had other members or another order.
    case replaced(Relationship, old: [ManagedObject])
    case inserted(ManagedObject)
    /// An object was deleted, with the bytes that lay in files of their own, by slot.
    case deleted(ManagedObject, WeakContext, files: [Int: StoredValue])

    /// A to-many relationship of an object, by its index.
    struct Relationship: Hashable {
        let object: ManagedObject
        let index: Int
    }

    struct WeakContext {
        weak var context: ManagedObjectContext?
    }

    /// The to-many relationship that the change is about.
    var relationship: Relationship? {
        switch self {
        case .joined(_, let relationship), .left(_, let relationship, _),
            .replaced(let relationship, _):
            relationship
        case .value, .destination, .inserted, .deleted: nil
        }
    }

    /// Takes the change back, which is a change again.
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

    /// The context of an object; nil where the object is deleted there, as a delete rule may have done with
    /// all that hangs on it.
    ///
    /// - Throws: ``ManagedObjectError/deleted(_:)`` where another context deleted it.
    private static func context(of object: ManagedObject) throws -> ManagedObjectContext? {
        if let context = object.managedObjectContext { return object.isDeleted ? nil : context }
        guard object.objectID.isTemporaryID else { throw ManagedObjectError.deleted(object.objectID) }
        return nil
    }
}
