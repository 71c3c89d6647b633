import ObjectModel

/// The tables of a model's root entities: their columns with names and order (docs/internals/format.md#tables,
/// #columns).
struct EntityTables {
    /// The limit of nested composite attributes.
    static let compositeDepthLimit = 32

    let model: ManagedObjectModel
    let numbers: EntityNumbers
    /// The tables in the order of their root entities.
    private(set) var tables: [SchemaTable] = []
    /// The table of each entity, as an index in ``tables``.
    private(set) var tableIndices: [String: Int] = [:]
    /// The columns by their purposes.
    private(set) var columns: [ColumnKey: SchemaColumn] = [:]
    private var columnNames: [ColumnNames] = []

    init(
        model: ManagedObjectModel, numbers: EntityNumbers,
        referenceColumns: [String: [String]] = [:]
    ) {
        self.model = model
        self.numbers = numbers
        nameTables()
        for entity in numbers.entities { addColumns(of: entity) }
        for entity in numbers.entities { addSourceColumns(of: entity) }
        for index in tables.indices {
            tables[index].columns = ColumnOrder.sorted(
                tables[index].columns, reference: referenceColumns[tables[index].name] ?? [])
        }
    }

    /// Returns the plain attributes that store an attribute: itself, or the elements of a composite in declared
    /// order, each with its dotted path (docs/internals/format.md#columns).
    static func leaves(
        of attribute: AttributeDescription, prefix: String = "", depth: Int = 0
    ) -> [(path: String, attribute: AttributeDescription)] {
        let path = prefix + attribute.name
        guard attribute.isComposite else { return [(path, attribute)] }
        guard depth < compositeDepthLimit else { return [] }
        return attribute.elements.flatMap {
            leaves(of: $0, prefix: path + ".", depth: depth + 1)
        }
    }

    private mutating func nameTables() {
        var names = ColumnNames()
        // Parents come first, with any numbers of a store, because a model's entities are in that order.
        for entity in model.entities where entity.superentityName == nil {
            tableIndices[entity.name] = tables.count
            let name = names.unique(StoreName.plain(entity.name))
            tables.append(SchemaTable(name: name, rootEntityName: entity.name, columns: []))
            columnNames.append(ColumnNames())
        }
        for entity in model.entities {
            guard let parent = entity.superentityName else { continue }
            tableIndices[entity.name] = tableIndices[parent]
        }
    }

    /// Adds the columns of an entity's own properties. Names are assigned in this order: integers, to-ones with their
    /// entity columns, order keys, all other attributes.
    private mutating func addColumns(of entity: EntityDescription) {
        let properties = model.addedProperties(of: entity).filter { !$0.isTransient }
        let attributes = properties.compactMap(\.attribute).flatMap { Self.leaves(of: $0) }
        let toOnes = properties.compactMap(\.relationship).filter { !$0.isToMany }
        for leaf in attributes where leaf.attribute.type.isStoredAsInteger {
            addAttribute(leaf.attribute, path: leaf.path, of: entity)
        }
        for relationship in toOnes {
            add(StoreName.plain(relationship.name), relationship, .toOne, of: entity)
            guard let destination = model.destination(of: relationship),
                !destination.subentityNames.isEmpty
            else { continue }
            let name = StoreName.entityColumn(
                relationship.name, destinationNumber: numbers.number(of: destination.name))
            add(name, relationship, .entityColumn, of: entity)
        }
        for relationship in toOnes {
            guard let inverse = model.inverse(of: relationship, in: entity),
                inverse.isToMany, inverse.isOrdered
            else { continue }
            add(StoreName.orderKey(relationship.name), relationship, .orderKey, of: entity)
        }
        for leaf in attributes where !leaf.attribute.type.isStoredAsInteger {
            addAttribute(leaf.attribute, path: leaf.path, of: entity)
        }
    }

    /// Adds the columns that to-many relationships without an inverse need in their destinations.
    private mutating func addSourceColumns(of entity: EntityDescription) {
        for property in model.addedProperties(of: entity) where !property.isTransient {
            guard let relationship = property.relationship, relationship.isToMany,
                model.inverse(of: relationship, in: entity) == nil,
                let destination = model.destination(of: relationship)
            else { continue }
            let name = StoreName.noInverse(
                relationship.name, sourceNumber: numbers.number(of: entity.name))
            add(name, relationship, .noInverse, of: entity, tableOf: destination)
        }
    }

    private mutating func addAttribute(
        _ attribute: AttributeDescription, path: String, of entity: EntityDescription
    ) {
        add(
            StoreName.plain(attribute.name), sqlType: attribute.type.sqlType,
            ColumnKey(entityName: entity.name, path: path, role: .attribute),
            attribute: attribute, tableOf: entity)
    }

    private mutating func add(
        _ name: String, _ relationship: RelationshipDescription, _ role: SchemaColumn.Role,
        of entity: EntityDescription, tableOf owner: EntityDescription? = nil
    ) {
        add(
            name, sqlType: "INTEGER",
            ColumnKey(entityName: entity.name, path: relationship.name, role: role),
            attribute: nil, tableOf: owner ?? entity)
    }

    private mutating func add(
        _ name: String, sqlType: String, _ key: ColumnKey, attribute: AttributeDescription?,
        tableOf entity: EntityDescription
    ) {
        guard let index = tableIndices[entity.name] else { return }
        let column = SchemaColumn(
            name: columnNames[index].unique(name), sqlType: sqlType, entityName: key.entityName,
            path: key.path, role: key.role, attribute: attribute, plainName: name)
        tables[index].columns.append(column)
        columns[key] = column
    }
}
