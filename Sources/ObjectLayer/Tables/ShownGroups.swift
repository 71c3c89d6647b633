import ObjectModel
import SQLite
import StoreFormat

/// Groups of objects and distinct values, found and computed by SQL: rows as ``TableFetch/forEachRow(_:)``
/// gives them, which differential tests hold.
///
/// Where a store has something that SQL would group or add otherwise than objects do, such as a text in a
/// column of numbers, objects give all groups; that is known before there is a first one.
package final class ShownGroups: ShownTable {
    private let session: StoreSession
    private let groups: GroupStatement
    /// The first object of a group, for what is no aggregate.
    private let first: ShownRow
    private let statementOfFirst: String?
    /// Gives the cells of all groups, computed by objects.
    private let byObjects: (_ body: ([TableValue]) throws -> Void) throws -> Void

    /// The row that is given.
    private var row: Statement?
    /// Its cells, where objects give them.
    private var objectCells: [TableValue] = []
    /// Whether objects gave the groups.
    package private(set) var isByObjects = false

    /// - Parameters:
    ///   - values: the cells of an object that are ``GroupStatement/objectColumns``.
    ///   - byObjects: gives the cells of all groups, computed by objects.
    /// - Throws: ``NotCompilable`` where objects are needed, `DatabaseError`.
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
            // Other values there are in no order.
            if groups.refusal.reason == .value { break }
        }
        isByObjects = true
        row = nil
        try byObjects { cells in
            objectCells = cells
            try body()
        }
    }

    /// Gives the groups of a statement, unless that is refused before the first one.
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
