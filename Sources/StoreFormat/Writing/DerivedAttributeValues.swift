import ObjectModel
import SQLite

/// Computes the stored values of derived attributes, as the triggers of Core Data keep them
/// (SPEC 5).
///
/// The triggers call functions that only Core Data has, so that they cannot run here: the same
/// values come from one statement for each attribute, over all rows.
public struct DerivedAttributeValues {
    /// A derived attribute that cannot be computed.
    public struct Problem: Equatable, Sendable {
        /// The entity that declares the attribute.
        public let entityName: String
        public let attributeName: String
    }

    /// The attributes whose derivation is none of the known ones.
    public let problems: [Problem]
    private let counts: [String]
    private let paths: [String]

    /// Prepares the statements for all derived attributes of a store's model.
    public init(layout: StoreLayout) {
        var problems: [Problem] = []
        var counts: [String] = []
        var paths: [String] = []
        for entity in layout.model.entities {
            guard let stored = layout.entity(named: entity.name) else { continue }
            for attribute in entity.ownProperties.compactMap(\.attribute) {
                guard let derivation = attribute.derivation, !attribute.isTransient else { continue }
                let isPlain = attribute.derivationFilter == nil
                if isPlain, let relationship = derivation.countedRelationship,
                    let statements = Self.count(attribute.name, relationship, stored)
                {
                    counts += statements
                } else if isPlain, case .keyPath(let path) = derivation,
                    let statement = Self.path(attribute.name, path, stored, layout)
                {
                    paths.append(statement)
                } else {
                    problems.append(
                        Problem(entityName: entity.name, attributeName: attribute.name))
                }
            }
        }
        self.problems = problems
        self.counts = counts
        self.paths = paths
    }

    /// Writes the values.
    ///
    /// - Throws: `DatabaseError`.
    public func write(to connection: Connection) throws {
        for statement in counts { try connection.execute(statement) }
        // A derived attribute may be derived from another one: no chain is longer than all of them.
        for _ in paths {
            var changes: Int64 = 0
            for statement in paths {
                try connection.prepare(statement).run()
                changes += connection.changes
            }
            if changes == 0 { return }
        }
    }

    // MARK: Statements

    /// `toOne.attribute`: only rows whose value changes are written.
    private static func path(
        _ attribute: String, _ path: String, _ entity: EntityLayout, _ layout: StoreLayout
    ) -> String? {
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard parts.count == 2, let column = entity.attribute(attribute)?.column.sqlIdentifier,
            let toOne = entity.toOne(parts[0]),
            let destination = layout.entity(named: toOne.destinationName),
            let source = destination.attribute(parts[1])?.column.sqlIdentifier
        else { return nil }
        let table = entity.table.sqlIdentifier
        let value =
            "(SELECT d.\(source) FROM \(destination.table.sqlIdentifier) AS d "
            + "WHERE d.Z_PK = \(table).\(toOne.column.sqlIdentifier))"
        return "UPDATE \(table) SET \(column) = \(value) "
            + "WHERE \(condition(entity)) AND \(column) IS NOT \(value)"
    }

    /// `toMany.@count`, where the inverse is to-one.
    private static func count(
        _ attribute: String, _ relationship: String, _ entity: EntityLayout
    ) -> [String]? {
        guard let column = entity.attribute(attribute)?.column.sqlIdentifier,
            case .inverseToOne(let child, let foreignKey, _)? = entity.toMany(relationship)?.storage
        else { return nil }
        let table = entity.table.sqlIdentifier
        let key = foreignKey.sqlIdentifier
        return [
            "UPDATE \(table) SET \(column) = 0 WHERE \(condition(entity))",
            """
            UPDATE \(table) SET \(column) = counted.n FROM (
              SELECT \(key) AS k, count(*) AS n FROM \(child.sqlIdentifier)
              WHERE \(key) NOT NULL GROUP BY \(key)
            ) AS counted WHERE counted.k = \(table).Z_PK AND \(table).\(condition(entity))
            """,
        ]
    }

    private static func condition(_ entity: EntityLayout) -> String {
        "Z_ENT IN (\(entity.familyNumbers.map(String.init).joined(separator: ", ")))"
    }
}

extension Expression {
    /// The relationship of `pages.@count` or `count:(pages)`.
    var countedRelationship: String? {
        let suffix = ".@count"
        switch self {
        case .keyPath(let path) where path.hasSuffix(suffix):
            return String(path.dropLast(suffix.count))
        case .function(name: "count:", let arguments, target: nil):
            guard arguments.count == 1, case .keyPath(let path) = arguments[0] else { return nil }
            return path
        default: return nil
        }
    }
}
