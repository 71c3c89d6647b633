import ObjectModel
import SQLite
import StoreFormat

/// Writes the objects of one entity with their attributes, and with the to-one relationships that were also to-one
/// before.
package struct EntityRows {
    package let mapping: InferredMapping
    package let entity: EntityMapping
    /// The entity in the old store.
    package let source: EntityLayout
    /// The entity in the new store.
    package let destination: EntityLayout
    package let targets: MigrationTargets

    /// Creates the rows of an entity; nil if it has no source, or no objects of its own.
    package init?(_ entity: EntityMapping, _ mapping: InferredMapping, _ targets: MigrationTargets) {
        guard let name = entity.source, let source = targets.old.entity(named: name),
            let destination = targets.new.entity(named: entity.destination), !destination.isAbstract
        else { return nil }
        self.mapping = mapping
        self.entity = entity
        self.source = source
        self.destination = destination
        self.targets = targets
    }

    /// Copies the objects.
    ///
    /// - Returns: the number of objects.
    /// - Throws: `DatabaseError`.
    package func write(to connection: Connection) throws -> Int64 {
        let columns = columns
        let names = ["Z_PK", "Z_ENT", "Z_OPT"] + columns.map(\.name.sqlIdentifier)
        let values =
            [
                targets.keys.newKey("t.Z_PK", in: source.table), String(destination.number),
                targets.keys.version("t.Z_OPT"),
            ]
            + columns.map(\.value)
        let insert = try connection.prepare(
            "INSERT INTO main.\(destination.table.sqlIdentifier) (\(names.joined(separator: ", "))) "
                + "SELECT \(values.joined(separator: ", ")) FROM \(OldStore.table(source.table)) AS t "
                + "WHERE t.Z_ENT = \(source.number)\(condition) ORDER BY t.Z_PK")
        for (index, value) in columns.compactMap(\.parameter).enumerated() {
            try insert.bind(value, at: index + 1)
        }
        try insert.run()
        return connection.changes
    }

    private var condition: String {
        targets.keys.isInserted("t.Z_PK", in: source.table).map { " AND \($0)" } ?? ""
    }

    /// A column with the SQL of its value.
    package struct Column {
        /// The name of the column.
        package let name: String
        /// An expression over the row `t` of the old store.
        package let value: String
        /// The value of the parameter `?` in the expression, if it has one.
        package var parameter: Value?
        /// For the key column of a to-one relationship: its key in the old store.
        package var link: String?
        /// For the entity or order column of a to-one relationship: the column with its key.
        package var besides: String?
    }

    /// The columns that have a source or a value of their own, except `Z_PK`, `Z_ENT` and `Z_OPT`.
    package var columns: [Column] {
        let attributes = entity.attributes.compactMap { mapping -> Column? in
            destination.attribute(mapping.destination).flatMap { column(mapping, named: $0.column) }
        }
        return attributes + destination.toOnes.flatMap(columns)
    }

    private func column(_ attribute: AttributeMapping, named name: String) -> Column? {
        let standard = attribute.standard.flatMap { Value($0, of: attribute.attribute) }
        guard let path = attribute.source, let stored = source.attribute(path)?.column else {
            return standard.map { Column(name: name, value: "?", parameter: $0) }
        }
        let column = "t.\(stored.sqlIdentifier)"
        let value = targets.keys.value(
            Self.converted(column, from: attribute.sourceAttribute, to: attribute.attribute),
            of: attribute, in: destination)
        guard let standard else { return Column(name: name, value: value) }
        return Column(name: name, value: "ifnull(\(value), ?)", parameter: standard)
    }

    /// Returns the value of a binary attribute, with or without the leading byte that attributes with external storage
    /// have (docs/internals/format.md#rows). If the new attribute does not allow external storage,
    /// ``ExternalValueReader`` reads the files later.
    private static func converted(
        _ column: String, from former: AttributeDescription?, to attribute: AttributeDescription
    ) -> String {
        let isOutside = attribute.allowsExternalBinaryDataStorage
        guard let former, former.allowsExternalBinaryDataStorage != isOutside else { return column }
        return isOutside
            ? "CASE WHEN \(column) IS NOT NULL THEN CAST(X'01' || \(column) AS BLOB) END"
            : "CASE WHEN substr(\(column), 1, 1) = X'01' THEN substr(\(column), 2) ELSE \(column) END"
    }

    /// Returns the columns of a to-one relationship: its key, the entity column, and the position in its ordered
    /// inverse.
    private func columns(_ toOne: ToOneColumn) -> [Column] {
        guard let name = entity.relationships[toOne.relationship.name],
            let former = source.toOne(name)
        else { return [] }
        let link = "t.\(former.column.sqlIdentifier)"
        let key = targets.key(link, of: former.destinationName)
        var columns = [Column(name: toOne.column, value: key, link: link)]
        if let entityColumn = toOne.entityColumn {
            columns.append(
                Column(
                    name: entityColumn, value: targets.number(link, of: former.destinationName),
                    besides: toOne.column))
        }
        if let orderColumn = toOne.orderColumn, let formerOrder = former.orderColumn {
            let value = targets.keys.position(
                "t.\(formerOrder.sqlIdentifier)", owner: key, table: destination.table, column: toOne.column)
            columns.append(
                Column(
                    name: orderColumn,
                    value: key == link ? value : "CASE WHEN \(key) IS NOT NULL THEN \(value) END",
                    besides: toOne.column))
        }
        return columns
    }
}
