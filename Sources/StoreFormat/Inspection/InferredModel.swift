import ObjectModel

/// Guesses the model of a store that carries none: frameworks before 637 wrote no model cache
/// (SPEC, evidence base).
///
/// What a store shows without its model: the entities with their inheritance, and columns with
/// their SQL types. What it does not show: the case of property names (``names`` are in lower
/// case), which subentity declares a column (all are given to the root entity), booleans and the
/// width of integers (all are Integer 64), which integer is a foreign key without an entity column
/// (it stays an integer attribute), and everything a column does not need, such as to-many
/// relationships, defaults and validation.
struct InferredModel {
    let inspection: StoreInspection

    /// The guessed model, marked as such.
    ///
    /// - Throws: ``StoreError`` where the tables make no model.
    func model() throws -> ManagedObjectModel {
        let entityRows = inspection.primaryKeys.filter { !$0.isHistory }
        let names = Dictionary(
            entityRows.map { ($0.number, $0.name) }, uniquingKeysWith: { first, _ in first })
        let entities = entityRows.map { row in
            EntityDescription(
                name: row.name, superentityName: names[row.superNumber],
                ownProperties: row.superNumber == 0 ? properties(of: row, names: names) : [])
        }
        do {
            return try ManagedObjectModel(entities: entities, isInferred: true)
        } catch {
            throw StoreError(
                .badBookkeeping("its tables do not make a model"), path: inspection.path)
        }
    }

    private func properties(
        of row: PrimaryKeyRow, names: [Int64: String]
    ) -> [PropertyDescription] {
        guard let table = inspection.table(named: "Z" + row.name) else { return [] }
        let columns = Set(table.columns.map(\.name))
        return table.columns.compactMap { column in
            guard column.name.hasPrefix("Z"), let name = propertyName(of: column) else {
                return nil
            }
            // `Z<n>_REL` beside `ZREL` holds the number of the destination's entity (SPEC 3).
            let entityColumn = names.first { columns.contains("Z\($0.key)_\(name.uppercased())") }
            if column.declaredType == "INTEGER", let destination = entityColumn?.value {
                return .relationship(
                    RelationshipDescription(
                        PropertyTraits(name: name), destinationEntityName: destination))
            }
            return .attribute(
                AttributeDescription(
                    PropertyTraits(name: name), type: type(of: column)))
        }
    }

    /// The property that a column may stand for; nil for bookkeeping, order keys, entity columns
    /// and foreign keys of relationships without an inverse, which all have a digit or an
    /// underscore behind the `Z`.
    private func propertyName(of column: ColumnInfo) -> String? {
        let name = column.name.dropFirst()
        guard let first = name.first, !first.isNumber, first != "_" else { return nil }
        return name.lowercased()
    }

    /// The attribute type that has a declared type (SPEC 3).
    private func type(of column: ColumnInfo) -> AttributeType {
        switch column.declaredType {
        case "INTEGER": .integer64
        case "FLOAT": .double
        case "TIMESTAMP": .date
        case "DECIMAL": .decimal
        case "VARCHAR": .string
        default: .binaryData
        }
    }
}
