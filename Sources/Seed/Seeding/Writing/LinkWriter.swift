import SQLite
import StoreFormat

/// Writes one to-one relationship: into new rows, into existing rows, and into the inverse of a one-to-one.
final class LinkWriter {
    let link: ResolvedLink
    let finder: ObjectFinder
    /// The positions in the ordered inverse.
    let orderKeys: ListPositions?

    private let owner: EntityLayout
    private let context: BuildContext
    private var connection: Connection { context.connection }
    private lazy var update = StatementBox { [unowned self] in try prepareUpdate() }
    private lazy var current = StatementBox { [unowned self] in
        try connection.prepare(
            "SELECT \(link.columns.column.sqlIdentifier) FROM \(owner.table.sqlIdentifier) "
                + "WHERE Z_PK = ?", isPersistent: true)
    }
    /// The keys that contain the relationship, and those that contain the inverse of a one-to-one.
    private let (keys, inverseKeys): (LinkKeys?, LinkKeys?)
    private let inverseUpdate: Statement?
    private let inverseCurrent: Statement?

    init(link: ResolvedLink, owner: EntityLayout, context: BuildContext) throws {
        self.link = link
        self.owner = owner
        self.context = context
        finder = try ObjectFinder(link.target, context: context)
        orderKeys = try link.columns.orderColumn.map {
            try context.orderKeys.keys(
                table: owner.table, parentColumn: link.columns.column, orderColumn: $0)
        }
        if link.order != nil { orderKeys?.expectPositions() }
        keys = try LinkKeys(table: owner.table, column: link.columns.column, context: context)
        inverseKeys = try link.columns.inverse.flatMap {
            try LinkKeys(table: link.target.destination.table, column: $0.column, context: context)
        }
        guard let inverse = link.columns.inverse else {
            (inverseUpdate, inverseCurrent) = (nil, nil)
            return
        }
        let table = link.target.destination.table.sqlIdentifier
        let column = inverse.column.sqlIdentifier
        let entity = inverse.entityColumn.map { ", \($0.sqlIdentifier) = ?2" } ?? ""
        inverseUpdate = try context.connection.prepare(
            "UPDATE \(table) SET \(column) = ?1\(entity) "
                + "WHERE Z_PK = ?3 AND (?2 IS NULL OR ?2 > 0)",
            isPersistent: true)
        inverseCurrent = try context.connection.prepare(
            "SELECT \(column) FROM \(table) WHERE Z_PK = ?", isPersistent: true)
    }

    /// The treatment of the row's present destination.
    enum Mode {
        /// The row has no destination, or the same one.
        case new
        /// The present destination is kept.
        case merge
        /// The present destination is replaced.
        case replace
    }

    // MARK: One-to-one

    /// Checks that no other object uses the inverse of a one-to-one relationship.
    ///
    /// - Parameter primaryKey: the row that may already use it; nil for a new row.
    /// - Throws: ``ConversionFailure``, `DatabaseError`.
    @inline(__always)
    func checkInverse(of destination: KeyIndex.Object, for primaryKey: Int64?) throws {
        guard let inverseCurrent, let inverse = link.columns.inverse else { return }
        let taken = try Self.integer(inverseCurrent, destination.primaryKey)
        guard taken == nil || taken == primaryKey else {
            throw ConversionFailure(.object(.oneToOneTaken(inverse: inverse.name)))
        }
    }

    /// Writes the inverse of a one-to-one relationship.
    ///
    /// - Throws: `DatabaseError`.
    @inline(__always)
    func writeInverse(_ owner: KeyIndex.Object, destination: KeyIndex.Object) throws {
        guard let inverseUpdate else { return }
        try inverseKeys?.move(destination.primaryKey, to: owner.primaryKey)
        try inverseUpdate.bind(owner.primaryKey, at: 1)
        try inverseUpdate.bind(Int64(owner.entityNumber), at: 2)
        try inverseUpdate.bind(destination.primaryKey, at: 3)
        try inverseUpdate.run()
        noteChange(ofDestination: destination.primaryKey)
    }

    private func clearInverse(of destination: Int64) throws {
        guard let inverseUpdate else { return }
        try inverseKeys?.move(destination, to: nil)
        try inverseUpdate.bindNull(at: 1)
        try inverseUpdate.bindNull(at: 2)
        try inverseUpdate.bind(destination, at: 3)
        try inverseUpdate.run()
        noteChange(ofDestination: destination)
    }

    private func noteChange(ofDestination primaryKey: Int64) {
        let destination = link.target.destination
        context.versions.note(primaryKey, root: destination.rootName, table: destination.table)
    }

    /// Checks the inverse for a row that may already exist.
    ///
    /// - Parameter keepsPresent: whether the row keeps its present destination.
    func checkInverse(
        of destination: KeyIndex.Object, for object: KeyIndex.Object?, keepsPresent: Bool
    ) throws {
        guard inverseCurrent != nil else { return }
        if let object, keepsPresent, try Self.integer(current.get(), object.primaryKey) != nil {
            return
        }
        try checkInverse(of: destination, for: object?.primaryKey)
    }

    // MARK: Rows that are there

    /// Writes a link into an existing row.
    ///
    /// - Parameter position: the position that the source gives in an ordered relationship.
    /// - Throws: ``ConversionFailure`` if either side belongs to another object, `DatabaseError`.
    func write(
        _ object: KeyIndex.Object, to destination: KeyIndex.Object?, mode: Mode,
        position: BoundValue? = nil
    ) throws {
        let present = try Self.integer(current.get(), object.primaryKey)
        let isKept = mode == .merge && present != nil
        _ = try keys?.check(object.primaryKey, destination: isKept ? present : destination?.primaryKey)
        if present == destination?.primaryKey {
            if mode == .replace, let position { try write(position, of: object) }
            return
        }
        if let present {
            switch mode {
            case .new: throw ConversionFailure(.object(.oneToOneTaken(inverse: link.name)))
            case .merge: return
            case .replace: try clearInverse(of: present)
            }
        }
        if let destination { try checkInverse(of: destination, for: object.primaryKey) }
        try keys?.move(object.primaryKey, to: destination?.primaryKey)
        let update = try update.get()
        for index in 1...3 { try update.bindNull(at: index) }
        if let destination {
            try update.bind(destination.primaryKey, at: 1)
            try update.bind(Int64(destination.entityNumber), at: 2)
            // Rows from before the build keep their order keys, and only new ones are renumbered.
            if let position, !context.keys.isOld(object.primaryKey, of: owner.rootName) {
                try position.bind(to: update, at: 3)
            } else if let orderKeys {
                try update.bind(orderKeys.nextKey(of: destination.primaryKey), at: 3)
            }
        }
        try update.bind(object.primaryKey, at: 4)
        try update.run()
        context.versions.note(object.primaryKey, root: owner.rootName, table: owner.table)
        if let destination { try writeInverse(object, destination: destination) }
    }

    /// Sets another position in the ordered inverse for a row that keeps its destination.
    private func write(_ position: BoundValue, of object: KeyIndex.Object) throws {
        guard let order = link.columns.orderColumn,
            !context.keys.isOld(object.primaryKey, of: owner.rootName)
        else { return }
        let statement = try connection.prepare(
            "UPDATE \(owner.table.sqlIdentifier) SET \(order.sqlIdentifier) = ?1 WHERE Z_PK = ?2")
        try position.bind(to: statement, at: 1)
        try statement.bind(object.primaryKey, at: 2)
        try statement.run()
    }

    private func prepareUpdate() throws -> Statement {
        var assignments = ["\(link.columns.column.sqlIdentifier) = ?1"]
        if let entity = link.columns.entityColumn {
            assignments.append("\(entity.sqlIdentifier) = ?2")
        }
        if let order = link.columns.orderColumn {
            assignments.append("\(order.sqlIdentifier) = ?3")
        }
        return try connection.prepare(
            "UPDATE \(owner.table.sqlIdentifier) SET \(assignments.joined(separator: ", ")) "
                + "WHERE Z_PK = ?4 AND (?2 IS NULL OR ?2 > 0) AND (?3 IS NULL OR ?3 IS NOT NULL)",
            isPersistent: true)
    }

    private static func integer(_ statement: Statement, _ key: Int64) throws -> Int64? {
        try statement.bind(key, at: 1)
        defer { statement.reset() }
        guard try statement.step(), !statement.isNull(at: 0) else { return nil }
        return statement.integer(at: 0)
    }
}

/// A statement that is prepared at its first use.
final class StatementBox {
    private let make: () throws -> Statement
    private var statement: Statement?

    init(_ make: @escaping () throws -> Statement) { self.make = make }

    /// Returns the statement.
    ///
    /// - Throws: the errors of preparing it.
    func get() throws -> Statement {
        if let statement { return statement }
        let made = try make()
        statement = made
        return made
    }
}
