import StoreFormat

/// SQL for the objects of the old store that are written, and for their keys in the new one. The statements for rows
/// and links use it. A migration writes all objects into an empty store. A copy writes chosen objects, and the store
/// may already have others.
package protocol RowKeys {
    /// Returns the key in the new store of an object of an old table; NULL if the object is left out.
    func newKey(_ key: String, in table: String) -> String

    /// Returns the `Z_ENT` of this object in the new store; nil if it follows from the old entity.
    func newNumber(_ key: String, in table: String) -> String?

    /// Returns a condition on the keys of an old table for the rows to insert; nil for all.
    func isInserted(_ key: String, in table: String) -> String?

    /// Returns a condition for the links to write, on the new keys of both ends, each with the root entity of its
    /// table; nil for all.
    func isWritten(_ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String)
        -> String?

    /// Returns a condition for links that the new store cannot have had before, because an end is new, with the same
    /// parameters as ``isWritten(_:_:_:_:)``; nil for all.
    func isNew(_ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String)
        -> String?

    /// Returns the highest position that an object's ordered relationship already has in the new store; nil if there
    /// are no positions.
    ///
    /// - Parameters:
    ///   - owner: the key of the object that has the relationship.
    ///   - column: the column of the table with these keys.
    func highestPosition(owner: String, table: String, column: String) -> String?

    /// Returns the value to write for an attribute.
    func value(_ expression: String, of attribute: AttributeMapping, in entity: EntityLayout) -> String

    /// Returns the `Z_OPT` of inserted rows, given that of the old row.
    func version(_ expression: String) -> String
}

extension RowKeys {
    package func newNumber(_ key: String, in table: String) -> String? { nil }
    package func isInserted(_ key: String, in table: String) -> String? { nil }
    package func isWritten(
        _ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String
    ) -> String? { nil }
    package func isNew(
        _ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String
    ) -> String? { nil }
    package func highestPosition(owner: String, table: String, column: String) -> String? { nil }
    package func value(
        _ expression: String, of attribute: AttributeMapping, in entity: EntityLayout
    ) -> String { expression }
    package func version(_ expression: String) -> String { expression }
}

extension RowKeys {
    /// Returns a position after those that the owner already has.
    func position(_ position: String, owner: String, table: String, column: String) -> String {
        guard let highest = highestPosition(owner: owner, table: table, column: column) else {
            return position
        }
        return "\(position) + \(highest)"
    }
}
