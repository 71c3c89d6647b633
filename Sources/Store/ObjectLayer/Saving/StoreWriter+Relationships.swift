import ObjectModel
import SQLite

extension StoreWriter {
    /// Writes the members of to-many relationships that are not stored in the rows of the members.
    func writeMembers(of object: ManagedObject) throws {
        for (index, toMany) in object.mapped.toManys.enumerated() {
            let state = object.toManys[index]
            guard state.isChanged, state.isLoaded, let storage = toMany.storage else { continue }
            let former = Set(state.committed ?? [])
            let joining = state.members.filter { !former.contains($0) }
            let leaving = (state.committed ?? []).filter { !state.contains($0) }
            let own = key(of: object.objectID)
            switch storage {
            case .inverseToOne: continue
            case .column(let table, let column):
                let column = column.sqlIdentifier
                for id in leaving {
                    try session.run(
                        """
                        UPDATE \(table.sqlIdentifier) SET \(column) = NULL \
                        WHERE Z_PK = ? AND \(column) = ?
                        """, [key(of: id), own])
                }
                for id in joining {
                    try session.run(
                        "UPDATE \(table.sqlIdentifier) SET \(column) = ? WHERE Z_PK = ?",
                        [own, key(of: id)])
                }
            case .joinTable(let join, let ownColumn, let otherColumn, _):
                let table = join.name.sqlIdentifier
                let (one, other) = (ownColumn.sqlIdentifier, otherColumn.sqlIdentifier)
                for id in leaving {
                    try session.run(
                        "DELETE FROM \(table) WHERE \(one) = ? AND \(other) = ?",
                        [own, key(of: id)])
                }
                for id in joining where key(of: id) != .null {
                    // The inverse writes the same row.
                    try session.run(
                        "INSERT OR IGNORE INTO \(table) (\(one), \(other)) VALUES (?, ?)",
                        [own, key(of: id)])
                }
            }
        }
    }

    /// Writes the order keys of the members of ordered relationships.
    func writeOrder(of object: ManagedObject) throws {
        for (index, toMany) in object.mapped.toManys.enumerated() {
            let state = object.toManys[index]
            guard state.isChanged, state.isLoaded else { continue }
            guard let (table, own, member, ordered) = toMany.storage?.rows, let order = ordered else {
                continue
            }
            try writeOrder(
                of: state.members.compactMap { permanent($0).primaryKey },
                ownedBy: key(of: object.objectID),
                in: OrderColumns(
                    table: table.sqlIdentifier, own: own.sqlIdentifier,
                    member: member.sqlIdentifier, order: order.sqlIdentifier))
        }
    }

    private struct OrderColumns {
        let table: String
        let own: String
        let member: String
        let order: String
    }

    private func writeOrder(
        of members: [Int64], ownedBy owner: Value, in columns: OrderColumns
    ) throws {
        let stored = try session.rows(
            """
            SELECT \(columns.member), \(columns.order) FROM \(columns.table) \
            WHERE \(columns.own) = ? ORDER BY \(columns.order), \(columns.member)
            """, [owner]
        ) { (member: $0.integer(at: 0), key: $0.isNull(at: 1) ? nil : $0.integer(at: 1)) }
        let keys = Dictionary(keepingFirst: stored.map { ($0.member, $0.key) })
        // Members that another context added, and this one does not know, follow at the end.
        let known = Set(members)
        let list =
            members.filter { keys[$0] != nil }
            + stored.map(\.member).filter { !known.contains($0) }
        let assigned = OrderKeys.assigned(to: list.map { keys[$0] ?? nil })
        for (member, key) in zip(list, assigned) where keys[member] != .some(key) {
            try session.run(
                """
                UPDATE \(columns.table) SET \(columns.order) = ? \
                WHERE \(columns.own) = ? AND \(columns.member) = ?
                """, [.integer(key), owner, .integer(member)])
        }
    }
}
