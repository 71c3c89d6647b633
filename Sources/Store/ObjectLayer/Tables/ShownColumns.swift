import ObjectModel
import StoreFormat

/// The columns of a table as columns of an SQL statement: the selections, the joins, and the way cells are read.
///
/// Names are looked up for all entities that rows may have. ``NotCompilable`` is thrown for a column that differs
/// between them, is computed, or leads through a to-many relationship, except for its count.
struct ShownColumns {
    /// The way one cell is read from columns of the statement.
    enum Reader {
        case entityName
        case attribute(column: Int, AttributeType, allowsExternalStorage: Bool)
        /// The first column that has a value, which is a text.
        case firstText(columns: [Int])
        case count(column: Int)
        /// An object, by its index in ``objects``.
        case object(Int)
    }

    /// A to-one relationship in the path to an attribute.
    struct Link {
        /// The column with the key.
        let key: Int
        /// The column with the `Z_ENT` of the row that was found; 0 if the row has none.
        let found: Int
        let destination: MappedEntity
    }

    /// The SQL of the selected columns.
    private(set) var selected: [String] = []
    private(set) var readers: [Reader] = []
    private(set) var links: [Link] = []
    private(set) var objects: [ShownObjects] = []
    private var indices: [String: Int] = [:]
    private var linked: Set<String> = []
    private var joins = 0

    private let map: StoreMap
    private let entities: [MappedEntity]
    private let scope: SQLScope
    /// Returns whether a table has an index that begins with a column.
    private let isIndexed: (_ table: String, _ column: String) throws -> Bool
    /// Whether the statement is run separately for each row.
    private let isRunForEachRow: Bool

    /// The maximum number of joins. SQLite joins at most 64 tables.
    private static let mostJoins = 40

    /// The first columns of every statement: `Z_PK` and `Z_ENT`.
    static let key = 0
    static let entity = 1

    /// Creates a statement with only these columns.
    init(
        of plan: FetchPlan, in map: StoreMap, _ scope: SQLScope, isRunForEachRow: Bool = false,
        isIndexed: @escaping (_ table: String, _ column: String) throws -> Bool = { _, _ in false }
    ) {
        self.map = map
        self.scope = scope
        self.isIndexed = isIndexed
        self.isRunForEachRow = isRunForEachRow
        entities = Self.family(of: plan.entity, plan.includesSubentities, in: map)
        _ = select("\(scope.alias).Z_PK")
        _ = select("\(scope.alias).Z_ENT")
    }

    init(
        _ columns: [(column: TableColumn, source: TableFetchPlan.Source)], of plan: FetchPlan,
        in map: StoreMap, _ scope: SQLScope, isRunForEachRow: Bool,
        isIndexed: @escaping (_ table: String, _ column: String) throws -> Bool
    ) throws {
        self.init(of: plan, in: map, scope, isRunForEachRow: isRunForEachRow, isIndexed: isIndexed)
        for (column, source) in columns {
            switch source {
            case .entityName: readers.append(.entityName)
            case .dictionary: throw NotCompilable()
            case .memberCount(let name): readers.append(try count(name))
            case .object(let expression):
                readers.append(try reader(expression, showsIDs: column.showsIDs))
            }
        }
    }

    private static func family(
        of entity: MappedEntity, _ includesSubentities: Bool, in map: StoreMap
    ) -> [MappedEntity] {
        guard includesSubentities else { return [entity] }
        return entity.layout.familyNumbers.compactMap { map.entity(numbered: $0) }
    }

    /// Returns the statement for the row with a key, its only parameter.
    ///
    /// - Parameter scope: the scope of the columns.
    func statement(ofKeyIn scope: SQLScope) -> String {
        "SELECT \(selected.joined(separator: ", ")) FROM \(scope.from) WHERE \(scope.alias).Z_PK = ?"
    }

    private mutating func select(_ sql: String) -> Int {
        if let known = indices[sql] { return known }
        indices[sql] = selected.count
        selected.append(sql)
        return selected.count - 1
    }

    // MARK: Values

    private mutating func reader(
        _ expression: ResolvedExpression, showsIDs: Bool
    ) throws -> Reader {
        if let paths = expression.alternatives {
            return .firstText(columns: try paths.map { try attribute($0).column })
        }
        guard case .path(.evaluatedObject, let path) = expression, !path.isToMany else {
            throw NotCompilable()
        }
        switch path.end {
        case .object: return .object(try object(path, showsIDs: showsIDs))
        case .attribute:
            let (column, type, allowsExternalStorage) = try attribute(path)
            return .attribute(column: column, type, allowsExternalStorage: allowsExternalStorage)
        }
    }

    /// Returns the column of an attribute and the way it is read.
    mutating func attribute(
        _ path: ResolvedKeyPath
    ) throws -> (column: Int, AttributeType, allowsExternalStorage: Bool) {
        guard case .attribute(let slot) = path.end else { throw NotCompilable() }
        var owners = entities
        var alias = scope.alias
        for hop in path.hops {
            alias = try join(hop, of: owners, from: alias)
            owners = Self.family(of: hop.destination, true, in: map)
        }
        guard let column = slot.column, let attribute = slot.attribute, !slot.isTransient else {
            throw NotCompilable()
        }
        for owner in owners {
            guard let index = owner.slot(named: slot.name), owner.slots[index].column == column,
                let own = owner.slots[index].attribute, own.type == attribute.type,
                own.allowsExternalBinaryDataStorage == attribute.allowsExternalBinaryDataStorage
            else { throw NotCompilable() }
        }
        return (
            select("\(alias).\(column.sqlIdentifier)"), attribute.type,
            attribute.allowsExternalBinaryDataStorage
        )
    }

    /// Joins the row of a to-one destination.
    private mutating func join(
        _ hop: ResolvedKeyPath.Hop, of owners: [MappedEntity], from alias: String
    ) throws -> String {
        let (column, _) = try self.column(of: hop, owners)
        let next = try joined(hop, from: alias)
        if linked.insert(next).inserted {
            links.append(
                Link(
                    key: select("\(alias).\(column.sqlIdentifier)"),
                    found: select("iif(\(next).Z_PK IS NULL, NULL, ifnull(\(next).Z_ENT, 0))"),
                    destination: hop.destination))
        }
        return next
    }

    private mutating func joined(_ hop: ResolvedKeyPath.Hop, from alias: String) throws -> String {
        joins += 1
        let root = map.entity(named: hop.destination.layout.rootName)
        guard joins <= Self.mostJoins, hop.destination.table == root?.table else {
            throw NotCompilable()
        }
        return try scope.alias(following: [hop], from: alias)
    }

    /// Returns the columns of a to-one relationship if they are the same for all entities that have it.
    private func column(
        of hop: ResolvedKeyPath.Hop, _ owners: [MappedEntity]
    ) throws -> (key: String, entity: String?) {
        guard !hop.isToMany, let stored = hop.source.layout.toOne(hop.name) else {
            throw NotCompilable()
        }
        for owner in owners {
            guard let index = owner.slot(named: hop.name),
                owner.slots[index].column == stored.column,
                owner.slots[index].entityColumn == stored.entityColumn,
                let relationship = owner.slots[index].relationship,
                map.destination(of: relationship) === hop.destination
            else { throw NotCompilable() }
        }
        return (stored.column, stored.entityColumn)
    }

    // MARK: Objects

    /// Returns the index of an object in ``objects``.
    mutating func object(_ path: ResolvedKeyPath, showsIDs: Bool) throws -> Int {
        let destination = path.destination
        var alias = scope.alias
        var key = Self.key
        var entityColumn: Int? = Self.entity
        if let hop = path.hops.first {
            // After more than one relationship, only the object itself determines its entity.
            guard path.hops.count == 1 else { throw NotCompilable() }
            let columns = try column(of: hop, entities)
            key = select("\(alias).\(columns.key.sqlIdentifier)")
            entityColumn = columns.entity.map { select("\(alias).\($0.sqlIdentifier)") }
            if !showsIDs { alias = try joined(hop, from: alias) }
        }
        var names: [Int64: [Int]] = [:]
        var found = key
        if !showsIDs {
            found = select("\(alias).Z_ENT")
            for entity in map.entities where entity.rootNumber == destination.rootNumber {
                names[Int64(entity.number)] = entity.description.namingAttributes(in: map.model)
                    .compactMap { entity.slot(named: $0.name).flatMap { entity.slots[$0].column } }
                    .map { select("\(alias).\($0.sqlIdentifier)") }
            }
        }
        objects.append(
            ShownObjects(
                key: key, entityColumn: entityColumn, declared: destination, found: found,
                names: names, showsIDs: showsIDs, map: map))
        return objects.count - 1
    }

    // MARK: Counts

    private mutating func count(_ name: String) throws -> Reader {
        var storages: [ToManyStorage.Storage] = []
        for entity in entities {
            guard let index = entity.toMany(named: name), let storage = entity.toManys[index].storage,
                map.destination(of: entity.toManys[index].relationship) != nil
            else { throw NotCompilable() }
            storages.append(storage)
        }
        guard let storage = storages.first, storages.allSatisfy({ $0 == storage }) else {
            throw NotCompilable()
        }
        let (table, column, _, _) = storage.rows
        var counted = "count(*)"
        if case .joinTable(_, _, let other, _) = storage {
            // Each member is counted once.
            counted = "count(DISTINCT ifnull(CAST(m.\(other.sqlIdentifier) AS INTEGER), 0))"
        }
        let source = "m.\(column.sqlIdentifier)"
        let rows = "FROM \(table.sqlIdentifier) AS m WHERE typeof(\(source)) = 'integer'"
        if try isIndexed(table, column) {
            return .count(
                column: select("(SELECT \(counted) \(rows) AND \(source) = \(scope.alias).Z_PK)"))
        }
        // All members are counted in one subquery. Otherwise, each object would need a scan of the whole table.
        joins += 1
        guard !isRunForEachRow, joins <= Self.mostJoins else { throw NotCompilable() }
        let alias = scope.join(
            "(SELECT \(source) AS k, \(counted) AS n \(rows) GROUP BY \(source))",
            on: { "\($0).k = \(scope.alias).Z_PK" })
        return .count(column: select("ifnull(\(alias).n, 0)"))
    }
}

extension ResolvedExpression {
    /// The alternative paths of which the first one with a value is used, as in a SwiftData enumeration with one path
    /// for each case; nil for all other expressions.
    fileprivate var alternatives: [ResolvedKeyPath]? {
        guard case .conditional(.comparison(let test), .path(.evaluatedObject, let path), let others) = self,
            case .path(.evaluatedObject, let tested) = test.left, test.right.isNull,
            test.comparator == .notEqualTo, test.modifier == .direct, !path.isToMany, tested.text == path.text
        else { return nil }
        if others.isNull { return [path] }
        return others.alternatives.map { [path] + $0 }
    }
}
