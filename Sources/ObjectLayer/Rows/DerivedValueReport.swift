import SQLite

/// What the trigger of a derived attribute tells after it changed a row
/// (docs/format.md#triggers-and-r-trees).
struct DerivedValueReport {
    let table: String
    let entityNumber: Int64
    let primaryKey: Int64
    /// The attribute's name, or, from triggers of the older kind, that of its column.
    let attribute: String
    let value: Value
}
