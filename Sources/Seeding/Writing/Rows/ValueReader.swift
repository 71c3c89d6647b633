import Sources

/// Makes one value of each row: a ``ResolvedValue/Origin`` without all that only messages need.
final class ValueReader {
    private let index: Int
    /// Nil for a constant.
    private let converter: AttributeConverter?
    /// The constant, or what stands for an empty cell.
    let fallback: BoundValue
    /// Whether what stands for an empty cell was ever needed.
    private(set) var hasUsedFallback = false

    init(_ origin: ResolvedValue.Origin) {
        switch origin {
        case .constant(let value):
            index = 0
            converter = nil
            fallback = BoundValue(value)
        case .cell(let cell, let converter, let fallback):
            index = cell.index
            self.converter = converter
            self.fallback = fallback.map(BoundValue.init) ?? .null
        }
    }

    /// The same for usual cells, which knows none of a constant.
    ///
    /// - Parameter isRequired: whether there must be a value.
    func quick(isRequired: Bool) -> QuickCell {
        let quick = converter?.quick ?? .none
        return QuickCell(
            index: index, converter: quick,
            mayBeEmpty: quick.isUsable && fallback.isNull && !isRequired)
    }

    /// The value in a row.
    ///
    /// - Throws: ``ConversionFailure``.
    func value(in record: Record?) throws(ConversionFailure) -> BoundValue {
        guard let converter, let record else { return fallback }
        let value = try converter.convert(record, at: index)
        guard value.isNull else { return value }
        hasUsedFallback = true
        return fallback
    }
}
