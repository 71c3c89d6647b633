/// One thing in which two stores differ.
package enum StoreDifference: Sendable {
    /// What only one of the two models has: `entity` or `Entity.property`.
    case onlyInModel(name: String, isNew: Bool)
    /// An entry of the app's metadata.
    case metadata(key: String, old: String?, new: String?)
    /// An object that only the new store has, with its values.
    case added(ComparedObject)
    /// An object that only the old store has, with its values.
    case removed(ComparedObject)
    /// An object that both have, with what differs.
    case changed(ComparedObject)
}

/// An object in a difference or a dump.
package struct ComparedObject: Sendable {
    /// One property.
    package struct Property: Sendable {
        /// What is said of it.
        package enum Content: Equatable, Sendable {
            /// Its value.
            case value(ComparedValue)
            /// The members of a to-many relationship.
            case members([String])
            /// Its former value and that of now.
            case changed(ComparedValue, ComparedValue)
            /// Members that came and went, and whether those that stayed are in another order.
            case changedMembers(added: [String], removed: [String], isReordered: Bool)
        }

        /// The name, of a composite attribute's element with dots.
        package let name: String
        /// What is said of it.
        package let content: Content
    }

    /// The entity.
    package let entity: String
    /// What the object is called; nil where nothing tells.
    package let name: String?
    /// Its primary key, in the new store where both have it.
    package let primaryKey: Int64
    /// Its properties, in binary order of their names.
    package let properties: [Property]
}

/// How many objects of an entity differ.
package struct DifferenceCount: Sendable {
    /// The entity.
    package let entity: String
    /// What says which objects are the same: `uniqueness`, `key`, `primaryKey`, `likeness` or
    /// `value`.
    package let rule: String
    /// Objects that only the new store has.
    package var added: Int64 = 0
    /// Objects that only the old store has.
    package var removed: Int64 = 0
    /// Objects that both have and that differ.
    package var changed: Int64 = 0

    /// Whether there are any.
    package var isEqual: Bool { added + removed + changed == 0 }
}
