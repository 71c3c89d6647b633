import ObjectModel

/// Builds a layout from the schema of the rules and, if there is a store, from its tables.
struct StoreLayoutBuilder {
    let schema: StoreSchema
    /// The tables of the store; nil for the rules alone.
    let store: StoredTables?
    private(set) var problems: [LayoutProblem]
    private(set) var entities: [EntityLayout] = []
    private(set) var joinTables: [JoinTableLayout] = []
    private var tableNames: [String: String] = [:]
    private var columnNames: [ColumnKey: String] = [:]
    private var joinIndices: [RelationshipKey: Int] = [:]

    private var model: ManagedObjectModel { schema.model }

    init(schema: StoreSchema, store: StoredTables?, problems: [LayoutProblem] = []) {
        self.schema = schema
        self.store = store
        self.problems = problems
    }

    mutating func build() {
        resolveTables()
        resolveJoinTables()
        let families = familyNumbers()
        entities = schema.numbers.entities.map { layout(of: $0, families: families) }
    }

    // MARK: Names

    private mutating func resolveTables() {
        for planned in schema.tables {
            guard let store else {
                take(planned)
                continue
            }
            guard let stored = storedTable(for: planned, in: store) else {
                problems.append(
                    .missingTable(entity: planned.rootEntityName, expected: planned.name))
                take(planned)
                continue
            }
            tableNames[planned.rootEntityName] = stored.name
            let found = ColumnResolution(schema: schema, planned: planned, stored: stored)
            columnNames.merge(found.names) { first, _ in first }
            problems += found.problems
        }
    }

    private mutating func take(_ planned: SchemaTable) {
        tableNames[planned.rootEntityName] = planned.name
        for column in planned.columns {
            let key = ColumnKey(
                entityName: column.entityName, path: column.path, role: column.role)
            columnNames[key] = column.name
        }
    }

    private func storedTable(
        for planned: SchemaTable, in store: StoredTables
    ) -> StoredTable? {
        if let table = store.table(planned.name) { return table }
        let root = model.entity(named: planned.rootEntityName)
        return root?.renamingIdentifier.flatMap { store.table(StoreName.plain($0)) }
    }

    private mutating func resolveJoinTables() {
        if let store {
            let found = JoinTableResolution(schema: schema, stored: store)
            joinTables = found.tables
            problems += found.problems
        } else {
            joinTables = schema.joinTables.map {
                JoinTableLayout(
                    name: $0.name, ownerSide: $0.namingSide, otherSide: $0.otherSide,
                    isReflexive: $0.isReflexive)
            }
        }
        for (index, table) in joinTables.enumerated() {
            for side in [table.ownerSide, table.otherSide] {
                guard let entity = model.entity(named: side.entityName) else { continue }
                joinIndices[key(of: side.relationshipName, in: entity)] = index
            }
        }
    }

    private func key(
        of relationship: String, in entity: EntityDescription
    ) -> RelationshipKey {
        RelationshipKey(
            entityName: model.declaringEntity(of: relationship, in: entity).name,
            name: relationship)
    }

    /// Returns the resolved name of a column, which the entity may have inherited.
    private func column(
        _ path: String, _ role: SchemaColumn.Role, of entity: EntityDescription
    ) -> String? {
        let property = path.prefix { $0 != "." }
        let owner = model.declaringEntity(of: String(property), in: entity)
        return columnNames[ColumnKey(entityName: owner.name, path: path, role: role)]
    }

    private func tableName(of entity: EntityDescription) -> String {
        schema.table(of: entity).flatMap { tableNames[$0.rootEntityName] } ?? ""
    }

    /// Returns the numbers of each entity and its descendants, in ascending order.
    private func familyNumbers() -> [String: [Int]] {
        var families: [String: [Int]] = [:]
        // Descendants before their ancestors.
        for entity in model.entities.reversed() {
            let own = [schema.numbers.number(of: entity.name)]
            families[entity.name] = entity.subentityNames
                .reduce(into: own) { $0 += families[$1] ?? [] }.sorted()
        }
        return families
    }

    // MARK: Entities

    private mutating func layout(
        of entity: EntityDescription, families: [String: [Int]]
    ) -> EntityLayout {
        let relationships = entity.relationships.filter { !$0.isTransient }
        var toOnes: [ToOneColumn] = []
        var toManys: [ToManyStorage] = []
        for relationship in relationships {
            if relationship.isToMany {
                if let storage = toMany(relationship, of: entity) { toManys.append(storage) }
            } else if let toOne = toOne(relationship, of: entity) {
                toOnes.append(toOne)
            }
        }
        let attributes = attributes(of: entity)
        return EntityLayout(
            name: entity.name, number: schema.numbers.number(of: entity.name),
            rootName: schema.table(of: entity)?.rootEntityName ?? entity.name,
            table: tableName(of: entity), isAbstract: entity.isAbstract,
            familyNumbers: families[entity.name] ?? [], attributes: attributes,
            composites: composites(of: entity, attributes), toOnes: toOnes, toManys: toManys)
    }

    private func attributes(of entity: EntityDescription) -> [AttributeColumn] {
        entity.attributes.filter { !$0.isTransient }
            .flatMap { attribute in
                EntityTables.leaves(of: attribute).compactMap { leaf in
                    guard let name = column(leaf.path, .attribute, of: entity) else { return nil }
                    return AttributeColumn(
                        path: CompositeLayout.path(of: leaf.path, in: attribute), column: name,
                        sqlType: leaf.attribute.type.sqlType, attribute: leaf.attribute)
                }
            }
            .sortedInBinaryOrder { $0.path }
    }

    private func composites(
        of entity: EntityDescription, _ attributes: [AttributeColumn]
    ) -> [CompositeLayout] {
        let composites = entity.attributes.filter { $0.isComposite && !$0.isTransient }
        guard !composites.isEmpty else { return [] }
        let columns = Dictionary(keepingFirst: attributes.map { ($0.path, $0) })
        var found: [CompositeLayout] = []
        // A stack instead of recursion: the last composite is the next.
        var open = composites.reversed().map { ($0.name, $0, $0) }
        while let (path, attribute, root) = open.popLast() {
            guard attribute.isComposite else { continue }
            let prefix = path + "."
            found.append(
                CompositeLayout(
                    path: path, attribute: attribute,
                    columns: EntityTables.leaves(of: root).compactMap { leaf in
                        leaf.path.hasPrefix(prefix)
                            ? columns[CompositeLayout.path(of: leaf.path, in: root)] : nil
                    }))
            open += attribute.elements.reversed().map { (prefix + $0.name, $0, root) }
        }
        return found
    }

    private func toOne(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) -> ToOneColumn? {
        guard let name = column(relationship.name, .toOne, of: entity) else { return nil }
        let inverse = model.inverse(of: relationship, in: entity)
        return ToOneColumn(
            relationship: relationship, column: name,
            entityColumn: column(relationship.name, .entityColumn, of: entity)
                ?? unplannedEntityColumn(relationship, of: entity),
            orderColumn: column(relationship.name, .orderKey, of: entity)
                ?? unplannedOrderColumn(relationship, inverse: inverse, of: entity),
            destinationName: relationship.destinationEntityName ?? "", inverse: inverse)
    }

    /// Returns an entity column that the store has although the destination has no subentities.
    private func unplannedEntityColumn(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) -> String? {
        guard let table = store?.table(tableName(of: entity)),
            let destination = model.destination(of: relationship)
        else { return nil }
        return model.lineage(of: destination).lazy.compactMap {
            table.column(
                StoreName.entityColumn(
                    relationship.name, destinationNumber: schema.numbers.number(of: $0.name)))?.name
        }.first
    }

    /// Returns the order key that shows an ordered inverse in a model without inverses.
    private func unplannedOrderColumn(
        _ relationship: RelationshipDescription, inverse: RelationshipDescription?,
        of entity: EntityDescription
    ) -> String? {
        guard inverse == nil else { return nil }
        return store?.table(tableName(of: entity))?
            .column(StoreName.orderKey(relationship.name))?.name
    }

    private mutating func toMany(
        _ relationship: RelationshipDescription, of entity: EntityDescription
    ) -> ToManyStorage? {
        guard let destination = model.destination(of: relationship),
            let storage = storage(of: relationship, to: destination, of: entity)
        else {
            if model.declaringEntity(of: relationship.name, in: entity).name == entity.name {
                problems.append(
                    .noStorage(entity: entity.name, relationship: relationship.name))
            }
            return nil
        }
        return ToManyStorage(
            relationship: relationship, destinationName: destination.name,
            inverse: model.inverse(of: relationship, in: entity), storage: storage)
    }

    private func storage(
        of relationship: RelationshipDescription, to destination: EntityDescription,
        of entity: EntityDescription
    ) -> ToManyStorage.Storage? {
        let table = tableName(of: destination)
        guard let inverse = model.inverse(of: relationship, in: entity) else {
            return column(relationship.name, .noInverse, of: entity)
                .map { .column(table: table, column: $0) }
        }
        guard inverse.isToMany else {
            return column(inverse.name, .toOne, of: destination).map {
                .inverseToOne(
                    table: table, column: $0,
                    orderColumn: column(inverse.name, .orderKey, of: destination))
            }
        }
        let own = key(of: relationship.name, in: entity)
        guard let join = joinIndices[own].map({ joinTables[$0] }) else { return nil }
        let ownerEntity = model.entity(named: join.ownerSide.entityName)
        let isOwner = ownerEntity.map { key(of: join.ownerSide.relationshipName, in: $0) } == own
        let (side, other) =
            isOwner ? (join.ownerSide, join.otherSide) : (join.otherSide, join.ownerSide)
        return .joinTable(
            join, ownColumn: side.column, otherColumn: other.column,
            orderColumn: side.orderColumn)
    }
}

extension CompositeLayout {
    /// Returns the path of an element for users: the value of an enumeration with raw values has the name of its
    /// attribute.
    ///
    /// - Parameters:
    ///   - path: the element's path through all composites.
    ///   - root: the attribute at the start of the path.
    static func path(of path: String, in root: AttributeDescription) -> String {
        guard root.isComposite else { return path }
        var attribute = root
        for name in path.split(separator: ".").dropFirst() {
            if case .raw? = attribute.enumeration { return String(path.dropLast(name.count + 1)) }
            guard let next = attribute.elements.first(where: { $0.name == name }) else { return path }
            attribute = next
        }
        return path
    }
}
