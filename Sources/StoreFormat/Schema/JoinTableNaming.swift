import ObjectModel

/// Names the join tables of a model and their columns (SPEC 3, many-to-many).
struct JoinTableNaming {
    /// A relationship and the entity that declares it.
    private struct RelationshipKey: Hashable {
        let entityName: String
        let name: String
    }

    /// A relationship with the entities at its ends.
    private struct End {
        let entity: EntityDescription
        let relationship: RelationshipDescription
        let key: RelationshipKey
    }

    let model: ManagedObjectModel
    let numbers: EntityNumbers
    /// The tables of a store of the same model, whose naming sides count.
    let referenceTables: Set<String>
    /// The join tables, in the order of the entities that they are named after.
    private(set) var tables: [SchemaJoinTable] = []
    /// The name of the column with the destinations of each relationship.
    private var targetColumns: [RelationshipKey: String] = [:]

    init(model: ManagedObjectModel, numbers: EntityNumbers, referenceTables: Set<String> = []) {
        self.model = model
        self.numbers = numbers
        self.referenceTables = referenceTables
        let pairs = manyToManyPairs()
        nameColumns(pairs)
        addTables(pairs)
    }

    /// Every to-many with a to-many inverse, with that inverse, in the order of entities and names.
    private func manyToManyPairs() -> [(one: End, inverse: End)] {
        numbers.entities.flatMap { entity in
            model.addedProperties(of: entity).compactMap { property in
                guard let relationship = property.relationship, relationship.isToMany,
                    !relationship.isTransient,
                    let destination = model.destination(of: relationship),
                    let inverse = model.inverse(of: relationship, in: entity), inverse.isToMany,
                    !inverse.isTransient
                else { return nil }
                let owner = model.declaringEntity(of: inverse.name, in: destination)
                return (
                    End(
                        entity: entity, relationship: relationship,
                        key: RelationshipKey(entityName: entity.name, name: relationship.name)),
                    End(
                        entity: destination, relationship: inverse,
                        key: RelationshipKey(entityName: owner.name, name: inverse.name))
                )
            }
        }
    }

    /// Names the columns: walking an entity's relationships by name, the column that leads back to
    /// it is named after the inverse; the second of a name gets a number.
    private mutating func nameColumns(_ pairs: [(one: End, inverse: End)]) {
        var names: [String: ColumnNames] = [:]
        for pair in pairs where targetColumns[pair.inverse.key] == nil {
            let name = StoreName.join(
                pair.inverse.relationship.name, number: numbers.number(of: pair.one.entity.name))
            targetColumns[pair.inverse.key] =
                names[pair.one.entity.name, default: ColumnNames()].unique(name)
        }
    }

    private mutating func addTables(_ pairs: [(one: End, inverse: End)]) {
        var done: Set<RelationshipKey> = []
        var names = ColumnNames()
        var found: [(number: Int, table: SchemaJoinTable)] = []
        for pair in pairs {
            guard done.insert(pair.one.key).inserted else { continue }
            done.insert(pair.inverse.key)
            let (naming, other) = namingSideFirst(pair.one, pair.inverse)
            let number = numbers.number(of: naming.entity.name)
            let name = names.unique(plainName(naming))
            found.append((number, table(name, naming: naming, other: other)))
        }
        tables = found.enumerated()
            .sorted { ($0.element.number, $0.offset) < ($1.element.number, $1.offset) }
            .map(\.element.table)
    }

    private func plainName(_ end: End) -> String {
        StoreName.join(end.relationship.name, number: numbers.number(of: end.entity.name))
    }

    /// The side whose entity has subentities, else the one with the lower number; within one
    /// entity the relationship with the greater name.
    private func namingSideFirst(_ one: End, _ other: End) -> (End, End) {
        if one.entity.name == other.entity.name {
            let isLess = one.relationship.name.precedesInBinaryOrder(other.relationship.name)
            let (first, second) = isLess ? (other, one) : (one, other)
            // A hash order decides in truth; a real store shows how it came out.
            let isReversed =
                !referenceTables.contains(plainName(first))
                && referenceTables.contains(plainName(second))
            return isReversed ? (second, first) : (first, second)
        }
        let oneHasSubentities = !one.entity.subentityNames.isEmpty
        if oneHasSubentities != !other.entity.subentityNames.isEmpty {
            return oneHasSubentities ? (one, other) : (other, one)
        }
        let isFirst = numbers.number(of: one.entity.name) < numbers.number(of: other.entity.name)
        return isFirst ? (one, other) : (other, one)
    }

    private func table(_ name: String, naming: End, other: End) -> SchemaJoinTable {
        let isReflexive = naming.key == other.key
        // Each side's rows are what the other side's relationship leads to.
        let ownColumn = targetColumns[other.key] ?? name
        let otherColumn = isReflexive ? "REFLEXIVE" : targetColumns[naming.key] ?? name
        func orderColumn(of end: End, targets: String) -> String? {
            end.relationship.isOrdered ? StoreName.joinOrderKey(column: targets) : nil
        }
        let namingOrder = orderColumn(of: naming, targets: isReflexive ? ownColumn : otherColumn)
        return SchemaJoinTable(
            name: name,
            namingSide: SchemaJoinTable.Side(
                entityName: naming.entity.name, relationshipName: naming.relationship.name,
                column: ownColumn, orderColumn: namingOrder),
            otherSide: SchemaJoinTable.Side(
                entityName: other.entity.name, relationshipName: other.relationship.name,
                column: otherColumn,
                orderColumn: isReflexive
                    ? namingOrder : orderColumn(of: other, targets: ownColumn)),
            isReflexive: isReflexive)
    }
}
