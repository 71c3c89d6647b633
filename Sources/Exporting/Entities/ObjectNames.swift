import SQLite
import Seeding
import StoreFormat

/// Names the object at the end of a relationship: the SQL that gives its name, and the words of a
/// plan that find it again.
struct ObjectNames {
    private let entity: EntityLayout
    private let form: ValueForm?

    /// - Throws: `DatabaseError`.
    init(of entity: EntityLayout, keys: NaturalKeys, in reference: ReferenceStore) throws {
        self.entity = entity
        form = try keys.attribute(of: entity).map {
            try ValueForm(
                $0, rows: "Z_ENT IN (\(entity.numberList))", of: entity.table, folder: "",
                in: reference.connection)
        }
    }

    /// An expression for the name of the object whose `Z_PK` another one gives; NULL where there is
    /// no such object.
    func sql(primaryKey: String) -> String {
        let column = form?.attribute.column ?? "Z_PK"
        return "(SELECT d.\(column.sqlIdentifier) FROM \(entity.table.sqlIdentifier) AS d "
            + "WHERE d.Z_PK = \(primaryKey) AND d.Z_ENT IN (\(entity.numberList)))"
    }

    /// The name in a row.
    func text(_ row: Statement, at index: Int) -> String {
        if let form { return form.text(row, at: index) }
        return row.isNull(at: index) ? "" : String(row.integer(at: index))
    }

    /// `{ find: Unit.name, column: unit, missing: error }`, or `keyOf:` in its place.
    func plan(column: String, options: String = "") -> String {
        let target =
            form.map { "find: \(YAMLText.scalar(entity.name + "." + $0.attribute.path))" }
            ?? "keyOf: \(YAMLText.scalar(entity.name))"
        let missing = form == nil ? "" : ", missing: error"
        return "{ \(target), column: \(YAMLText.scalar(column))\(options)\(missing) }"
    }
}
