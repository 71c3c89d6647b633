import SQLite
import StoreFormat

/// Writes the objects of one to-many relationship to their place in the store (docs/internals/format.md#many-to-many):
/// a join table, the inverse to-one, or a column of the destination's table.
///
/// Adding an object twice changes nothing, as with the sets of Core Data.
final class MembershipWriter {
    let membership: ResolvedMembership

    private let owner: EntityLayout
    private let destination: EntityLayout
    private let context: BuildContext
    private let writing: Writing
    private let orderKeys: ListPositions?
    private let backOrderKeys: ListPositions?
    /// The keys of members that contain the inverse.
    private let keys: LinkKeys?

    private enum Writing {
        case join(insert: Statement, remove: StatementBox, isReflexive: Bool)
        case foreignKey(current: Statement, update: Statement, remove: StatementBox)
    }

    init(
        _ membership: ResolvedMembership, owner: EntityLayout, destination: EntityLayout,
        context: BuildContext
    ) throws {
        self.membership = membership
        self.owner = owner
        self.destination = destination
        self.context = context
        let connection = context.connection
        switch membership.rows {
        case .join(let table, let own, let other, let order, let backOrder, let isReflexive):
            let columns = [own, other] + [order, backOrder].compactMap(\.self)
            // Parameters: 1 and 2 are the rows, 3 is the position, 4 is the position in the inverse.
            let values =
                ["?1", "?2"]
                + [order.map { _ in "?3" }, backOrder.map { _ in "?4" }]
                .compactMap(\.self)
            let insert = try connection.prepare(
                "INSERT OR IGNORE INTO \(table.sqlIdentifier) "
                    + "(\(columns.map(\.sqlIdentifier).joined(separator: ", "))) "
                    + "SELECT \(values.joined(separator: ", ")) WHERE ?3 IS ?3 AND ?4 IS ?4",
                isPersistent: true)
            let remove = StatementBox {
                let also = isReflexive ? " OR \(other.sqlIdentifier) = ?1" : ""
                return try connection.prepare(
                    "DELETE FROM \(table.sqlIdentifier) WHERE \(own.sqlIdentifier) = ?1\(also)",
                    isPersistent: true)
            }
            writing = .join(insert: insert, remove: remove, isReflexive: isReflexive)
            orderKeys = try order.map {
                try context.orderKeys.keys(table: table, parentColumn: own, orderColumn: $0)
            }
            backOrderKeys = try backOrder.map {
                try context.orderKeys.keys(table: table, parentColumn: other, orderColumn: $0)
            }
            keys = nil
        case .foreignKey(let table, let column, let entityColumn, let orderColumn):
            let assignments =
                ["\(column.sqlIdentifier) = ?1"]
                + [
                    entityColumn.map { "\($0.sqlIdentifier) = ?2" },
                    orderColumn.map { "\($0.sqlIdentifier) = ?3" },
                ].compactMap(\.self)
            let all = assignments.joined(separator: ", ")
            let update = try connection.prepare(
                "UPDATE \(table.sqlIdentifier) SET \(all) "
                    + "WHERE Z_PK = ?4 AND ?2 IS ?2 AND ?3 IS ?3", isPersistent: true)
            let current = try connection.prepare(
                "SELECT \(column.sqlIdentifier) FROM \(table.sqlIdentifier) WHERE Z_PK = ?1",
                isPersistent: true)
            let remove = StatementBox {
                try connection.prepare(
                    "SELECT Z_PK FROM \(table.sqlIdentifier) WHERE \(column.sqlIdentifier) = ?1",
                    isPersistent: true)
            }
            writing = .foreignKey(current: current, update: update, remove: remove)
            orderKeys = try orderColumn.map {
                try context.orderKeys.keys(table: table, parentColumn: column, orderColumn: $0)
            }
            backOrderKeys = nil
            keys = try LinkKeys(table: table, column: column, context: context)
        }
    }

    /// Records that sources give positions of their own.
    func expectPositions() { orderKeys?.expectPositions() }

    /// Checks that an object can be added.
    ///
    /// - Parameters:
    ///   - owner: the object that has the relationship; nil for a new one.
    ///   - taken: the keys of further members that will be added with it.
    /// - Throws: ``ConversionFailure`` if the object already belongs to another owner and may have only one, or if
    ///   the owner has a member with the same key.
    func check(
        _ object: KeyIndex.Object, for owner: KeyIndex.Object?, besides taken: inout MemberKeys
    ) throws {
        guard case .foreignKey(let current, _, _) = writing else { return }
        let present = try Self.integer(current, object.primaryKey)
        guard present == nil || present == owner?.primaryKey else {
            throw ConversionFailure(.object(.oneToManyTaken(relationship: membership.name)))
        }
        guard let keys else { return }
        // No object has the primary key 0.
        for key in try keys.check(object.primaryKey, destination: owner?.primaryKey ?? 0) {
            guard let holder = taken.updateValue(object, forKey: key), holder != object else { continue }
            throw keys.failure(of: key, holder: holder)
        }
    }

    /// The future keys of members.
    typealias MemberKeys = [LinkKeys.TakenKey: KeyIndex.Object]

    /// Adds an object.
    ///
    /// - Parameter position: the position that the source gives in an ordered relationship.
    /// - Throws: ``ConversionFailure``, see ``check(_:for:besides:)``; `DatabaseError`.
    func add(
        _ object: KeyIndex.Object, to owner: KeyIndex.Object, position: BoundValue? = nil
    ) throws {
        switch writing {
        case .join(let insert, _, let isReflexive):
            try insertRow(insert, owner.primaryKey, object.primaryKey, position)
            if isReflexive, owner.primaryKey != object.primaryKey {
                try insertRow(insert, object.primaryKey, owner.primaryKey, nil)
            }
        case .foreignKey(let current, let update, _):
            var none: MemberKeys = [:]
            try check(object, for: owner, besides: &none)
            if try Self.integer(current, object.primaryKey) == owner.primaryKey { return }
            try keys?.move(object.primaryKey, to: owner.primaryKey)
            try update.bind(owner.primaryKey, at: 1)
            try update.bind(Int64(owner.entityNumber), at: 2)
            let isOld = context.keys.isOld(object.primaryKey, of: destination.rootName)
            if let position, orderKeys != nil, !isOld {
                try position.bind(to: update, at: 3)
            } else if let orderKeys {
                try update.bind(orderKeys.nextKey(of: owner.primaryKey), at: 3)
            }
            try update.bind(object.primaryKey, at: 4)
            try update.run()
            note(object.primaryKey)
        }
    }

    private func insertRow(
        _ insert: Statement, _ own: Int64, _ other: Int64, _ position: BoundValue?
    ) throws {
        // A key is used up only if the row is new.
        let key = orderKeys?.peek(own)
        let backKey = backOrderKeys?.peek(other)
        try insert.bind(own, at: 1)
        try insert.bind(other, at: 2)
        if let position, orderKeys != nil {
            try position.bind(to: insert, at: 3)
        } else {
            try insert.bind(key.map(Value.integer) ?? .null, at: 3)
        }
        try insert.bind(backKey.map(Value.integer) ?? .null, at: 4)
        try insert.run()
        guard context.connection.changes > 0 else { return }
        if orderKeys != nil { _ = orderKeys?.nextKey(of: own) }
        if backOrderKeys != nil { _ = backOrderKeys?.nextKey(of: other) }
    }

    /// Removes all objects of a relationship.
    ///
    /// - Throws: `DatabaseError`.
    func removeAll(of owner: KeyIndex.Object) throws {
        switch writing {
        case .join(_, let remove, _):
            let statement = try remove.get()
            try statement.bind(owner.primaryKey, at: 1)
            try statement.run()
        case .foreignKey(_, let update, let remove):
            let statement = try remove.get()
            try statement.bind(owner.primaryKey, at: 1)
            var members: [Int64] = []
            while try statement.step() { members.append(statement.integer(at: 0)) }
            statement.reset()
            for key in members {
                try keys?.move(key, to: nil)
                for index in 1...3 { try update.bindNull(at: index) }
                try update.bind(key, at: 4)
                try update.run()
                note(key)
            }
        }
        orderKeys?.forget(owner.primaryKey)
    }

    private func note(_ primaryKey: Int64) {
        context.versions.note(
            primaryKey, root: destination.rootName, table: destination.table)
    }

    private static func integer(_ statement: Statement, _ key: Int64) throws -> Int64? {
        try statement.bind(key, at: 1)
        defer { statement.reset() }
        guard try statement.step(), !statement.isNull(at: 0) else { return nil }
        return statement.integer(at: 0)
    }
}
