import Inputs

/// A cell of every row, with the converter for its usual form; see ``QuickConverter``.
struct QuickCell {
    let index: Int
    let converter: QuickConverter
    /// Whether an empty cell is NULL, and neither replaced nor refused.
    let mayBeEmpty: Bool

    /// Returns the value in a row; nil if the ``ValueReader`` must convert it.
    @inline(__always)
    func value(in record: Record) -> BoundValue? {
        let field = record[index]
        if field.isEmpty { return mayBeEmpty ? .null : nil }
        return converter.value(of: field)
    }
}
