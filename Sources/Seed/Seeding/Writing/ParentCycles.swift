import Inputs
import SQLite
import StoreFormat

/// Looks for objects that are their own ancestors (A ↔ B, C → C). They do not damage the store, but an app that
/// follows parents to the root never stops.
struct ParentCycles {
    let layout: StoreLayout
    let plan: SeedPlan
    let context: BuildContext

    /// Checks the to-one relationships between objects of the same kind that a plan fills and whose inverse, if any,
    /// is to-many.
    ///
    /// - Returns: a warning for each relationship with cycles. If the plan requests an error instead, the error is
    ///   recorded and nothing may be written.
    /// - Throws: `DatabaseError`.
    func check() throws -> [SeedIssue] {
        var warnings: [SeedIssue] = []
        var seen: Set<String> = []
        for load in plan.loads {
            guard let entity = layout.entity(named: load.entity.value) else { continue }
            for relationship in load.relationships {
                guard let toOne = entity.toOne(relationship.name.value), toOne.inverse?.isToMany ?? true,
                    let destination = layout.entity(named: toOne.destinationName),
                    destination.rootName == entity.rootName,
                    seen.insert(entity.table + "." + toOne.column).inserted,
                    let found = try cycle(entity.table, toOne.column)
                else { continue }
                let issue = SeedIssue(
                    .object(.parentCycle(objects: found.count, path: found.path)),
                    at: relationship.name.location, entity: entity.name, property: relationship.name.value)
                if relationship.cycles == .error {
                    context.issues.add(issue, isFatal: true)
                } else {
                    warnings.append(issue)
                }
            }
        }
        return warnings
    }

    /// Returns the number of objects on cycles, and the path around the first cycle.
    private func cycle(_ table: String, _ column: String) throws -> (count: Int, path: String)? {
        let (table, column) = (table.sqlIdentifier, column.sqlIdentifier)
        // If all parents precede their children, no object is its own ancestor.
        var isSuspect = false
        try context.connection.forEachRow("SELECT 1 FROM \(table) WHERE \(column) >= Z_PK LIMIT 1") { _ in
            isSuspect = true
        }
        guard isSuspect else { return nil }
        // Arrays in the order of the keys: a dictionary would take several times the memory.
        var (keys, parents): ([Int64], [Int64]) = ([], [])
        try context.connection.forEachRow("SELECT count(*) FROM \(table) WHERE \(column) NOT NULL") { row in
            keys.reserveCapacity(Int(row.integer(at: 0)))
            parents.reserveCapacity(Int(row.integer(at: 0)))
        }
        try context.connection.forEachRow(
            "SELECT Z_PK, \(column) FROM \(table) WHERE \(column) NOT NULL ORDER BY Z_PK"
        ) { row in
            keys.append(row.integer(at: 0))
            parents.append(row.integer(at: 1))
        }
        // Each object's parents are followed to an object already visited. If the same walk has visited it, the walk
        // closes a cycle.
        var walks = [Int](repeating: 0, count: keys.count)
        var count = 0
        var first: [Int64] = []
        for start in keys.indices where walks[start] == 0 {
            var place: Int? = start
            while let here = place, walks[here] == 0 {
                walks[here] = start + 1
                place = Self.place(of: parents[here], in: keys)
            }
            guard let closed = place, walks[closed] == start + 1 else { continue }
            var around = [keys[closed]]
            var here = closed
            while let next = Self.place(of: parents[here], in: keys), next != closed {
                around.append(keys[next])
                here = next
            }
            count += around.count
            if first.isEmpty { first = around }
        }
        guard count > 0 else { return nil }
        let shown = first.prefix(Self.mostShown).map { "p\($0)" }
        let rest = first.count > shown.count ? ["…"] : []
        return (count, (shown + rest + ["p\(first[0])"]).joined(separator: " → "))
    }

    /// Returns the index of a key among sorted keys, which are mostly consecutive.
    private static func place(of key: Int64, in keys: [Int64]) -> Int? {
        guard let least = keys.first, let most = keys.last, key >= least, key <= most else { return nil }
        let (distance, overflows) = key.subtractingReportingOverflow(least)
        if !overflows, distance < Int64(keys.count), keys[Int(distance)] == key { return Int(distance) }
        var (low, high) = (0, keys.count)
        while low < high {
            let middle = low + (high - low) / 2
            if keys[middle] < key { low = middle + 1 } else { high = middle }
        }
        return low < keys.count && keys[low] == key ? low : nil
    }

    private static let mostShown = 5
}
