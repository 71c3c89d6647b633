import ObjectModel

/// Guesses the model of a store that carries none: frameworks before 637 wrote no model cache
/// (docs/format.md, at its beginning).
///
/// What a store shows without its model: the entities with their inheritance, and columns with
/// their SQL types. What it does not show: the case of property names (``names`` are in lower
/// case), which subentity declares a column (all are given to the root entity), booleans and the
/// width of integers (all are Integer 64), which integer is a foreign key without an entity column
/// (it stays an integer attribute), and everything a column does not need, such as to-many
/// relationships, defaults and validation.
struct InferredModel {
    let inspection: StoreInspection
    /// Relationships that somebody who knows the app has named.
    var declared: [DeclaredRelationship] = []

    /// The guessed model, marked as such.
    ///
    /// - Throws: ``StoreError`` where the tables make no model.
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
            // `Z<n>_REL` beside `ZREL` holds the number of the destination's entity (docs/format.md#columns).
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

    /// The entity with the relationships that were declared for it or for its subentities, in the
    /// place of the integer attributes that their columns were taken for.
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

    /// The declared relationships of a root entity, both sides, by lower-cased name.
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
        // Z_SUPER may be damaged: no chain is longer than there are entities.
        for _ in inspection.primaryKeys {
            guard let current = row, current.superNumber != 0 else { return row?.name }
            row = inspection.primaryKeys.first { $0.number == current.superNumber }
        }
        return nil
    }

    /// The property that a column may stand for; nil for bookkeeping, order keys, entity columns
    /// and foreign keys of relationships without an inverse, which all have a digit or an
    /// underscore behind the `Z`.
    private func propertyName(of column: ColumnInfo) -> String? {
        let name = column.name.dropFirst()
        guard let first = name.first, !first.isNumber, first != "_" else { return nil }
        return name.lowercased()
    }

    /// The attribute type that has a declared type (docs/format.md#columns).
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

/// A to-one relationship that is known from elsewhere than a model.
package struct DeclaredRelationship: Equatable, Sendable {
    /// The entity that has it.
    package let entityName: String
    /// Its name.
    package let name: String
    /// The entity that it leads to.
    package let destinationName: String
    /// The to-one relationship that leads back; nil where there is none.
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
