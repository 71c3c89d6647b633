import Migration
import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// The chosen objects of the source store and their related objects, in temporary tables: `chosen` and `reached`, each
/// with `t`, the number of a table, and `k`, a primary key.
///
/// One recursive statement over the tables of the store finds the related objects. Its queue is in a temporary file, so
/// that memory does not grow with the store.
struct ReachedObjects {
    private let source: ReferenceStore
    private let shared: SharedModel
    private let choice: CopyChoice
    private let connection: Connection
    /// The tables of objects. Their indices are the numbers.
    let tables: [String]

    init(
        _ source: ReferenceStore, _ shared: SharedModel, _ choice: CopyChoice, on connection: Connection
    ) {
        self.source = source
        self.shared = shared
        self.choice = choice
        self.connection = connection
        var tables: [String] = []
        for entity in source.layout.entities where !tables.contains(entity.table) {
            if source.inspection.table(named: entity.table) != nil { tables.append(entity.table) }
        }
        self.tables = tables
    }

    /// Returns the number of a table.
    func number(of table: String) -> Int? { tables.firstIndex(of: table) }

    /// Fills the tables.
    ///
    /// - Throws: ``CopyFailure`` for names that the model does not have, `PredicateFormatError`,
    ///   `FetchRequestError`, `DatabaseError`.
    func find() throws {
        try connection.execute(
            """
            CREATE TEMP TABLE chosen (t INTEGER, k INTEGER, PRIMARY KEY (t, k)) WITHOUT ROWID;
            CREATE TEMP TABLE reached (t INTEGER, k INTEGER, d INTEGER, PRIMARY KEY (t, k, d)) WITHOUT ROWID;
            """)
        let isAll = try choose()
        try connection.execute("INSERT INTO temp.reached SELECT t, k, 1 FROM temp.chosen ORDER BY t, k")
        if !isAll, choice.follow != .none { try follow() }
    }

    // MARK: Choosing

    /// - Returns: whether all objects are chosen.
    private func choose() throws -> Bool {
        let model = source.model
        let named = choice.entities + choice.conditions.map(\.entity)
        let unknown = named.filter { model.entity(named: $0) == nil }
        guard unknown.isEmpty else {
            throw CopyFailure(
                unknown.map { name in
                    let nearest = NearestName.of(name, in: model.entities.map(\.name))
                    return CopyIssue(.unknownEntity(name: name, nearest: nearest))
                })
        }
        var isAll = true
        for entity in source.layout.entities where !entity.isAbstract {
            let line = source.model.lineage(of: entity.name).map(\.name)
            guard named.isEmpty || named.contains(where: line.contains) else {
                isAll = false
                continue
            }
            guard let table = number(of: entity.table) else { continue }
            let conditions = conditions(on: entity.name)
            guard conditions.isEmpty else {
                isAll = false
                try choose(entity, table, fulfilling: conditions)
                continue
            }
            try connection.execute(
                "INSERT INTO temp.chosen SELECT \(table), Z_PK FROM \(OldStore.table(entity.table)) "
                    + "WHERE Z_ENT = \(entity.number) ORDER BY Z_PK")
        }
        return isAll
    }

    private func choose(
        _ entity: EntityLayout, _ table: Int, fulfilling conditions: [Predicate]
    ) throws {
        let coordinator = PersistentStoreCoordinator(source)
        let context = try ManagedObjectContext(coordinator, over: source.connection)
        var request = FetchRequest(entityName: entity.name)
        request.includesSubentities = false
        request.allowsExtensions = true
        request.interpretsTextConstants = true
        request.predicate = conditions.count == 1 ? conditions[0] : .and(conditions)
        let insert = try connection.prepare(
            "INSERT OR IGNORE INTO temp.chosen VALUES (\(table), ?)", isPersistent: true)
        for id in try context.fetchObjectIDs(request) {
            guard let key = id.primaryKey else { continue }
            try insert.bind(key, at: 1)
            try insert.run()
        }
    }

    private func conditions(on entity: String) -> [Predicate] {
        let line = source.model.lineage(of: entity).map(\.name)
        return choice.conditions.filter { line.contains($0.entity) }.map(\.predicate)
    }

    // MARK: Following

    /// A connection from objects to related objects.
    private struct Edge: Hashable {
        enum Kind: Hashable {
            /// A column of the object's own row.
            case toOne
            /// Rows that contain the object's key: the members of a relationship with a to-one inverse.
            case members
            /// Rows of a join table.
            case join(other: String)
        }

        let table: String
        let column: String
        let kind: Kind
        let from: Int
        let to: Int
        let isRequired: Bool
    }

    private func edges() -> [(edge: Edge, numbers: [Int])] {
        var found: [(edge: Edge, numbers: [Int])] = []
        func add(_ edge: Edge, _ number: Int) {
            if let index = found.firstIndex(where: { $0.edge == edge }) {
                found[index].numbers.append(number)
            } else {
                found.append((edge, [number]))
            }
        }
        for mapped in shared.mapping.entities {
            guard let name = mapped.source, let entity = source.layout.entity(named: name),
                let from = number(of: entity.table),
                let target = shared.mapping.destination.entity(named: mapped.destination)
            else { continue }
            for toOne in entity.toOnes {
                guard
                    let relationship = mapped.relationships[toOne.relationship.name]
                        .flatMap({ target.relationship(named: $0) }),
                    let to = table(of: toOne.destinationName)
                else { continue }
                let isRequired = !relationship.isOptional && !relationship.isToMany
                guard isRequired || choice.follow != .required else { continue }
                add(
                    Edge(
                        table: entity.table, column: toOne.column, kind: .toOne, from: from, to: to,
                        isRequired: isRequired), entity.number)
            }
            for toMany in entity.toManys {
                guard
                    let relationship = mapped.relationships[toMany.relationship.name]
                        .flatMap({ target.relationship(named: $0) }),
                    let to = table(of: toMany.destinationName)
                else { continue }
                let isRequired = needsMembers(relationship)
                guard isRequired || choice.follow != .required else { continue }
                let (table, column, member, _) = toMany.storage.rows
                let isJoined = if case .joinTable = toMany.storage { true } else { false }
                add(
                    Edge(
                        table: table, column: column, kind: isJoined ? .join(other: member) : .members,
                        from: from, to: to, isRequired: isRequired), entity.number)
            }
        }
        return found
    }

    /// Returns whether a to-many relationship must have members.
    private func needsMembers(_ relationship: RelationshipDescription) -> Bool {
        !relationship.isOptional && relationship.minCount > 0
    }

    private func table(of entity: String) -> Int? {
        source.layout.entity(named: entity).flatMap { number(of: $0.table) }
    }

    /// The maximum number of edges in one statement. SQLite allows at most 500 parts of a compound statement.
    private static let mostEdges = 200

    private func follow() throws {
        let edges = edges()
        for edge in Set(edges.map(\.edge)) where edge.kind != .toOne {
            try index(edge.table, edge.column)
        }
        let parts = stride(from: 0, to: edges.count, by: Self.mostEdges).map {
            edges[$0..<min($0 + Self.mostEdges, edges.count)].map(step)
        }
        while true {
            var isGrowing = false
            for part in parts {
                try connection.execute(
                    "WITH RECURSIVE reach(t, k, d) AS (SELECT t, k, d FROM temp.reached"
                        + part.map { " UNION " + $0 }.joined()
                        + ") INSERT OR IGNORE INTO temp.reached SELECT t, k, d FROM reach")
                isGrowing = isGrowing || connection.changes > 0
            }
            // Each statement runs until it finds nothing more, but a later statement may find objects from which an
            // earlier one continues.
            guard isGrowing, parts.count > 1 else { return }
        }
    }

    /// The numbers of the entities with conditions. Related objects of these entities are copied only if they meet
    /// them.
    private var restricted: [Int] {
        source.layout.entities.filter { !conditions(on: $0.name).isEmpty }.map(\.number)
    }

    private func step(_ edge: Edge, _ numbers: [Int]) -> String {
        let column = edge.column.sqlIdentifier
        let isDeep = choice.follow == .deep
        let key: String
        let from: String
        var conditions = ["r.t = \(edge.from)"]
        var depth = "1"
        switch edge.kind {
        case .toOne:
            key = "e.\(column)"
            from = "CROSS JOIN \(OldStore.table(edge.table)) AS e ON e.Z_PK = r.k"
            conditions += ["e.\(column) IS NOT NULL", "e.Z_ENT IN (\(numbers.sqlList))"]
            if isDeep { depth = "0" }
        case .members:
            key = "e.Z_PK"
            from = "CROSS JOIN \(OldStore.table(edge.table)) AS e ON e.\(column) = r.k"
            if isDeep, !edge.isRequired { conditions.append("r.d = 1") }
        case .join(let other):
            key = "e.\(other.sqlIdentifier)"
            from = "CROSS JOIN \(OldStore.table(edge.table)) AS e ON e.\(column) = r.k"
            conditions.append("\(key) IS NOT NULL")
            if isDeep {
                depth = "0"
                if !edge.isRequired { conditions.append("r.d = 1") }
            }
        }
        let restricted = restricted
        if !edge.isRequired, !restricted.isEmpty {
            conditions.append(
                "EXISTS (SELECT 1 FROM \(OldStore.table(tables[edge.to])) AS x WHERE x.Z_PK = \(key) AND "
                    + "(x.Z_ENT NOT IN (\(restricted.sqlList)) OR EXISTS (SELECT 1 FROM temp.chosen AS c "
                    + "WHERE c.t = \(edge.to) AND c.k = x.Z_PK)))")
        }
        return "SELECT \(edge.to), \(key), \(depth) FROM reach AS r \(from) "
            + "WHERE \(conditions.joined(separator: " AND "))"
    }

    /// Creates an index on a column of the private copy if it lacks one, because rows are looked up for each object.
    private func index(_ table: String, _ column: String) throws {
        let known = try connection.integer(
            "SELECT count(*) FROM pragma_index_list(?1, ?2) AS l, pragma_index_info(l.name, ?2) AS i "
                + "WHERE i.seqno = 0 AND upper(i.name) = upper(?3) AND l.partial = 0",
            [.text(table), .text(OldStore.schema), .text(column)])
        guard known == 0 else { return }
        let name = "zseed_\(table)_\(column)".sqlIdentifier
        try connection.execute(
            "CREATE INDEX IF NOT EXISTS \(OldStore.schema).\(name) ON \(table.sqlIdentifier) "
                + "(\(column.sqlIdentifier))")
    }
}
