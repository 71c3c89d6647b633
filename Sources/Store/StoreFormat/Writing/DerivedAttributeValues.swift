import ObjectModel
import SQLite

/// Computes the stored values of derived attributes, which Core Data's triggers keep up to date
/// (docs/internals/format.md#triggers-and-r-trees).
///
/// The triggers call functions that only Core Data has, so they cannot run here. Instead, one statement for each
/// attribute computes the same values for all rows.
package struct DerivedAttributeValues {
    /// A derived attribute that cannot be computed.
    package struct Problem: Equatable, Sendable {
        /// The entity that declares the attribute.
        package let entityName: String
        package let attributeName: String
    }

    /// One derived attribute that can be computed.
    package struct Derivation: Equatable, Sendable {
        /// The entity that declares the attribute.
        package let entityName: String
        package let attributeName: String
        /// The source of the value, such as `author.name` or `pages.@count`.
        package let expression: String
        /// The table of the entity's family.
        package let table: String
        /// An SQL condition on the rows of the table that have the attribute.
        package let condition: String
        /// A query for the rows with a wrong value: `Z_PK`, the value, the correct value.
        package let staleRows: String
        /// The statements that write the values.
        let updates: [String]
        /// Whether the value may be derived from another derived attribute.
        let isChained: Bool
    }

    /// The attributes that can be computed.
    package let derivations: [Derivation]
    /// The attributes with an unknown derivation.
    package let problems: [Problem]

    /// Prepares the statements for all derived attributes of a store's model.
    ///
    /// - Parameter now: the value of `now()`, in seconds since 2001-01-01 00:00:00 UTC; nil if none is known, so that
    ///   such values are problems.
    package init(layout: StoreLayout, now: Double? = nil) {
        var problems: [Problem] = []
        var derivations: [Derivation] = []
        for entity in layout.model.entities {
            guard let stored = layout.entity(named: entity.name) else { continue }
            for attribute in entity.ownProperties.compactMap(\.attribute) {
                guard let derivation = attribute.derivation, !attribute.isTransient else {
                    continue
                }
                let isPlain = attribute.derivationFilter == nil
                if isPlain, let relationship = derivation.countedRelationship,
                    let count = Self.count(attribute.name, relationship, stored)
                {
                    derivations.append(count)
                } else if isPlain, case .keyPath(let path) = derivation,
                    let value = Self.path(attribute.name, path, stored, layout)
                {
                    derivations.append(value)
                } else if isPlain,
                    let value = Self.expression(attribute, derivation, stored, layout, now: now)
                {
                    derivations.append(value)
                } else {
                    problems.append(
                        Problem(entityName: entity.name, attributeName: attribute.name))
                }
            }
        }
        self.problems = problems
        self.derivations = derivations
    }

    /// Registers the functions that the statements use.
    ///
    /// - Throws: `DatabaseError`.
    package func registerFunctions(on connection: Connection) throws {
        try DerivationFunctions.register(on: connection)
    }

    /// Writes the values.
    ///
    /// - Throws: `DatabaseError`.
    package func write(to connection: Connection) throws {
        try DerivationFunctions.register(on: connection)
        for statement in derivations.filter({ !$0.isChained }).flatMap(\.updates) {
            try connection.execute(statement)
        }
        let paths = derivations.filter(\.isChained).flatMap(\.updates)
        // A derived attribute may be derived from another one. No chain is longer than the number of attributes.
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

    /// Derives `toOne.attribute`. Only rows whose value changes are written.
    private static func path(
        _ attribute: String, _ path: String, _ entity: EntityLayout, _ layout: StoreLayout
    ) -> Derivation? {
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
        let stale = "\(condition(entity)) AND \(column) IS NOT \(value)"
        return Derivation(
            entityName: entity.name, attributeName: attribute, expression: path,
            table: entity.table, condition: condition(entity),
            staleRows: "SELECT Z_PK, \(column), \(value) FROM \(table) WHERE \(stale)",
            updates: ["UPDATE \(table) SET \(column) = \(value) WHERE \(stale)"],
            isChained: true)
    }

    /// Derives `toMany.@count`, if the inverse is to-one.
    private static func count(
        _ attribute: String, _ relationship: String, _ entity: EntityLayout
    ) -> Derivation? {
        guard let column = entity.attribute(attribute)?.column.sqlIdentifier,
            case .inverseToOne(let child, let foreignKey, _)? = entity.toMany(relationship)?.storage
        else { return nil }
        let table = entity.table.sqlIdentifier
        let key = foreignKey.sqlIdentifier
        let counted = """
            (
              SELECT \(key) AS k, count(*) AS n FROM \(child.sqlIdentifier)
              WHERE \(key) NOT NULL GROUP BY \(key)
            ) AS counted
            """
        return Derivation(
            entityName: entity.name, attributeName: attribute,
            expression: relationship + ".@count", table: entity.table,
            condition: condition(entity),
            staleRows: """
                SELECT t.Z_PK, t.\(column), ifnull(counted.n, 0) FROM \(table) AS t
                LEFT JOIN \(counted) ON counted.k = t.Z_PK
                WHERE t.\(condition(entity)) AND t.\(column) IS NOT ifnull(counted.n, 0)
                """,
            updates: [
                "UPDATE \(table) SET \(column) = 0 WHERE \(condition(entity))",
                """
                UPDATE \(table) SET \(column) = counted.n FROM \(counted)
                WHERE counted.k = \(table).Z_PK AND \(table).\(condition(entity))
                """,
            ],
            isChained: false)
    }

    /// Derives everything else: copies, functions on texts, `now()`, values of all destinations of a relationship,
    /// deeper paths.
    private static func expression(
        _ attribute: AttributeDescription, _ derivation: Expression, _ entity: EntityLayout,
        _ layout: StoreLayout, now: Double?
    ) -> Derivation? {
        var compiler = DerivationSQL(layout: layout, now: now)
        let table = entity.table.sqlIdentifier
        guard let column = entity.attribute(attribute.name)?.column.sqlIdentifier,
            let value = compiler.value(of: derivation, entity, row: "t")
        else { return nil }
        let own = "t.\(column)"
        // Sums of doubles depend on the order of their terms.
        let differs =
            [.double, .float, .decimal].contains(attribute.type)
            ? "(\(own) IS NOT \(value)) AND NOT ifnull(abs(\(own) - \(value)) <= "
                + "1e-9 * max(1, abs(\(value))), 0)"
            : "\(own) IS NOT \(value)"
        let stale = "t.\(condition(entity)) AND \(differs)"
        return Derivation(
            entityName: entity.name, attributeName: attribute.name,
            expression: derivation.format, table: entity.table, condition: condition(entity),
            staleRows: "SELECT t.Z_PK, \(own), \(value) FROM \(table) AS t WHERE \(stale)",
            updates: [
                "UPDATE \(table) AS t SET \(column) = \(value) WHERE t.\(condition(entity)) "
                    + "AND \(own) IS NOT \(value)"
            ], isChained: true)
    }

    private static func condition(_ entity: EntityLayout) -> String {
        "Z_ENT IN (\(entity.familyNumbers.map(String.init).joined(separator: ", ")))"
    }
}
