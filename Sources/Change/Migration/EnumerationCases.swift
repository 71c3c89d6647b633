import ObjectModel
import SQLite
import StoreFormat

/// The cases of SwiftData enumerations with raw values. Only source code names them, and no version hash depends on
/// them.
enum EnumerationCases {
    /// Returns the raw values in rows of a store that are not cases in the target's source code.
    ///
    /// - Throws: `DatabaseError`.
    static func gone(from store: ReferenceStore, to target: MigrationTarget) throws -> [MigrationDifference] {
        guard !target.sourceValues.isEmpty else { return [] }
        var found: [MigrationDifference] = []
        for entity in store.layout.entities where store.inspection.table(named: entity.table) != nil {
            let declared = store.model.entity(named: entity.name)
            for attribute in entity.attributes where declared?.declares(attribute.path) ?? false {
                guard let cases = cases(of: attribute.path, of: entity.name, in: target.sourceValues)
                else { continue }
                let column = attribute.column.sqlIdentifier
                let known = cases.map { value in
                    if case .string(let word) = value { word.sqlLiteral } else { text(of: value) }
                }
                var objects: Int64 = 0
                var values: [String] = []
                try store.connection.forEachRow(
                    """
                    SELECT \(column), count(*) FROM \(entity.table.sqlIdentifier)
                    WHERE Z_ENT IN (\(entity.familyNumbers.sqlList)) AND \(column) NOT NULL
                    AND \(column) NOT IN (\(known.joined(separator: ", "))) GROUP BY 1 ORDER BY 1
                    """
                ) { row in
                    values.append(row.text(at: 0) ?? "")
                    objects += row.integer(at: 1)
                }
                guard objects > 0 else { continue }
                found.append(
                    MigrationDifference(
                        .casesGone(values: values), entity: entity.name, property: attribute.path,
                        objects: objects))
            }
        }
        return found
    }

    /// Returns the cases of one source that another one lacks.
    static func removed(
        from old: SourceValues, to new: SourceValues, of model: ManagedObjectModel
    ) -> [MigrationDifference] {
        model.entities.flatMap { entity in
            entity.ownAttributes.compactMap { attribute in
                guard let before = cases(of: attribute.name, of: entity.name, in: old),
                    let after = cases(of: attribute.name, of: entity.name, in: new)
                else { return nil }
                let gone = before.filter { !after.contains($0) }.map(text(of:))
                guard !gone.isEmpty else { return nil }
                return MigrationDifference(
                    .casesGone(values: gone), entity: entity.name, property: attribute.name)
            }
        }
    }

    private static func cases(
        of path: String, of entity: String, in values: SourceValues
    ) -> [PropertyValue]? {
        guard case .enumeration(let cases)? = values.form(of: path, entity: entity) else { return nil }
        return cases.map(\.rawValue)
    }

    private static func text(of value: PropertyValue) -> String {
        switch value {
        case .string(let text): text
        case .integer(let number): String(number)
        default: ""
        }
    }
}
