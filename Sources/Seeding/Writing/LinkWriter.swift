import SQLite
import StoreFormat

/// Finds or creates the destinations of one to-one relationship, and writes what is not part of
/// the row itself: the other side of a one-to-one, and links that had to wait.
final class LinkWriter {
    let link: ResolvedLink
    /// How many destinations were found.
    private(set) var found = 0
    /// How many destinations were created.
    var created: Int { creator?.count ?? 0 }

    private let owner: EntityLayout
    private let index: KeyIndex
    private let creator: ObjectCreator?
    private let inverseUpdate: Statement?
    private var lateUpdate: Statement?
    private let connection: Connection
    private let orderKeys: OrderKeys

    init(
        link: ResolvedLink, owner: EntityLayout, registry: KeyRegistry, keys: PrimaryKeys,
        orderKeys: OrderKeys, connection: Connection
    ) throws {
        self.orderKeys = orderKeys
        self.link = link
        self.owner = owner
        self.connection = connection
        index = registry.index(for: link)
        if link.missing == .create, case .attribute(let attribute) = link.target {
            creator = try ObjectCreator(
                entity: link.destination, key: attribute, values: link.creation,
                registry: registry, keys: keys, connection: connection)
        } else {
            creator = nil
        }
        inverseUpdate = try link.columns.inverse.map {
            try Self.inverseUpdate($0, table: link.destination.table, connection: connection)
        }
    }

    /// The other side is only written where it is free, or ours already.
    private static func inverseUpdate(
        _ inverse: LinkColumns.Inverse, table: String, connection: Connection
    ) throws -> Statement {
        let column = inverse.column.sqlIdentifier
        let entity = inverse.entityColumn.map { ", \($0.sqlIdentifier) = ?2" } ?? ""
        return try connection.prepare(
            "UPDATE \(table.sqlIdentifier) SET \(column) = ?1\(entity) "
                + "WHERE Z_PK = ?3 AND ?2 > 0 AND (\(column) IS NULL OR \(column) = ?1)",
            isPersistent: true)
    }

    // MARK: Destinations

    /// The destination of a key: found, or created where the plan says so; nil where the plan
    /// allows none.
    ///
    /// - Parameter record: the row, for what a created object gets besides its key.
    /// - Throws: ``ConversionFailure`` where there must be one; ``RefusedDestination`` where it may
    ///   be among the rows that were refused.
    func destination(
        key: BoundValue, record: Record?
    ) throws -> KeyIndex.Object? {
        if let object = key.withKeyBytes({ index.object(forKey: $0) }) {
            found += 1
            return object
        }
        switch link.missing {
        case .null: return nil
        case .error:
            if index.isIncomplete { throw RefusedDestination() }
            throw ConversionFailure(missing(key))
        case .create:
            guard let creator else { throw ConversionFailure(missing(key)) }
            return try creator.create(key: key, record: record)
        }
    }

    private func missing(_ key: BoundValue) -> SeedIssue.Reason {
        .noSuchTarget(entity: link.destination.name, key: Value(key).display)
    }

    /// The order key of the next object in the ordered to-many of a destination; nil where the
    /// relationship that leads back is not ordered.
    func nextOrderKey(of destination: Int64) -> Int64? {
        link.columns.orderColumn.map {
            orderKeys.next(of: destination, column: $0, table: owner.table)
        }
    }

    // MARK: After the row

    /// Writes the other side of a one-to-one relationship.
    ///
    /// - Throws: ``ConversionFailure`` where the destination belongs to another object.
    func writeInverse(primaryKey: Int64, destination: KeyIndex.Object) throws {
        guard let inverseUpdate, let inverse = link.columns.inverse else { return }
        try inverseUpdate.bind(primaryKey, at: 1)
        try inverseUpdate.bind(Int64(owner.number), at: 2)
        try inverseUpdate.bind(destination.primaryKey, at: 3)
        try inverseUpdate.run()
        guard connection.changes > 0 else {
            throw ConversionFailure(.oneToOneTaken(inverse: inverse.name))
        }
    }

    /// Writes a link into a row that was inserted without it.
    ///
    /// - Throws: ``ConversionFailure`` where either side belongs to another object.
    func writeLate(primaryKey: Int64, destination: KeyIndex.Object) throws {
        let update = try lateUpdate ?? prepareLateUpdate()
        lateUpdate = update
        try update.bind(destination.primaryKey, at: 1)
        try update.bind(Int64(destination.entityNumber), at: 2)
        if let order = nextOrderKey(of: destination.primaryKey) {
            try update.bind(order, at: 3)
        } else {
            try update.bindNull(at: 3)
        }
        try update.bind(primaryKey, at: 4)
        try update.run()
        guard connection.changes > 0 else {
            throw ConversionFailure(.oneToOneTaken(inverse: link.name))
        }
        try writeInverse(primaryKey: primaryKey, destination: destination)
    }

    private func prepareLateUpdate() throws -> Statement {
        let column = link.columns.column.sqlIdentifier
        var assignments = ["\(column) = ?1"]
        if let entity = link.columns.entityColumn {
            assignments.append("\(entity.sqlIdentifier) = ?2")
        }
        if let order = link.columns.orderColumn {
            assignments.append("\(order.sqlIdentifier) = ?3")
        }
        return try connection.prepare(
            "UPDATE \(owner.table.sqlIdentifier) SET \(assignments.joined(separator: ", ")) "
                + "WHERE Z_PK = ?4 AND ?2 > 0 AND (?3 IS NULL OR ?3 > 0) "
                + "AND (\(column) IS NULL OR \(column) = ?1)", isPersistent: true)
    }
}

/// The destination of a link may be a row that was refused, which has been told already.
struct RefusedDestination: Error {}
