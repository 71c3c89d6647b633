import SQLite

/// A piece of SQL text with the values of its parameters, in the order of the text.
struct SQLFragment {
    var sql: String
    var binds: [Value] = []

    init(_ sql: String, _ binds: [Value] = []) {
        self.sql = sql
        self.binds = binds
    }

    /// Returns the concatenation of fragments.
    static func joined(_ fragments: [SQLFragment], separator: String) -> SQLFragment {
        SQLFragment(
            fragments.map(\.sql).joined(separator: separator), fragments.flatMap(\.binds))
    }

    func wrapped(_ before: String, _ after: String) -> SQLFragment {
        SQLFragment(before + sql + after, binds)
    }
}

/// An error for predicates that SQL cannot express with the same meaning. They are evaluated in memory instead.
struct NotCompilable: Error {}

/// A single value in SQL.
struct SQLOperand {
    let fragment: SQLFragment
    /// The kind; nil only for the constant NULL.
    let kind: EvaluatedValue.Kind?
    /// Whether it is a constant that is not NULL.
    var isConstant = false
    /// Whether the value is a decimal. A decimal column contains whole numbers as integers
    /// (docs/internals/format.md#rows), so it must be cast before calculating.
    var isDecimal = false
    /// The root entity of an object.
    var rootNumber: Int?

    var isNull: Bool { kind == nil }

    /// The value as a number to calculate with.
    var number: SQLFragment { isDecimal ? fragment.wrapped("CAST(", " AS REAL)") : fragment }
}
