import Inputs
import ObjectModel
import SQLite
import StoreFormat

/// Names the object at the end of a relationship: with the SQL for its name, and the keys of a plan that find it
/// again.
struct ReferenceNames {
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

    /// Returns an expression for the name of the object with a `Z_PK`, given as another expression; NULL if there is
    /// no such object.
    func sql(primaryKey: String) -> String {
        "(SELECT \(column(of: "d")) FROM \(entity.table.sqlIdentifier) AS d "
            + "WHERE \(condition(primaryKey, alias: "d")))"
    }

    /// Returns the SQL that joins the object with a `Z_PK`, given as an expression.
    func join(primaryKey: String, as alias: String) -> String {
        "LEFT JOIN \(entity.table.sqlIdentifier) AS \(alias) ON \(condition(primaryKey, alias: alias))"
    }

    /// Returns the column with the name of a joined object.
    func column(of alias: String) -> String {
        alias + "." + (form?.attribute.column ?? "Z_PK").sqlIdentifier
    }

    private func condition(_ primaryKey: String, alias: String) -> String {
        "\(alias).Z_PK = \(primaryKey) AND \(alias).Z_ENT IN (\(entity.numberList))"
    }

    /// Writes the name in a row as the next field.
    func write(_ row: Statement, at index: Int, to writer: CSVWriter) throws {
        if let form {
            if try form.kind.writes(row, at: index, to: writer) { return }
            try writer.field(form.text(row, at: index))
        } else if row.isNull(at: index) {
            writer.emptyField()
        } else {
            writer.field(row.integer(at: index))
        }
    }

    /// Returns `{ find: Unit.name, column: unit, missing: error }`, or the same with `keyOf:`.
    func plan(column: String, options: String = "") -> String {
        let target =
            form.map { "find: \(YAMLText.scalar(entity.name + "." + $0.attribute.path))" }
            ?? "keyOf: \(YAMLText.scalar(entity.name))"
        let missing = form == nil ? "" : ", missing: error"
        return "{ \(target), column: \(YAMLText.scalar(column))\(options)\(missing) }"
    }
}
