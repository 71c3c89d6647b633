import ObjectModel
import SQLite
import StoreFormat

/// The table with the objects of a root entity and of its descendants.
package struct PlainTable: Sendable {
    /// The root entity.
    package let root: EntityLayout
    /// The entities with objects of their own, the root first.
    package let entities: [EntityLayout]
    /// The name.
    package let name: String
    /// The column of the primary keys, which are those of the store.
    package let primaryKey: String
    /// The column with the name of a row's entity; nil if there is only one entity.
    package let entityColumn: String?
    /// The other columns.
    package let properties: [PlainProperty]
    /// Views of subentities.
    package let views: [PlainView]

    /// The numbers of its entities for an SQL `IN`.
    var numbers: String { entities.map { String($0.number) }.joined(separator: ", ") }

    /// Returns the properties in the form that a store's rows need. An enumeration without raw values is the name of
    /// its case. If rows have other values, its columns are returned one by one.
    ///
    /// - Throws: `DatabaseError`.
    func properties(in store: Connection) throws -> [PlainProperty] {
        let enumerations = try properties.compactMap { property -> CompositeLayout? in
            guard case .enumeration(let composite) = property.content,
                try ValueForm(enumeration: composite, rows: "1", of: root.table, in: store) != nil
            else { return nil }
            return composite
        }
        return properties.filter { property in
            if case .enumeration(let composite) = property.content {
                return enumerations.contains { $0.columns == composite.columns }
            }
            return !enumerations.contains { property.isCase(of: $0) }
        }
    }
}

/// The objects of a subentity and of its descendants, as a view of the root's table.
package struct PlainView: Sendable {
    /// The entity.
    package let entity: EntityLayout
    /// The name.
    package let name: String
    /// The names of the entities whose objects it shows.
    let entityNames: [String]
    /// The properties of the entity, with their names in the view.
    let columns: [(name: String, property: PlainProperty)]
}

/// The table of a many-to-many relationship.
package struct PlainJunction: Sendable {
    /// The entity whose relationship it is named after.
    package let source: EntityLayout
    /// The destination entity.
    package let target: EntityLayout
    /// The name of the relationship.
    package let relationship: String
    /// The store's table, with its columns for the two objects and for the order of the relationship and of its
    /// inverse.
    let join: (table: String, source: String, target: String, order: String?, inverseOrder: String?)
    /// The name.
    package let name: String
    /// The column with the object that has the relationship.
    package let sourceColumn: String
    /// The column with the destination.
    package let targetColumn: String
    /// The column with the position in the ordered relationship.
    package let orderColumn: String?
    /// The column with the position in the ordered inverse.
    package let inverseOrderColumn: String?
}
