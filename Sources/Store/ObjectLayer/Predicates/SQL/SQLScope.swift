import ObjectModel
import StoreFormat

/// A generator of unique aliases for the tables of a statement.
final class SQLAliases {
    private var count = 0

    func next() -> String {
        defer { count += 1 }
        return "t\(count)"
    }
}

/// One `FROM` clause: a table, and the tables of to-one destinations joined to it.
final class SQLScope {
    let aliases: SQLAliases
    /// The alias of the row at which paths begin.
    let alias: String
    private(set) var from: String
    private var joined: [String: String] = [:]

    /// Creates a scope of the rows of a table.
    ///
    /// - Parameter isInKeyOrder: whether the table is scanned from the first row to the last one, without an index.
    init(table: String, aliases: SQLAliases, isInKeyOrder: Bool = false) {
        self.aliases = aliases
        alias = aliases.next()
        from = "\(table.sqlIdentifier) AS \(alias)" + (isInKeyOrder ? " NOT INDEXED" : "")
    }

    /// Returns the alias of the row at the end of to-one relationships, joining it if needed.
    func alias(
        following hops: some Sequence<ResolvedKeyPath.Hop>, from start: String
    ) throws -> String {
        var current = start
        for hop in hops {
            guard !hop.isToMany, let column = hop.source.layout.toOne(hop.name)?.column else {
                throw NotCompilable()
            }
            let key = "\(current).\(column.sqlIdentifier)"
            if let known = joined[key] {
                current = known
                continue
            }
            let next = aliases.next()
            from +=
                " LEFT JOIN \(hop.destination.table.sqlIdentifier) AS \(next) "
                + "ON \(next).Z_PK = \(key)"
            joined[key] = next
            current = next
        }
        return current
    }

    /// Joins the rows of a subquery to the existing rows.
    ///
    /// - Parameter condition: returns the join condition for the alias of the subquery.
    /// - Returns: the alias.
    func join(_ subquery: String, on condition: (String) -> String) -> String {
        let alias = aliases.next()
        from += " LEFT JOIN \(subquery) AS \(alias) ON \(condition(alias))"
        return alias
    }

    // MARK: To-many relationships

    /// The members of a to-many relationship.
    struct Members {
        let scope: SQLScope
        /// The condition that connects the members with their owner.
        let condition: String
        /// The alias of the members at the end of the path.
        let alias: String
    }

    /// Returns a scope of the objects of a path up to its last to-many relationship. Only to-one relationships may
    /// follow.
    ///
    /// - Parameter owner: the alias of the row at which the path begins, in this scope.
    func members(of path: ResolvedKeyPath, owner: String) throws -> Members {
        guard let first = path.hops.firstIndex(where: \.isToMany),
            let last = path.hops.lastIndex(where: \.isToMany)
        else { throw NotCompilable() }
        let source = try alias(following: path.hops[..<first], from: owner)
        let destination = try Self.destination(of: path.hops[first])
        let inner = SQLScope(table: destination.table, aliases: aliases)
        var condition = inner.enter(destination, alias: inner.alias, owner: source)
        var current = inner.alias
        for hop in path.hops[(first + 1)...].prefix(last - first) {
            guard hop.isToMany else {
                current = try inner.alias(following: [hop], from: current)
                continue
            }
            let destination = try Self.destination(of: hop)
            let next = aliases.next()
            inner.from += " JOIN \(destination.table.sqlIdentifier) AS \(next)"
            condition += " AND " + inner.enter(destination, alias: next, owner: current)
            current = next
        }
        return Members(scope: inner, condition: condition, alias: current)
    }

    private struct Destination {
        let table: String
        let storage: ToManyStorage.Storage
    }

    private static func destination(of hop: ResolvedKeyPath.Hop) throws -> Destination {
        guard let storage = hop.source.layout.toMany(hop.name)?.storage else {
            throw NotCompilable()
        }
        return Destination(table: hop.destination.table, storage: storage)
    }

    /// Returns the condition that connects members with their owner, after joining the join table if there is one.
    private func enter(_ destination: Destination, alias: String, owner: String) -> String {
        switch destination.storage {
        case .inverseToOne(_, let column, _), .column(_, let column):
            return "\(alias).\(column.sqlIdentifier) = \(owner).Z_PK"
        case .joinTable(let join, let own, let other, _):
            let link = aliases.next()
            from += " JOIN \(join.name.sqlIdentifier) AS \(link)"
            return "\(alias).Z_PK = \(link).\(other.sqlIdentifier) "
                + "AND \(link).\(own.sqlIdentifier) = \(owner).Z_PK"
        }
    }
}
