import ObjectModel
import StoreFormat

/// Every value has the storage class, range and length of its attribute's type (SPEC 8).
struct StorageClassCheck: StoreCheck {
    let name = "storage classes"
    let purpose = "every value is stored as its attribute's type is"

    func run(on store: VerifiedStore, into outcome: inout CheckOutcome) throws {
        for entity in store.layout.entities where store.has(entity.table) {
            for attribute in entity.attributes where store.declares(entity, attribute.path) {
                try check(attribute, of: entity, in: store, &outcome)
            }
        }
    }

    private func check(
        _ attribute: AttributeColumn, of entity: EntityLayout, in store: VerifiedStore,
        _ outcome: inout CheckOutcome
    ) throws {
        guard let sound = Self.condition(attribute) else { return }
        let column = attribute.column.sqlIdentifier
        let from =
            "FROM \(entity.table.sqlIdentifier) WHERE \(entity.familyCondition) AND \(column) NOT NULL"
        outcome.examine(try store.count(from))
        try store.connection.forEachRow(
            "SELECT Z_PK, typeof(\(column)), substr(quote(\(column)), 1, 60) \(from) AND NOT (\(sound))"
        ) { row in
            outcome.report(
                Finding(
                    entity: entity.name, primaryKey: row.integer(at: 0), property: attribute.path,
                    "\(row.text(at: 1) ?? "") \(row.text(at: 2) ?? "") "
                        + "is no \(attribute.attribute.type.xcodeName) value"))
        }
    }

    /// What holds for every value of an attribute that is not NULL; nil where nothing is known.
    private static func condition(_ attribute: AttributeColumn) -> String? {
        let column = attribute.column.sqlIdentifier
        func isType(_ types: String...) -> String {
            "typeof(\(column)) IN (\(types.map(\.sqlLiteral).joined(separator: ", ")))"
        }
        switch attribute.attribute.type {
        case .integer16: return "\(isType("integer")) AND \(column) BETWEEN -32768 AND 32767"
        case .integer32: return "\(isType("integer")) AND \(column) BETWEEN -2147483648 AND 2147483647"
        case .integer64: return isType("integer")
        case .boolean: return "\(isType("integer")) AND \(column) IN (0, 1)"
        case .double, .float: return isType("real")
        case .decimal: return isType("real", "integer", "text")
        case .string, .uri: return isType("text")
        // An integral time is stored as an integer: TIMESTAMP has NUMERIC affinity.
        case .date: return isType("real", "integer")
        case .uuid: return "\(isType("blob")) AND length(\(column)) = 16"
        case .binaryData, .transformable: return binaryCondition(attribute, isType("blob"))
        case .objectID: return isType("text", "blob")
        case .undefined, .composite: return nil
        }
    }

    /// With external storage allowed, a leading byte says where the bytes are: 1 inline, 2 in a
    /// file whose name of 36 characters and a NUL follow.
    private static func binaryCondition(_ attribute: AttributeColumn, _ isBlob: String) -> String {
        guard attribute.attribute.allowsExternalBinaryDataStorage else { return isBlob }
        let column = attribute.column.sqlIdentifier
        return """
            \(isBlob) AND (substr(\(column), 1, 1) = X'01'
            OR (substr(\(column), 1, 1) = X'02' AND length(\(column)) = 38))
            """
    }
}
