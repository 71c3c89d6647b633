import Migration
import ObjectModel
import SQLite
import StoreFormat

/// The objects of the source store and their counterparts in the target, in one temporary table for each source table.
/// Its columns are the `old` and `new` keys, `number`, which is the `Z_ENT` of the target's object, and `state`.
///
/// A row takes about 20 bytes of a temporary file. Memory does not grow with the number of objects.
struct CopiedKeys: RowKeys {
    /// The way an object is handled.
    enum State: Int {
        /// The object is inserted.
        case new = 1
        /// The target already has the object.
        case found = 2
        /// The object is not copied, but links to it lead to another object: the one that the target has, or a copied
        /// object that it is merged with.
        case linked = 3
    }

    /// The tables of the source store. Their indices are the numbers of their key tables.
    let tables: [String]
    /// The highest key of rows that the target already had, by root entity; empty for an empty target.
    let lastKept: [String: Int64]
    /// Whether existing objects get the values of the copied ones.
    let updates: Bool
    let masks: MaskPlan
    /// The tables with the highest positions, by table and the column of the owners' keys.
    private var tops: [String: String] = [:]

    init(tables: [String], lastKept: [String: Int64], updates: Bool, masks: MaskPlan) {
        self.tables = tables
        self.lastKept = lastKept
        self.updates = updates
        self.masks = masks
    }

    /// Whether the target has objects of its own.
    var isInto: Bool { !lastKept.isEmpty }

    /// Returns the key table of a table; nil if it has none.
    func name(of table: String) -> String? {
        tables.firstIndex(of: table).map { "temp.keys\($0)" }
    }

    /// Creates the key tables, without rows.
    ///
    /// - Throws: `DatabaseError`.
    func create(on connection: Connection) throws {
        for index in tables.indices {
            try connection.execute(
                "CREATE TEMP TABLE keys\(index) (old INTEGER PRIMARY KEY, new INTEGER NOT NULL, "
                    + "number INTEGER NOT NULL, state INTEGER NOT NULL)")
        }
    }

    /// Records the highest positions in the ordered relationships of the target's objects.
    ///
    /// - Throws: `DatabaseError`.
    mutating func notePositions(_ layout: StoreLayout, on connection: Connection) throws {
        guard isInto else { return }
        for entity in layout.entities {
            for toOne in entity.toOnes {
                guard let order = toOne.orderColumn else { continue }
                try note(entity.table, toOne.column, order, on: connection)
            }
            for toMany in entity.toManys {
                guard case .joinTable(let join, let own, _, let order) = toMany.storage, let order else {
                    continue
                }
                try note(join.name, own, order, on: connection)
            }
        }
    }

    private mutating func note(
        _ table: String, _ column: String, _ order: String, on connection: Connection
    ) throws {
        let key = table + "\0" + column
        guard tops[key] == nil else { return }
        let name = "tops\(tops.count)"
        tops[key] = name
        let owner = column.sqlIdentifier
        try connection.execute(
            "CREATE TEMP TABLE \(name) (owner INTEGER PRIMARY KEY, top INTEGER NOT NULL); "
                + "INSERT INTO temp.\(name) SELECT \(owner), max(\(order.sqlIdentifier)) "
                + "FROM main.\(table.sqlIdentifier) WHERE \(owner) IS NOT NULL "
                + "AND \(order.sqlIdentifier) IS NOT NULL GROUP BY \(owner)")
    }

    // MARK: SQL

    func newKey(_ key: String, in table: String) -> String {
        guard let name = name(of: table) else { return "NULL" }
        return "(SELECT new FROM \(name) WHERE old = \(key))"
    }

    func newNumber(_ key: String, in table: String) -> String? {
        guard let name = name(of: table) else { return "NULL" }
        return "(SELECT number FROM \(name) WHERE old = \(key))"
    }

    func isInserted(_ key: String, in table: String) -> String? {
        has(.new, key, in: table)
    }

    /// Returns a condition on the key of an object in the source store.
    func has(_ state: State, _ key: String, in table: String) -> String {
        guard let name = name(of: table) else { return "0" }
        return "EXISTS (SELECT 1 FROM \(name) WHERE old = \(key) AND state = \(state.rawValue))"
    }

    func isWritten(_ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String)
        -> String?
    {
        guard let isNew = isNew(source, sourceRoot, destination, destinationRoot), updates else {
            return isNew(source, sourceRoot, destination, destinationRoot)
        }
        func isTouched(_ key: String, _ root: String) -> String {
            "EXISTS (SELECT 1 FROM temp.touched WHERE root = \(root.sqlLiteral) AND key = \(key))"
        }
        return "(\(isNew) OR \(isTouched(source, sourceRoot)) OR \(isTouched(destination, destinationRoot)))"
    }

    /// Records the objects of the target that get the links of copied objects.
    ///
    /// - Throws: `DatabaseError`.
    func noteTouched(_ layout: StoreLayout, on connection: Connection) throws {
        guard updates, isInto else { return }
        try connection.execute(
            "CREATE TEMP TABLE touched (root TEXT, key INTEGER, PRIMARY KEY (root, key)) WITHOUT ROWID")
        for root in layout.entities where root.name == root.rootName {
            for index in tables.indices {
                try connection.execute(
                    "INSERT OR IGNORE INTO temp.touched SELECT \(root.name.sqlLiteral), new FROM temp.keys\(index) "
                        + "WHERE state = \(State.found.rawValue) AND number IN (\(root.familyNumbers.sqlList))"
                )
            }
        }
    }

    func isNew(_ source: String, _ sourceRoot: String, _ destination: String, _ destinationRoot: String)
        -> String?
    {
        guard isInto else { return nil }
        return
            "(\(source) > \(lastKept[sourceRoot] ?? 0) OR \(destination) > \(lastKept[destinationRoot] ?? 0))"
    }

    func highestPosition(owner: String, table: String, column: String) -> String? {
        guard let name = tops[table + "\0" + column] else { return nil }
        return "ifnull((SELECT top FROM temp.\(name) WHERE owner = \(owner)), 0)"
    }

    func value(_ expression: String, of attribute: AttributeMapping, in entity: EntityLayout) -> String {
        masks.value(expression, attribute.destination, of: entity.name)
    }

    func version(_ expression: String) -> String { isInto ? "1" : expression }
}
