import ObjectModel

/// The statements of the indexes (docs/internals/format.md#indexes).
struct IndexSQL {
    let schema: StoreSchema
    private(set) var problems: [SchemaProblem] = []
    private var modelIndexes: [String: [SchemaObject]] = [:]
    private var entities: [String: [EntityDescription]] = [:]
    /// Whether the store has fetch indexes: its framework creates them, and the model has some. Indexed attributes
    /// are then among them.
    private let usesFetchIndexes: Bool

    init(schema: StoreSchema) {
        self.schema = schema
        usesFetchIndexes =
            schema.era.knowsFetchIndexes
            && schema.model.entities.contains { !$0.fetchIndexes.isEmpty }
        for entity in schema.numbers.entities {
            guard let table = schema.table(of: entity) else { continue }
            entities[table.name, default: []].append(entity)
            var own = ModelIndexSQL(schema: schema, entity: entity, table: table.name)
            let objects =
                (usesFetchIndexes ? own.fetchIndexes() : own.compoundIndexes())
                + (schema.era.hasUniqueIndexes ? own.uniqueIndexes() : [])
            modelIndexes[table.name, default: []] += objects
            problems += own.problems
        }
    }

    /// Returns the indexes of a root entity's table and of the join tables named after its family.
    func indexes(of table: SchemaTable, joins: [SchemaJoinTable]) -> [SchemaObject] {
        // The indexes of join tables that are named after subentities are last.
        let joins = schema.era.indexesJoinTables ? joins : []
        let own = joins.filter { $0.namingSide.entityName == table.rootEntityName }
        let others = joins.filter { $0.namingSide.entityName != table.rootEntityName }
        return columnIndexes(of: table) + entityIndex(of: table) + own.map(joinIndex)
            + (modelIndexes[table.name] ?? []) + others.map(joinIndex)
    }

    /// Returns, entity by entity, the indexes of the indexed attributes of old models and of the to-ones, followed by
    /// those of the to-manys without an inverse.
    private func columnIndexes(of table: SchemaTable) -> [SchemaObject] {
        func index(_ column: String) -> SchemaObject {
            let name = "\(table.name)_\(column)_INDEX"
            return SchemaObject(
                .index, name,
                "CREATE INDEX \(name.schemaName) ON \(table.name.schemaName) "
                    + "(\(column.schemaName))")
        }
        var indexes: [SchemaObject] = []
        for entity in entities[table.name] ?? [] {
            let properties = schema.model.addedProperties(of: entity)
            if !usesFetchIndexes {
                indexes += properties.compactMap(\.attribute).filter { $0.isIndexed }
                    .compactMap { schema.column($0.name, .attribute, of: entity) }
                    .map { index($0.name) }
            }
            indexes += properties.compactMap(\.relationship).filter { !$0.isToMany }
                .compactMap { schema.column($0.name, .toOne, of: entity) }
                .map { index($0.name) }
        }
        return indexes
            + table.columns.filter { $0.role == .noInverse }.map { index($0.name) }
    }

    private func entityIndex(of table: SchemaTable) -> [SchemaObject] {
        guard let root = schema.model.entity(named: table.rootEntityName),
            !root.subentityNames.isEmpty,
            root.userInfo.value(forKey: "_NSEntityOmitSubentityColumnIndex") == nil
        else { return [] }
        let name = "\(table.name)_Z_ENT_INDEX"
        return [
            SchemaObject(
                .index, name,
                "CREATE INDEX \(name.schemaName) ON \(table.name.schemaName) (Z_ENT)")
        ]
    }

    private func joinIndex(of table: SchemaJoinTable) -> SchemaObject {
        let own = table.namingSide.column
        let other = table.otherSide.column
        let name = "\(table.name)_\(other)_INDEX"
        return SchemaObject(
            .index, name,
            "CREATE INDEX \(name.schemaName) ON \(table.name.schemaName) "
                + "(\(other.schemaName), \(own.schemaName))")
    }
}
