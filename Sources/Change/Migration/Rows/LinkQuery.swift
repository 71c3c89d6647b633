import ObjectModel
import SQLite
import StoreFormat

/// The links of a relationship in the old store, as SQL. The rows have `src` and `dst`, the new primary keys of both
/// ends; `ord`, the position among the destinations of `src`; and `inv`, the position among the sources of `dst`.
/// Positions are NULL if there is no order.
struct LinkQuery {
    /// A relationship in the old store, for one of its entities.
    struct Source {
        let entity: EntityLayout
        let name: String
    }

    /// The statement; nil if no entity has the relationship.
    let sql: String?
    private let groups: [(part: Part, numbers: [Int])]

    /// Creates the query for the links from objects of some entities.
    ///
    /// - Parameter isReversed: whether `src` and `dst` are exchanged.
    init(_ sources: [Source], targets: MigrationTargets, isReversed: Bool = false) {
        var groups: [(part: Part, numbers: [Int])] = []
        for source in sources {
            guard let part = Part(source) else { continue }
            if let index = groups.firstIndex(where: { $0.part == part }) {
                groups[index].numbers.append(source.entity.number)
            } else {
                groups.append((part, [source.entity.number]))
            }
        }
        self.groups = groups
        let selects = groups.map { group in
            let part = group.part
            let columns = [
                targets.keys.newKey("l.\(part.source)", in: part.entityTable),
                targets.key("l.\(part.destination)", of: part.destinationName),
            ]
            let ends = isReversed ? [columns[1], columns[0]] : columns
            let orders = isReversed ? [part.inverseOrder, part.order] : [part.order, part.inverseOrder]
            return "SELECT \(ends[0]) AS src, \(ends[1]) AS dst, \(Self.position(orders[0])) AS ord, "
                + "\(Self.position(orders[1])) AS inv FROM \(OldStore.table(part.table)) AS l "
                + "WHERE \(Self.condition(group))"
        }
        sql =
            selects.isEmpty
            ? nil
            : "SELECT src, dst, ord, inv FROM (\(selects.joined(separator: " UNION ALL "))) "
                + "WHERE src IS NOT NULL AND dst IS NOT NULL"
    }

    /// Returns the condition for the rows that are links of a group.
    private static func condition(_ group: (part: Part, numbers: [Int])) -> String {
        let part = group.part
        let own =
            part.isOwnTable
            ? "l.Z_ENT IN (\(group.numbers.sqlList))"
            : "l.\(part.source) IN (SELECT Z_PK FROM \(OldStore.table(part.entityTable)) "
                + "WHERE Z_ENT IN (\(group.numbers.sqlList)))"
        return "l.\(part.source) IS NOT NULL AND l.\(part.destination) IS NOT NULL AND \(own)"
    }

    /// Returns the number of links to objects with the given entity numbers of the old store.
    ///
    /// - Throws: `DatabaseError`.
    func count(
        leadingTo numbers: [Int], targets: MigrationTargets, on connection: Connection
    ) throws -> Int64 {
        var count: Int64 = 0
        for group in groups {
            guard let target = targets.old.entity(named: group.part.destinationName) else { continue }
            count +=
                try connection.integer(
                    "SELECT count(*) FROM \(OldStore.table(group.part.table)) AS l "
                        + "JOIN \(OldStore.table(target.table)) AS d ON d.Z_PK = l.\(group.part.destination) "
                        + "WHERE \(Self.condition(group)) AND d.Z_ENT IN (\(numbers.sqlList))") ?? 0
        }
        return count
    }

    private static func position(_ column: String?) -> String { column.map { "l.\($0)" } ?? "NULL" }

    /// The table and columns of links, with columns as SQL identifiers.
    private struct Part: Equatable {
        let table: String
        let source: String
        let destination: String
        let order: String?
        let inverseOrder: String?
        let entityTable: String
        let destinationName: String
        /// Whether the table is that of the source's entity.
        let isOwnTable: Bool

        init?(_ link: Source) {
            entityTable = link.entity.table
            if let toOne = link.entity.toOne(link.name) {
                table = link.entity.table
                source = "Z_PK"
                destination = toOne.column.sqlIdentifier
                order = nil
                inverseOrder = toOne.orderColumn?.sqlIdentifier
                destinationName = toOne.destinationName
                isOwnTable = true
                return
            }
            guard let toMany = link.entity.toMany(link.name) else { return nil }
            destinationName = toMany.destinationName
            isOwnTable = false
            let rows = toMany.storage.rows
            table = rows.table
            source = rows.owner.sqlIdentifier
            destination = rows.member.sqlIdentifier
            order = rows.order?.sqlIdentifier
            if case .joinTable(let join, let own, _, _) = toMany.storage, !join.isReflexive {
                let inverse = join.ownerSide.column == own ? join.otherSide : join.ownerSide
                inverseOrder = inverse.orderColumn?.sqlIdentifier
            } else {
                inverseOrder = nil
            }
        }
    }
}
