import ObjectModel
import SQLite

/// The rows of a table that are only shown: read from the store as they are, without objects, one at a
/// time. Cells are what ``TableFetch/forEachRow(_:)`` gives, which differential tests hold.
///
/// A row of which a relationship leads where none of its model's does is given by objects all the same.
package final class PlainRows {
    private let session: StoreSession
    private let columns: PlainColumns
    private let statement: String
    /// The query for the keys, where the statement gives the row of one key.
    private let keys: String?
    private let binds: [Value]
    private let externalData: ExternalDataFiles
    /// The cells of an object.
    private let values: (ManagedObjectID) throws -> [TableValue]

    /// The row that is given.
    private var row: Statement?
    /// Its cells, where they are those of an object.
    private var objectCells: [TableValue]?

    /// - Throws: ``NotCompilable`` where objects are needed, `DatabaseError`.
    init(
        _ tableColumns: [(column: TableColumn, source: TablePlan.Source)], of plan: FetchPlan,
        in session: StoreSession, externalData: ExternalDataFiles,
        values: @escaping (ManagedObjectID) throws -> [TableValue]
    ) throws {
        self.session = session
        self.externalData = externalData
        self.values = values
        // Sorted keys are small, whatever else there is in the rows.
        let isRunForEachRow = !plan.sortKeys.isEmpty
        func columns(_ scope: SQLScope) throws -> PlainColumns {
            try PlainColumns(
                tableColumns, of: plan, in: session.map, scope, isRunForEachRow: isRunForEachRow
            ) { try session.isIndexed($0, $1) }
        }
        if isRunForEachRow {
            let select = SelectStatement(plan, mayLimit: true)
            guard select.isLimited else { throw NotCompilable() }
            let scope = SQLScope(table: plan.entity.table, aliases: SQLAliases())
            self.columns = try columns(scope)
            keys = "SELECT \(select.alias).Z_PK \(select.body.sql)"
            binds = select.body.binds
            statement =
                "SELECT \(self.columns.selected.joined(separator: ", ")) FROM \(scope.from) "
                + "WHERE \(scope.alias).Z_PK = ?"
        } else {
            var found: PlainColumns?
            let select = try SelectStatement(plan, mayLimit: true) { found = try columns($0) }
            guard select.isLimited, let found else { throw NotCompilable() }
            self.columns = found
            keys = nil
            binds = select.body.binds
            statement = "SELECT \(found.selected.joined(separator: ", ")) \(select.body.sql)"
        }
    }

    /// Gives the rows one after the other: `body` asks for their cells.
    ///
    /// - Throws: `DatabaseError`, what loading objects and `body` throw.
    package func forEachRow(_ body: () throws -> Void) throws {
        defer { row = nil }
        func give(_ statement: Statement) throws {
            row = statement
            let id = isPlain(statement) ? nil : id(of: statement)
            objectCells = try id.map(values)
            try body()
        }
        if let keys {
            try session.forEachRow(statement, ofKeys: keys, binds, give)
        } else {
            try session.forEachRow(statement, binds, give)
        }
    }

    /// Whether relationships lead to rows of the entities that they may lead to, or to none.
    private func isPlain(_ row: Statement) -> Bool {
        for index in columns.objects.indices {
            switch row.storageClass(at: columns.objects[index].key) {
            case .integer, .null: continue
            case .real, .text, .blob: return false
            }
        }
        for index in columns.links.indices {
            let link = columns.links[index]
            switch row.storageClass(at: link.key) {
            case .null: continue
            case .integer where row.isNull(at: link.found): continue
            case .integer:
                let number = row.integer(at: link.found)
                guard link.destination.family.contains(Int(truncatingIfNeeded: number)) else {
                    return false
                }
            case .real, .text, .blob: return false
            }
        }
        return true
    }

    private func id(of row: Statement) -> ManagedObjectID? {
        entity(of: row).map {
            ManagedObjectID(entity: $0, key: .permanent(row.integer(at: PlainColumns.key)))
        }
    }

    private func entity(of row: Statement) -> MappedEntity? {
        Int(exactly: row.integer(at: PlainColumns.entity)).flatMap { session.map.entity(numbered: $0) }
    }

    // MARK: Cells

    /// A cell of the row that is given.
    ///
    /// - Parameter index: that of the column in ``TableFetch/columns``.
    package func cell(at index: Int) -> PlainCell {
        guard let row else { return .none }
        if let objectCells { return .value(objectCells[index]) }
        switch columns.readers[index] {
        case .attribute(let column, let type, let allowsExternalStorage):
            return attribute(row, column, type, allowsExternalStorage: allowsExternalStorage)
        case .object(let index): return columns.objects[index].cell(row)
        case .count(let column): return .integer(row.integer(at: column))
        case .entityName:
            return entity(of: row).map { .value(.value(.string($0.name))) } ?? .none
        case .firstText(let columns):
            guard let column = columns.first(where: { !row.isNull(at: $0) }) else { return .none }
            return attribute(row, column, .string, allowsExternalStorage: false)
        }
    }

    /// See `ValueCoding`, which reads what needs memory of its own.
    private func attribute(
        _ row: Statement, _ column: Int, _ type: AttributeType, allowsExternalStorage: Bool
    ) -> PlainCell {
        switch row.storageClass(at: column) {
        case .null: return .none
        case .integer:
            let number = row.integer(at: column)
            switch type {
            case .boolean where number == 0 || number == 1: return .bool(number == 1)
            case .date: return .date(Double(number))
            case .double, .float: return .double(Double(number))
            default: return .integer(number)
            }
        case .real:
            let number = row.real(at: column)
            if type == .date { return .date(number) }
            // Others may be shown with an exponent, which no decimal has.
            guard type != .decimal || number == 0 || (1e-3..<1e15).contains(number.magnitude) else { break }
            return .double(number)
        case .text: return .text(row.bytes(at: column))
        case .blob:
            let bytes: UnsafeRawBufferPointer = row.withBlob(at: column) {
                $0 ?? UnsafeRawBufferPointer(start: nil, count: 0)
            }
            if type == .uuid, bytes.count == 16 { return .uuid(bytes) }
        }
        return .value(
            tableValue(
                ValueCoding.value(
                    of: row.value(at: column), type, allowsExternalStorage: allowsExternalStorage)))
    }

    private func tableValue(_ value: StoredValue) -> TableValue {
        switch value {
        case .attribute(let value): .value(value)
        case .externalData(let name):
            externalData.bytes(named: name).map { .value(.data($0)) } ?? .missingFile(name)
        case .null, .object, .objects: .none
        }
    }
}
