/// One difference between two stores.
package enum StoreDifference: Sendable {
    /// A part that only one of the two models has: `entity` or `Entity.property`.
    case onlyInModel(name: String, isNew: Bool)
    /// An entry of the app's metadata.
    case metadata(key: String, old: String?, new: String?)
    /// An object that only the new store has, with its values.
    case added(ComparedObject)
    /// An object that only the old store has, with its values.
    case removed(ComparedObject)
    /// An object of both stores, with its differences.
    case changed(ComparedObject)
}

/// An object in a difference or a dump.
package struct ComparedObject: Sendable {
    /// One property.
    package struct Property: Sendable {
        /// The contents shown for the property.
        package enum Content: Equatable, Sendable {
            /// Its value.
            case value(ComparedValue)
            /// The members of a to-many relationship.
            case members([String])
            /// The former value and the present one.
            case changed(ComparedValue, ComparedValue)
            /// The added and removed members, and whether the remaining ones are in another order.
            case changedMembers(added: [String], removed: [String], isReordered: Bool)
        }

        /// The name. For an element of a composite attribute, a dotted path.
        package let name: String
        /// The contents.
        package let content: Content
    }

    /// The entity.
    package let entity: String
    /// The name of the object; nil if it has none.
    package let name: String?
    /// The primary key, in the new store if both have the object.
    package let primaryKey: Int64
    /// Its properties, in binary order of their names.
    package let properties: [Property]
}

/// The number of an entity's objects that differ.
package struct DifferenceCount: Sendable {
    /// The entity.
    package let entity: String
    /// The rule that matches the objects: `uniqueness`, `key`, `primaryKey`, `likeness` or `value`.
    package let rule: String
    /// The number of objects that only the new store has.
    package var added: Int64 = 0
    /// The number of objects that only the old store has.
    package var removed: Int64 = 0
    /// The number of objects of both stores that differ.
    package var changed: Int64 = 0

    /// Whether no object differs.
    package var isEqual: Bool { added + removed + changed == 0 }
}
