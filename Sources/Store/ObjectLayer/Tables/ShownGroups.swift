import ObjectModel
import SQLite
import StoreFormat

/// Groups of objects and distinct values that SQL finds and computes. The rows equal those of
/// ``TableFetch/forEachRow(_:)``, which differential tests check.
///
/// If the store contains data that SQL would group or add differently than objects do, such as a text in a column of
/// numbers, objects compute all groups. This is known before the first group is passed on.
package final class ShownGroups: ShownTable {
    private let session: StoreSession
    private let groups: GroupStatement
    /// The first object of a group, for columns that are not aggregates.
    private let first: ShownRow
    private let statementOfFirst: String?
    /// Passes the cells of all groups, computed by objects.
    private let byObjects: (_ body: ([TableValue]) throws -> Void) throws -> Void

    /// The current row.
    private var row: Statement?
    /// The cells of the current row, if objects compute them.
    private var objectCells: [TableValue] = []
    /// Whether objects computed the groups.
    package private(set) var isByObjects = false

    /// - Parameters:
    ///   - values: returns the cells of an object for ``GroupStatement/objectColumns``.
    ///   - byObjects: passes the cells of all groups, computed by objects.
    /// - Throws: ``NotCompilable`` if objects are needed, `DatabaseError`.
    init(
        _ groups: GroupStatement, in session: StoreSession, externalData: ExternalDataFiles,
        values: @escaping (ManagedObjectID) throws -> [TableValue],
        byObjects: @escaping (_ body: ([TableValue]) throws -> Void) throws -> Void
    ) throws {
        self.session = session
        self.groups = groups
        self.byObjects = byObjects
        let scope = SQLScope(table: groups.objects.entity.table, aliases: SQLAliases())
        let columns = try ShownColumns(
            groups.objectColumns, of: groups.objects, in: session.map, scope, isRunForEachRow: true
        ) { try session.isIndexed($0, $1) }
        statementOfFirst = columns.readers.isEmpty ? nil : columns.statement(ofKeyIn: scope)
        first = ShownRow(columns, in: session.map, externalData: externalData, values: values)
    }

    package func forEachRow(_ body: () throws -> Void) throws {
        isByObjects = false
        defer { row = nil }
        for statement in groups.statements {
            if try gives(statement, body) { return }
            // The other statement would also fail because of such values.
            if groups.refusal.reason == .value { break }
        }
        isByObjects = true
        row = nil
        try byObjects { cells in
            objectCells = cells
            try body()
        }
    }

    /// Passes the groups of a statement; returns false if it was refused before the first group.
    private func gives(_ statement: SQLFragment, _ body: () throws -> Void) throws -> Bool {
        groups.refusal.reset()
        let evaluator = PredicateEvaluator(.unknown)
        var isBegun = false
        var position = 0
        func isWanted(_ group: Statement) throws -> Bool {
            isBegun = true
            guard try groups.isWanted(group, evaluator) else { return false }
            defer { position += 1 }
            return groups.limits.contains(position)
        }
        do {
            try session.forEachRow(
                statementOfFirst, ofKeys: statement.sql, statement.binds, where: isWanted
            ) { group, object in
                row = group
                try first.take(object)
                try body()
            }
            return true
        } catch is DatabaseError where groups.refusal.reason != nil && !isBegun {
            return false
        }
    }

    package func cell(at index: Int) throws -> ShownCell {
        guard let row else { return isByObjects ? .value(objectCells[index]) : .none }
        switch groups.readers[index] {
        case .object(let index): return try first.cell(at: index)
        case .aggregate(let column, let kind): return GroupStatement.cell(row, column, kind)
        }
    }
}
