import ObjectModel
import Pages
import SQLite
import StoreFormat

/// The objects of a table in both stores: the known matches, and the way to read the objects.
final class TableMatches {
    /// An entity of the table that is concrete in both stores.
    struct Entity {
        let description: EntityDescription
        let old: EntityLayout
        let new: EntityLayout

        /// The `Z_ENT` of its rows in each store.
        var numbers: (old: Int64, new: Int64) { (Int64(old.number), Int64(new.number)) }
    }

    /// A column with its name in each store.
    struct Column: Hashable {
        let old: String
        let new: String
    }

    let old: StorePair.Side
    let new: StorePair.Side
    let oldTable: String
    let newTable: String
    let entities: [Entity]
    /// The number of the table in SQL, see ``newKey(_:)``.
    let number: Int
    /// The matching objects.
    var runs = MatchRuns()
    /// The number of unmatched objects of each entity, by the entity's number in the store.
    private(set) var oldCounts: [Int64: Int] = [:]
    private(set) var newCounts: [Int64: Int] = [:]
    /// Whether every row of both tables is an object with the same key and equal values in both.
    var isUnmoved = false
    /// Whether both tables have the same bytes, row by row.
    var hasSameRecords = false

    /// The columns of all entities' attributes and to-one relationships. In rows, the entity's number precedes them.
    private let columns: [Column: Int]
    /// The connection, whose functions use this table. It must not be retained by the table.
    private unowned let connection: Connection
    private let fingerprinter: RowFingerprinter
    private let oldColumns: TableColumns?
    private let newColumns: TableColumns?
    private var readsPages: Bool
    /// The folders with the files of the stores.
    let oldFolder: String
    let newFolder: String

    init(
        _ pair: StorePair, number: Int, _ entities: [Entity], old: String, new: String, readsPages: Bool
    ) throws {
        self.old = pair.old
        self.new = pair.new
        oldTable = old
        newTable = new
        self.entities = entities
        self.number = number
        connection = pair.connection
        var columns: [Column: Int] = [:]
        for entity in entities {
            for column in entity.columns where columns[column] == nil { columns[column] = columns.count + 1 }
        }
        self.columns = columns
        fingerprinter = RowFingerprinter(columns: columns.count)
        oldColumns = try ifHeld { try TableColumns(of: old, schema: pair.old.schema, in: pair.connection) }
        newColumns = try ifHeld { try TableColumns(of: new, schema: pair.new.schema, in: pair.connection) }
        self.readsPages = readsPages
        oldFolder = ExternalValues.folder(ofStore: pair.old.path)
        newFolder = ExternalValues.folder(ofStore: pair.new.path)
    }

    // MARK: SQL

    /// Returns the SQL for the new store's key of an object of the old one; NULL if it has none.
    func newKey(_ expression: String) -> String { "\(Self.newFunction)(\(number), \(expression))" }

    /// Returns the SQL for the old store's key of an object of the new one; NULL if it has none.
    func oldKey(_ expression: String) -> String { "\(Self.oldFunction)(\(number), \(expression))" }

    /// Returns the SQL for the new store's key of an object that is not known to be equal; NULL for others.
    func doubtfulKey(_ expression: String) -> String { "\(Self.doubtFunction)(\(number), \(expression))" }

    /// Returns the SQL for whether an object of the old store has no match.
    func isOldFree(_ expression: String) -> String { "NOT \(Self.hasOldFunction)(\(number), \(expression))" }

    /// Returns the SQL for whether an object of the new store has no match.
    func isNewFree(_ expression: String) -> String { "NOT \(Self.hasNewFunction)(\(number), \(expression))" }

    private static let newFunction = "zseed_new"
    private static let oldFunction = "zseed_old"
    private static let doubtFunction = "zseed_doubt"
    private static let hasOldFunction = "zseed_has_old"
    private static let hasNewFunction = "zseed_has_new"

    /// Registers the functions on a connection.
    ///
    /// - Throws: `DatabaseError`.
    static func register(_ tables: [TableMatches], on connection: Connection) throws {
        func register(_ name: String, _ find: @escaping (inout MatchRuns, Int64) -> Int64?) throws {
            try connection.register(directFunction: name, argumentCount: 2, isDeterministic: false) { call in
                guard let number = call.integer(at: 0), let key = call.integer(at: 1),
                    let found = find(&tables[Int(number)].runs, key)
                else { return }
                call.setResult(found)
            }
        }
        try register(newFunction) { $0.new(of: $1) }
        try register(oldFunction) { $0.old(of: $1) }
        try register(doubtFunction) { $0.doubtful(of: $1) }
        try register(hasOldFunction) { $0.hasOld($1) ? 1 : 0 }
        try register(hasNewFunction) { $0.hasNew($1) ? 1 : 0 }
    }

    // MARK: Matches

    /// Returns whether both stores have unmatched objects of an entity.
    func hasRest(_ entity: Entity) -> Bool {
        oldCounts[Int64(entity.old.number), default: 0] > 0
            && newCounts[Int64(entity.new.number), default: 0] > 0
    }

    /// Counts an unmatched row of the old store.
    func countOld(_ entity: Int64?, _ count: Int = 1) {
        if let entity { oldCounts[entity, default: 0] += count }
    }

    /// Counts an unmatched row of the new store.
    func countNew(_ entity: Int64?, _ count: Int = 1) {
        if let entity { newCounts[entity, default: 0] += count }
    }

    /// Removes all counts.
    func resetCounts() { (oldCounts, newCounts) = ([:], [:]) }

    /// Adds matching objects of an entity.
    ///
    /// - Parameter pairs: in ascending order of the old store's keys.
    func add(_ pairs: [(old: Int64, new: Int64)], of entity: Entity, areEqual: Bool) {
        runs.add(pairs, areEqual: areEqual)
        countOld(Int64(entity.old.number), -pairs.count)
        countNew(Int64(entity.new.number), -pairs.count)
    }

    // MARK: Rows

    /// Returns the index of a column in a row.
    func index(of column: Column) -> Int? { columns[column] }

    /// The fingerprint of no values.
    var emptyFingerprint: RowFingerprint { fingerprinter.start }

    /// Adds a key to a fingerprint.
    func add(_ key: Int64, column: Int, to fingerprint: inout RowFingerprint) {
        fingerprinter.add(key, column: column, to: &fingerprint)
    }

    /// Adds bytes to a fingerprint.
    func add(blob: [UInt8], column: Int, to fingerprint: inout RowFingerprint) {
        blob.withUnsafeBytes { fingerprinter.add(blob: $0, column: column, to: &fingerprint) }
    }

    /// Whether equal records are equal objects in both tables.
    var haveEqualColumns: Bool {
        oldColumns != nil && oldColumns == newColumns
            && entities.allSatisfy { entity in
                entity.old.number == entity.new.number && entity.columns.allSatisfy { $0.old == $0.new }
                    && !entity.new.attributes.contains { $0.attribute.allowsExternalBinaryDataStorage }
            }
    }

    /// Passes the rows of both tables to `body`. They are read from pages and, if that is not certain, again by a
    /// statement.
    ///
    /// - Throws: `DatabaseError`, `FileError`, and the errors of `body`.
    func withRows<Result>(
        _ body: (_ old: any FingerprintedRows, _ new: any FingerprintedRows) throws -> Result
    ) throws
        -> Result
    {
        let names = columns.sorted { $0.value < $1.value }.map(\.key)
        if readsPages, let oldColumns, let newColumns, oldColumns.isRowID("Z_PK"), newColumns.isRowID("Z_PK"),
            !names.contains(where: isConverted)
        {
            do {
                return try body(
                    TableRows(
                        .init(
                            of: oldTable, columns: oldColumns, names: ["Z_ENT"] + names.map(\.old),
                            path: old.file, schema: old.schema, in: connection),
                        fingerprinter: fingerprinter),
                    TableRows(
                        .init(
                            of: newTable, columns: newColumns, names: ["Z_ENT"] + names.map(\.new),
                            path: new.file, schema: new.schema, in: connection),
                        fingerprinter: fingerprinter))
            } catch is UnreadablePage {
                readsPages = false
            }
        }
        func expressions(_ side: KeyPath<Column, String>) -> [String] {
            ["Z_ENT"]
                + names.map { name in
                    let column = name[keyPath: side].sqlIdentifier
                    return isConverted(name) ? "CAST(\(column) AS TEXT)" : column
                }
        }
        return try body(
            StatementRows(
                old.table(oldTable), columns: expressions(\.old), in: connection, fingerprinter: fingerprinter
            ),
            StatementRows(
                new.table(newTable), columns: expressions(\.new), in: connection, fingerprinter: fingerprinter
            ))
    }

    /// Returns whether a column is a text in one store only. SQL then treats '5' as 5.
    private func isConverted(_ column: Column) -> Bool {
        guard let oldType = oldColumns?.type(of: column.old), let newType = newColumns?.type(of: column.new)
        else { return false }
        return oldType != newType && (oldType.contains("CHAR") != newType.contains("CHAR"))
    }
}

extension TableMatches.Entity {
    /// The columns of attributes and to-one relationships that both stores have.
    var columns: [TableMatches.Column] {
        new.attributes.compactMap { column in
            old.attribute(column.path).map { .init(old: $0.column, new: column.column) }
        } + toOnes.map { .init(old: $0.old.column, new: $0.new.column) }
    }

    /// The attributes of both stores that are not derived.
    var attributes: [(old: AttributeColumn, new: AttributeColumn)] {
        new.attributes.compactMap { column in
            guard !column.attribute.isDerived, let former = old.attribute(column.path) else { return nil }
            return (former, column)
        }
    }

    /// The to-one relationships that both stores have.
    var toOnes: [(old: ToOneColumn, new: ToOneColumn)] {
        new.toOnes.compactMap { column in old.toOne(column.relationship.name).map { ($0, column) } }
    }
}
