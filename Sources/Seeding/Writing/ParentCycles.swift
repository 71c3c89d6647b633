import SQLite
import StoreFormat

/// Looks for objects that are their own ancestors (A ↔ B, C → C): no store is damaged by them, and an app that
/// follows parents up to the top never comes to an end.
struct ParentCycles {
    let layout: StoreLayout
    let plan: SeedPlan
    let context: BuildContext

    /// Where a plan fills a to-one relationship to its own kind, whose other side, if any, is to-many.
    ///
    /// - Returns: a warning for each relationship with such objects, but for those where the plan asks for an
    ///   error: that is noted, and nothing may be written then.
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

    /// How many objects lie on cycles, and the way around the first.
    private func cycle(_ table: String, _ column: String) throws -> (count: Int, path: String)? {
        var parents: [Int64: Int64] = [:]
        let (table, column) = (table.sqlIdentifier, column.sqlIdentifier)
        try context.connection.forEachRow(
            "SELECT Z_PK, \(column) FROM \(table) WHERE \(column) NOT NULL ORDER BY Z_PK"
        ) { parents[$0.integer(at: 0)] = $0.integer(at: 1) }
        // Each object is followed until one that was met: on this way, then it closes a cycle, or on another.
        var walks: [Int64: Int64] = [:]
        var count = 0
        var first: [Int64] = []
        for start in parents.keys.sorted() where walks[start] == nil {
            var key = start
            while walks[key] == nil, let parent = parents[key] {
                walks[key] = start
                key = parent
            }
            guard walks[key] == start else { continue }
            var around = [key]
            while let next = parents[around[around.count - 1]], next != key { around.append(next) }
            count += around.count
            if first.isEmpty { first = around }
        }
        guard count > 0 else { return nil }
        let shown = first.prefix(Self.mostShown).map { "p\($0)" }
        let rest = first.count > shown.count ? ["…"] : []
        return (count, (shown + rest + ["p\(first[0])"]).joined(separator: " → "))
    }

    private static let mostShown = 5
}
