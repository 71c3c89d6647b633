import Migration
import ObjectModel
import SQLite
import StoreFormat

/// Finds the objects that the target already has, by its uniqueness constraints, and assigns keys to all others.
struct KeyAssignment {
    private let shared: SharedModel
    private let targets: MigrationTargets
    private let keys: CopiedKeys
    private let connection: Connection
    private let rows: [EntityRows]
    /// Whether the target's model may have other uniqueness constraints than the source's.
    private let isOtherModel: Bool

    init(
        _ shared: SharedModel, _ targets: MigrationTargets, _ keys: CopiedKeys, isOtherModel: Bool,
        on connection: Connection
    ) {
        self.shared = shared
        self.targets = targets
        self.keys = keys
        self.isOtherModel = isOtherModel
        self.connection = connection
        rows = shared.mapping.entities.compactMap { EntityRows($0, shared.mapping, targets) }
            .filter { keys.name(of: $0.source.table) != nil }
    }

    /// Fills the key tables.
    ///
    /// - Parameter top: the highest key that the source store has ever assigned, by root entity.
    /// - Returns: the highest key of each root entity of the target, and the reasons against copying.
    /// - Throws: `DatabaseError`.
    func run(top: [String: Int64]) throws -> (highest: [String: Int64], issues: [CopyIssue]) {
        try connection.execute(
            "CREATE TEMP TABLE several (t INTEGER, old INTEGER, e TEXT, PRIMARY KEY (t, old)) WITHOUT ROWID; "
                + "CREATE TEMP TABLE others (t INTEGER, old INTEGER, e TEXT, PRIMARY KEY (t, old)) WITHOUT ROWID"
        )
        // Objects that identify other objects are matched first: constraints without relationships precede those with
        // them.
        if keys.isInto {
            for leadsAway in [false, true] {
                for row in rows {
                    for constraint in constraints(of: row)
                    where constraint.contains(where: { row.destination.toOne($0) != nil }) == leadsAway {
                        try match(row, constraint)
                    }
                }
            }
            // If several objects match the same one, the first of them provides the values.
            for index in keys.tables.indices {
                try connection.execute(
                    "UPDATE temp.keys\(index) SET state = \(CopiedKeys.State.linked.rawValue) "
                        + "WHERE state = \(CopiedKeys.State.found.rawValue) AND old NOT IN ("
                        + "SELECT min(old) FROM temp.keys\(index) "
                        + "WHERE state = \(CopiedKeys.State.found.rawValue) GROUP BY new, number)")
            }
        }
        let highest = try assign(top: top)
        if isOtherModel {
            for row in rows { for constraint in constraints(of: row) { try merge(row, constraint) } }
        }
        return (highest, try issues())
    }

    /// Returns the uniqueness constraints of an entity, including inherited ones.
    func constraints(of row: EntityRows) -> [[String]] {
        let model = shared.mapping.destination
        return model.entity(named: row.destination.name).map { model.uniquenessConstraints(of: $0) } ?? []
    }

    // MARK: Finding

    /// Returns the columns of a constraint with their values for the row `t`; nil if the source store lacks one of
    /// them.
    private func columns(_ row: EntityRows, _ constraint: [String]) -> [EntityRows.Column]? {
        let all = row.columns
        let found = constraint.compactMap { name -> EntityRows.Column? in
            let column = row.destination.attribute(name)?.column ?? row.destination.toOne(name)?.column
            return all.first { $0.name == column && $0.parameter == nil }
        }
        return found.count == constraint.count && !found.isEmpty ? found : nil
    }

    private func match(_ row: EntityRows, _ constraint: [String]) throws {
        guard let columns = columns(row, constraint), let index = keys.tables.firstIndex(of: row.source.table)
        else { return }
        let (old, main) = (
            OldStore.table(row.source.table), "main.\(row.destination.table.sqlIdentifier)"
        )
        let equal = columns.map { "m.\($0.name.sqlIdentifier) = \($0.value)" }.joined(separator: " AND ")
        let from =
            "FROM \(old) AS t CROSS JOIN \(main) AS m WHERE t.Z_ENT = \(row.source.number) AND \(equal)"
        let name = "temp.keys\(index)"
        let isReached = "EXISTS (SELECT 1 FROM temp.reached AS r WHERE r.t = \(index) AND r.k = t.Z_PK)"
        // Two constraints that match two different objects: the match is ambiguous.
        try connection.execute(
            "INSERT OR IGNORE INTO temp.several SELECT \(index), t.Z_PK, \(row.source.name.sqlLiteral) \(from) "
                + "AND \(isReached) "
                + "AND EXISTS (SELECT 1 FROM \(name) AS k WHERE k.old = t.Z_PK AND k.new <> m.Z_PK)")
        let numbers = family(of: row.destination)
        try connection.execute(
            "INSERT OR IGNORE INTO temp.others SELECT \(index), t.Z_PK, \(row.source.name.sqlLiteral) \(from) "
                + "AND \(isReached) AND m.Z_ENT NOT IN (\(numbers.sqlList))")
        try connection.execute(
            "INSERT OR IGNORE INTO \(name) SELECT t.Z_PK, m.Z_PK, m.Z_ENT, "
                + "CASE WHEN \(isReached) THEN \(CopiedKeys.State.found.rawValue) "
                + "ELSE \(CopiedKeys.State.linked.rawValue) END \(from) "
                + "AND m.Z_ENT IN (\(numbers.sqlList)) ORDER BY t.Z_PK, m.Z_PK")
    }

    private func family(of entity: EntityLayout) -> [Int] { entity.familyNumbers }

    // MARK: Assigning

    private func assign(top: [String: Int64]) throws -> [String: Int64] {
        var highest = keys.lastKept
        for root in targets.new.entities where root.name == root.rootName {
            var last = highest[root.name] ?? 0
            var isFirst = !keys.isInto
            for (index, table) in keys.tables.enumerated() {
                let own = rows.filter { $0.destination.rootName == root.name && $0.source.table == table }
                guard !own.isEmpty else { continue }
                let cases = own.map { "WHEN \($0.source.number) THEN \($0.destination.number)" }
                // For an empty table the keys are kept, unless objects of another table have them.
                let key =
                    isFirst ? "t.Z_PK" : "\(last) + row_number() OVER (ORDER BY t.Z_PK)"
                try connection.execute(
                    "INSERT INTO temp.keys\(index) SELECT t.Z_PK, \(key), "
                        + "CASE t.Z_ENT \(cases.joined(separator: " ")) END, \(CopiedKeys.State.new.rawValue) "
                        + "FROM \(OldStore.table(table)) AS t "
                        + "WHERE t.Z_ENT IN (\(own.map(\.source.number).sqlList)) "
                        + "AND EXISTS (SELECT 1 FROM temp.reached AS r WHERE r.t = \(index) AND r.k = t.Z_PK) "
                        + "AND t.Z_PK NOT IN (SELECT old FROM temp.keys\(index)) ORDER BY t.Z_PK")
                let numbers = own.map(\.destination.number)
                let used =
                    try connection.integer(
                        "SELECT max(new) FROM temp.keys\(index) WHERE number IN (\(numbers.sqlList))") ?? 0
                last = max(last, used, isFirst ? top[own[0].source.rootName] ?? 0 : 0)
                isFirst = false
            }
            highest[root.name] = last
        }
        return highest
    }

    // MARK: Merging

    /// Merges objects with equal values for a uniqueness constraint of the target.
    private func merge(_ row: EntityRows, _ constraint: [String]) throws {
        guard let columns = columns(row, constraint), let name = keys.name(of: row.source.table) else {
            return
        }
        // All entities with the constraint whose objects are in the same table.
        let numbers = rows.filter {
            $0.source.table == row.source.table && $0.destination.table == row.destination.table
                && constraints(of: $0).contains(constraint)
        }.map(\.source.number)
        guard numbers.first == row.source.number else { return }
        let values = columns.enumerated().map { "\($1.value) AS v\($0)" }
        let names = columns.indices.map { "v\($0)" }
        try connection.execute(
            "UPDATE \(name) AS k SET new = f.new, number = f.number, state = \(CopiedKeys.State.linked.rawValue) "
                + "FROM (SELECT old, first_value(new) OVER w AS new, first_value(number) OVER w AS number, "
                + "row_number() OVER w AS n FROM (SELECT t.Z_PK AS old, k.new AS new, k.number AS number, "
                + "\(values.joined(separator: ", ")) FROM \(OldStore.table(row.source.table)) AS t "
                + "JOIN \(name) AS k ON k.old = t.Z_PK WHERE k.state = \(CopiedKeys.State.new.rawValue) "
                + "AND t.Z_ENT IN (\(numbers.sqlList))) WHERE "
                + names.map { "\($0) IS NOT NULL" }.joined(separator: " AND ")
                + " WINDOW w AS (PARTITION BY \(names.joined(separator: ", ")) ORDER BY old)) AS f "
                + "WHERE k.old = f.old AND f.n > 1")
    }

    // MARK: Issues

    private func issues() throws -> [CopyIssue] {
        func found(_ table: String, _ kind: CopyIssue.Kind) throws -> [CopyIssue] {
            try connection.rows("SELECT e, count(*), min(old) FROM temp.\(table) GROUP BY e ORDER BY e") {
                CopyIssue(
                    kind, entity: $0.text(at: 0) ?? "", count: $0.integer(at: 1), example: $0.integer(at: 2))
            }
        }
        return try found("several", .ambiguous) + found("others", .otherEntity)
    }
}
