import ObjectModel

/// The statements that create the tables, indexes and triggers of a store, in Core Data's order
/// (docs/internals/format.md#tables). The texts are exactly those in `sqlite_schema`.
package struct SchemaStatements: Sendable {
    /// The objects, in the order of their creation.
    package private(set) var objects: [SchemaObject] = []
    /// The parts of the model that the statements lack.
    package internal(set) var problems: [SchemaProblem] = []
    /// The text of each object by its name in lower case, since SQLite ignores case.
    private var texts: [String: String] = [:]

    init(schema: StoreSchema) {
        let tables = TableSQL(schema: schema)
        let indexes = IndexSQL(schema: schema)
        let joinTables = Dictionary(grouping: schema.joinTables) {
            schema.rootName(of: $0.namingSide.entityName)
        }
        let position = schema.era.indexPosition
        for table in schema.tables {
            let joins = joinTables[table.rootEntityName] ?? []
            add(tables.entityTable(table))
            if position == .afterEachTable { add(indexes.indexes(of: table, joins: joins)) }
            for join in joins { add(tables.joinTable(join)) }
        }
        if position == .last { add(BookkeepingSQL.objects(era: schema.era)) }
        if position != .afterEachTable {
            for table in schema.tables {
                add(indexes.indexes(of: table, joins: joinTables[table.rootEntityName] ?? []))
            }
        }
        problems += indexes.problems
        addTriggers(of: schema)
        if position != .last { add(BookkeepingSQL.objects(era: schema.era)) }
        problems += schema.joinTables.compactMap { Self.uncertainty(of: $0, in: schema) }
        problems += schema.uncertainJoinColumns.map {
            .uncertainJoinColumns(entity: $0.entityName, relationships: $0.relationshipNames)
        }
        if schema.hasHistory { add(HistorySQL.objects(model: schema.model, era: schema.era)) }
    }

    private static func uncertainty(
        of table: SchemaJoinTable, in schema: StoreSchema
    ) -> SchemaProblem? {
        guard table.namingSide.entityName == table.otherSide.entityName, !table.isReflexive,
            !schema.referenceTables.contains(table.name)
        else { return nil }
        return .uncertainJoinTable(
            entity: table.namingSide.entityName,
            relationship: table.namingSide.relationshipName,
            inverse: table.otherSide.relationshipName)
    }

    private mutating func addTriggers(of schema: StoreSchema) {
        let locations = LocationTreeSQL(schema: schema)
        var derived = DerivedAttributeTriggers(schema: schema)
        for entity in schema.numbers.entities {
            for attribute in schema.model.addedProperties(of: entity).compactMap(\.attribute) {
                add(locations.objects(for: attribute, of: entity))
                add(derived.triggers(for: attribute, of: entity))
            }
            for property in schema.model.addedProperties(of: entity)
            where property.userInfo.value(forKey: "NSTriggerKey") != nil {
                problems.append(.appTriggers(entity: entity.name, property: property.name))
            }
        }
        problems += derived.problems
    }

    /// Adds objects of the reference after those of their kind, before the bookkeeping tables.
    mutating func insert(_ found: [SchemaObject]) {
        let index = objects.firstIndex { $0.name == "Z_PRIMARYKEY" } ?? objects.endIndex
        let new = found.filter { texts.updateValue($0.sql, forKey: $0.name.lowercased()) == nil }
        // Triggers and indexes need their tables, which may follow that index up to 640.
        let isLast = objects[index...].contains { $0.kind != .table }
        objects.insert(contentsOf: new, at: isLast ? objects.endIndex : index)
    }

    /// Removes objects so that others can have their names.
    mutating func remove(_ found: [SchemaObject]) {
        objects.removeAll { found.contains($0) }
        for object in found { texts[object.name.lowercased()] = nil }
    }

    private mutating func add(_ object: SchemaObject) {
        let key = object.name.lowercased()
        guard let text = texts[key] else {
            texts[key] = object.sql
            objects.append(object)
            return
        }
        if text != object.sql { problems.append(.duplicateName(object.name)) }
    }

    private mutating func add(_ objects: [SchemaObject]) {
        for object in objects { add(object) }
    }
}

extension StoreSchema {
    /// The SQL functions that triggers of derived attributes call and that Core Data registers on its connections.
    /// Plain SQLite lacks them: it can create the triggers, but a write that fires one fails
    /// (docs/internals/format.md#triggers-and-r-trees).
    package static let triggerFunctions = [
        DerivedAttributeTriggers.insertFunction, DerivedAttributeTriggers.updateFunction,
    ]

    /// The function that triggers of `now()` call.
    package static let nowFunction = DerivedAttributeTriggers.nowFunction

    /// The statements that create the schema, built at each call.
    package var statements: SchemaStatements { SchemaStatements(schema: self) }

    /// Returns the name of an entity's root, or the entity's own name if it is not in the model.
    func rootName(of entityName: String) -> String {
        model.entity(named: entityName).flatMap { table(of: $0)?.rootEntityName } ?? entityName
    }

    /// Returns the column of a property or of an element's path in an index. For `SELF` and `entity`, these are
    /// `Z_PK` and `Z_ENT` (docs/internals/format.md#indexes).
    func indexedColumn(_ path: String, of entity: EntityDescription) -> String? {
        switch path {
        case "self", "SELF": "Z_PK"
        case "entity": "Z_ENT"
        default:
            column(path, .attribute, of: entity)?.name ?? column(path, .toOne, of: entity)?.name
        }
    }

    /// Returns the uniqueness constraints that an entity adds to those of its superentity.
    func addedConstraints(of entity: EntityDescription) -> [[String]] {
        let inherited = Set(model.superentity(of: entity)?.uniquenessConstraints ?? [])
        return entity.uniquenessConstraints.filter { !inherited.contains($0) && !$0.isEmpty }
    }
}
