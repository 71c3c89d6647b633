import ObjectModel

/// Names the join tables of a model and their columns (docs/internals/format.md#many-to-many, many-to-many).
struct JoinTableNaming {
    /// A relationship with the entities at its ends.
    private struct End {
        let entity: EntityDescription
        let relationship: RelationshipDescription
        let key: RelationshipKey
    }

    let model: ManagedObjectModel
    let numbers: EntityNumbers
    /// The tables of a store of the same model, which show the naming sides.
    let referenceTables: Set<String>
    /// The columns of those tables, which show the numbers.
    let referenceColumns: [String: [String]]
    /// The join tables, in the order of the entities that they are named after.
    private(set) var tables: [SchemaJoinTable] = []
    /// Relationships of one entity whose inverses have the same name, if no reference shows the numbers of their
    /// columns.
    private(set) var uncertainColumns: [(entityName: String, relationshipNames: [String])] = []
    /// The name of the column with the destinations of each relationship.
    private var targetColumns: [RelationshipKey: String] = [:]

    init(
        model: ManagedObjectModel, numbers: EntityNumbers, referenceTables: Set<String> = [],
        referenceColumns: [String: [String]] = [:]
    ) {
        self.model = model
        self.numbers = numbers
        self.referenceTables = referenceTables.union(referenceColumns.keys)
        self.referenceColumns = referenceColumns
        let pairs = manyToManyPairs()
        let named = nameTables(pairs)
        nameColumns(pairs, named)
        addTables(named)
    }

    /// A join table with its name.
    private struct NamedTable {
        let name: String
        let naming: End
        let other: End
    }

    /// A relationship of an entity and its inverse, whose destination column it owns.
    private struct ColumnOwner {
        let relationshipName: String
        let inverse: RelationshipKey
    }

    /// Returns every to-many with a to-many inverse, and that inverse, in the order of entities and names.
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

    /// Names the columns. In the order of an entity's relationships by name, the column that refers to the entity is
    /// named after the inverse, and the second with the same name gets a number. That order is nearly always the one
    /// of names, but a store with four relationships has another one, and so has one of two stores with two. A
    /// reference decides, and without one the order is uncertain.
    private mutating func nameColumns(
        _ pairs: [(one: End, inverse: End)], _ named: [NamedTable]
    ) {
        var names: [String: ColumnNames] = [:]
        var groups: [String: [ColumnOwner]] = [:]
        var order: [(name: String, entityName: String)] = []
        for pair in pairs where targetColumns[pair.inverse.key] == nil {
            let name = StoreName.join(
                pair.inverse.relationship.name, number: numbers.number(of: pair.one.entity.name))
            targetColumns[pair.inverse.key] =
                names[pair.one.entity.name, default: ColumnNames()].unique(name)
            if groups[name] == nil { order.append((name, pair.one.entity.name)) }
            groups[name, default: []].append(
                ColumnOwner(
                    relationshipName: pair.one.relationship.name, inverse: pair.inverse.key))
        }
        let indices = columnIndices(named)
        for (name, entityName) in order {
            guard let group = groups[name], group.count > 1 else { continue }
            let planned = group.compactMap { targetColumns[$0.inverse] }
            let shown = group.compactMap { owner in
                indices[owner.inverse].flatMap { table, index -> String? in
                    guard let columns = referenceColumns[table], index < columns.count else {
                        return nil
                    }
                    return columns[index]
                }
            }
            guard shown.count == group.count, Set(shown) == Set(planned) else {
                uncertainColumns.append((entityName, group.map(\.relationshipName)))
                continue
            }
            for (owner, column) in zip(group, shown) { targetColumns[owner.inverse] = column }
        }
    }

    /// Returns the place of the column with the destinations of each relationship in its join table.
    private func columnIndices(_ named: [NamedTable]) -> [RelationshipKey: (String, Int)] {
        var indices: [RelationshipKey: (String, Int)] = [:]
        for table in named {
            indices[table.other.key] = (table.name, 0)
            if table.naming.key != table.other.key { indices[table.naming.key] = (table.name, 1) }
        }
        return indices
    }

    private func nameTables(_ pairs: [(one: End, inverse: End)]) -> [NamedTable] {
        var done: Set<RelationshipKey> = []
        var names = ColumnNames()
        var named: [NamedTable] = []
        for pair in pairs {
            guard done.insert(pair.one.key).inserted else { continue }
            done.insert(pair.inverse.key)
            let (naming, other) = namingSideFirst(pair.one, pair.inverse)
            named.append(
                NamedTable(name: names.unique(plainName(naming)), naming: naming, other: other))
        }
        return named
    }

    private mutating func addTables(_ named: [NamedTable]) {
        tables = named.enumerated()
            .map { (number: numbers.number(of: $1.naming.entity.name), index: $0, table: $1) }
            .sorted { ($0.number, $0.index) < ($1.number, $1.index) }
            .map { table($0.table.name, naming: $0.table.naming, other: $0.table.other) }
    }

    private func plainName(_ end: End) -> String {
        StoreName.join(end.relationship.name, number: numbers.number(of: end.entity.name))
    }

    /// Orders a pair: first the side whose entity has subentities, or else the one with the lower number. Within one
    /// entity, the relationship with the greater name is first.
    private func namingSideFirst(_ one: End, _ other: End) -> (End, End) {
        if one.entity.name == other.entity.name {
            let isLess = one.relationship.name.precedesInBinaryOrder(other.relationship.name)
            let (first, second) = isLess ? (other, one) : (one, other)
            // A hash order decides within one entity. A real store shows its result.
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
        // Each side's rows are the destinations of the inverse.
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
