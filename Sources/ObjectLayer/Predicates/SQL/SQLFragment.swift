import SQLite

/// A piece of SQL text with the values of its parameters, in the order of the text.
struct SQLFragment {
    var sql: String
    var binds: [Value] = []

    init(_ sql: String, _ binds: [Value] = []) {
        self.sql = sql
        self.binds = binds
    }

    /// Pieces one after the other.
    static func joined(_ fragments: [SQLFragment], separator: String) -> SQLFragment {
        SQLFragment(
            fragments.map(\.sql).joined(separator: separator), fragments.flatMap(\.binds))
    }

    func wrapped(_ before: String, _ after: String) -> SQLFragment {
        SQLFragment(before + sql + after, binds)
    }
}

/// What cannot be said in SQL with the same meaning; it is evaluated in memory then.
struct NotCompilable: Error {}

/// A single value in SQL.
struct SQLOperand {
    let fragment: SQLFragment
    /// The kind; nil for the constant NULL alone.
    let kind: EvaluatedValue.Kind?
    /// Whether it is a constant that is not NULL.
    var isConstant = false
    /// A decimal column holds whole numbers as integers (docs/format.md#rows): to be cast before calculating.
    var isDecimal = false
    /// The root entity of an object.
    var rootNumber: Int?

    var isNull: Bool { kind == nil }

    /// The value as a number to calculate with.
    var number: SQLFragment { isDecimal ? fragment.wrapped("CAST(", " AS REAL)") : fragment }
}
