import ObjectModel

/// The statements of the tables of entities and of many-to-many relationships (docs/internals/format.md#tables to
/// #indexes).
struct TableSQL {
    let schema: StoreSchema
    /// The uniqueness constraints that are part of a table (docs/internals/format.md#indexes), by the table's name.
    private let constraints: [String: [[String]]]

    init(schema: StoreSchema) {
        self.schema = schema
        var constraints: [String: [[String]]] = [:]
        if !schema.era.hasUniqueIndexes {
            for entity in schema.numbers.entities {
                guard let table = schema.table(of: entity) else { continue }
                for constraint in schema.addedConstraints(of: entity) {
                    let columns = constraint.compactMap { schema.indexedColumn($0, of: entity) }
                    guard columns.count == constraint.count else { continue }
                    constraints[table.name, default: []].append(columns)
                }
            }
        }
        self.constraints = constraints
    }

    /// Returns the table of a root entity.
    func entityTable(_ table: SchemaTable) -> SchemaObject {
        let constraints = constraints[table.name] ?? []
        let unique = Set(constraints.filter { $0.count == 1 }.joined())
        let columns = table.columns.map {
            "\($0.name.schemaName) \($0.sqlType)" + (unique.contains($0.name) ? " UNIQUE" : "")
        }
        let compounds = constraints.filter { $0.count > 1 }.map { columns in
            let name = columns.joined(separator: "_").schemaName
            return "CONSTRAINT \(name) UNIQUE (\(Self.list(columns)))"
        }
        let items =
            ["Z_PK INTEGER PRIMARY KEY", "Z_ENT INTEGER", "Z_OPT INTEGER"] + columns + compounds
        // Apple's text has no space after a constraint.
        let end = compounds.isEmpty ? " )" : ")"
        let list = items.joined(separator: ", ")
        return SchemaObject(
            .table, table.name, "CREATE TABLE \(table.name.schemaName) ( \(list)\(end)")
    }

    /// Returns the table of a many-to-many relationship.
    func joinTable(_ table: SchemaJoinTable) -> SchemaObject {
        let columns = table.columns.map { "\($0.schemaName) INTEGER, " }.joined()
        let keys = Self.list([table.namingSide.column, table.otherSide.column])
        return SchemaObject(
            .table, table.name,
            "CREATE TABLE \(table.name.schemaName) ( \(columns)PRIMARY KEY (\(keys)) )")
    }

    private static func list(_ names: [String]) -> String {
        names.map(\.schemaName).joined(separator: ", ")
    }
}

/// The tables that every store has (docs/internals/format.md#tables).
enum BookkeepingSQL {
    static func objects(era: SchemaEra) -> [SchemaObject] {
        let tables = [
            (
                "Z_PRIMARYKEY",
                "Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, "
                    + "Z_MAX INTEGER"
            ),
            ("Z_METADATA", "Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB"),
        ]
        return (tables + (era.hasModelCache ? [("Z_MODELCACHE", "Z_CONTENT BLOB")] : []))
            .map { SchemaObject(.table, $0.0, "CREATE TABLE \($0.0) (\($0.1))") }
    }
}
