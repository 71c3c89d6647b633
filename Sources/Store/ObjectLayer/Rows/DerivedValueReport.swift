import SQLite

/// The report of a derived attribute's trigger after it changed a row (docs/internals/format.md#triggers-and-r-trees).
struct DerivedValueReport {
    let table: String
    let entityNumber: Int64
    let primaryKey: Int64
    /// The name of the attribute, or of its column in a report from triggers of the older kind.
    let attribute: String
    let value: Value
}
