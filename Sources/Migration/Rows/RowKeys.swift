import StoreFormat

/// Which objects of the old store come along, and what they are in the new one: what the statements that
/// write rows and links ask, in SQL. A migration takes all objects into an empty store; a copy chooses some,
/// and there may be others already.
package protocol RowKeys {
    /// The key that an object of an old table has in the new store; NULL where it is not there.
    func newKey(_ key: String, in table: String) -> String

    /// The `Z_ENT` that this object has there; nil where its old entity tells.
    func newNumber(_ key: String, in table: String) -> String?

    /// A condition on the key of rows of an old table that are inserted; nil for all.
    func isInserted(_ key: String, in table: String) -> String?

    /// A condition on links: on the new keys of both ends, each with the root entity of its table; nil for all.
    func isWritten(_ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String)
        -> String?

    /// A condition on links that the new store may have had before, as ``isWritten(_:_:_:_:)``: on those with
    /// an end that has come along; nil for all.
    func isNew(_ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String)
        -> String?

    /// The highest position in an ordered relationship that an object of the new store has already; nil
    /// where none has any.
    ///
    /// - Parameters:
    ///   - owner: the key of the object that has the relationship.
    ///   - column: the column of the table with these keys.
    func highestPosition(owner: String, table: String, column: String) -> String?

    /// The value of an attribute as it is to be written.
    func value(_ expression: String, of attribute: AttributeMapping, in entity: EntityLayout) -> String

    /// The `Z_OPT` of inserted rows, from that of the old row.
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
    /// A position behind those that the owner has already.
    func position(_ position: String, owner: String, table: String, column: String) -> String {
        guard let highest = highestPosition(owner: owner, table: table, column: column) else {
            return position
        }
        return "\(position) + \(highest)"
    }
}
