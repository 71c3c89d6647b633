import ObjectModel

/// Infers the model of a store that contains none: frameworks before 637 wrote no model cache
/// (docs/internals/format.md, at its beginning).
///
/// Such a store shows the entities with their inheritance, and columns with their SQL types. It does not show the
/// case of property names (``names`` are in lower case), the subentity that declares a column (all are given to the
/// root entity), booleans and the width of integers (all are Integer 64), the integers that are foreign keys without
/// an entity column (they become integer attributes), and everything that needs no column, such as to-many
/// relationships, defaults and validation.
struct InferredModel {
    let inspection: StoreInspection
    /// Relationships that the user has declared.
    var declared: [DeclaredRelationship] = []

    /// Returns the inferred model, which is marked as such.
    ///
    /// - Throws: ``StoreError`` if the tables do not give a model.
    func model() throws -> ManagedObjectModel {
        let entityRows = inspection.primaryKeys.filter { !$0.isHistory }
        let names = Dictionary(keepingFirst: entityRows.map { ($0.number, $0.name) })
        let entities = entityRows.map { row in
            EntityDescription(
                name: row.name, superentityName: names[row.superNumber],
                ownProperties: row.superNumber == 0 ? properties(of: row, names: names) : [])
        }.map(completed)
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
            // `Z<n>_REL` beside `ZREL` contains the number of the destination's entity
            // (docs/internals/format.md#columns).
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

    /// Returns the entity with the relationships that were declared for it or for its subentities. They replace the
    /// integer attributes that were inferred from their columns.
    private func completed(_ entity: EntityDescription) -> EntityDescription {
        guard entity.superentityName == nil else { return entity }
        let own = relationships(ofRoot: entity.name)
        let properties = entity.ownProperties.map { property in
            guard property.attribute?.type == .integer64,
                let relationship = own[property.name]
            else { return property }
            return PropertyDescription.relationship(relationship)
        }
        return EntityDescription(name: entity.name, ownProperties: properties)
    }

    /// Returns the declared relationships of a root entity, including the inverses, by name in lower case.
    private func relationships(ofRoot root: String) -> [String: RelationshipDescription] {
        var result: [String: RelationshipDescription] = [:]
        for one in declared where self.root(of: one.entityName) == root {
            result[one.name.lowercased()] = RelationshipDescription(
                PropertyTraits(name: one.name), destinationEntityName: one.destinationName,
                inverseRelationshipName: one.inverseName)
        }
        for one in declared where self.root(of: one.destinationName) == root {
            guard let inverse = one.inverseName, result[inverse.lowercased()] == nil else {
                continue
            }
            result[inverse.lowercased()] = RelationshipDescription(
                PropertyTraits(name: inverse), destinationEntityName: one.entityName,
                inverseRelationshipName: one.name)
        }
        return result
    }

    private func root(of entity: String) -> String? {
        var row = inspection.primaryKey(of: entity)
        // Z_SUPER may be damaged. No chain is longer than the number of entities.
        for _ in inspection.primaryKeys {
            guard let current = row, current.superNumber != 0 else { return row?.name }
            row = inspection.primaryKeys.first { $0.number == current.superNumber }
        }
        return nil
    }

    /// Returns the property that a column may belong to. Returns nil for bookkeeping, order keys, entity columns and
    /// foreign keys of relationships without an inverse, which all have a digit or an underscore after the `Z`.
    private func propertyName(of column: ColumnInfo) -> String? {
        let name = column.name.dropFirst()
        guard let first = name.first, !first.isNumber, first != "_" else { return nil }
        return name.lowercased()
    }

    /// Returns the attribute type for a column's declared type (docs/internals/format.md#columns).
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

/// A to-one relationship that is declared outside a model.
package struct DeclaredRelationship: Equatable, Sendable {
    /// The entity that has it.
    package let entityName: String
    /// Its name.
    package let name: String
    /// The destination entity.
    package let destinationName: String
    /// The to-one inverse; nil if there is none.
    package let inverseName: String?

    /// Declares a relationship.
    package init(
        entityName: String, name: String, destinationName: String, inverseName: String? = nil
    ) {
        self.entityName = entityName
        self.name = name
        self.destinationName = destinationName
        self.inverseName = inverseName
    }
}
