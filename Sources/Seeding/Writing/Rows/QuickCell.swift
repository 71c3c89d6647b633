import Sources

/// A cell of every row, and how its usual form becomes a value; see ``QuickConverter``.
struct QuickCell {
    let index: Int
    let converter: QuickConverter
    /// Whether an empty cell is NULL: neither is it something else instead, nor is it refused.
    let mayBeEmpty: Bool

    /// The value in a row; nil where the ``ValueReader`` must say it.
    @inline(__always)
    func value(in record: Record) -> BoundValue? {
        let field = record[index]
        if field.isEmpty { return mayBeEmpty ? .null : nil }
        return converter.value(of: field)
    }
}
