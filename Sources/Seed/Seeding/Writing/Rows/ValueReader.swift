import Inputs

/// Computes one value of each row: a ``ResolvedValue/Origin`` without the parts that only messages need.
final class ValueReader {
    private let index: Int
    /// The converter; nil for a constant.
    private let converter: AttributeConverter?
    /// The constant, or the value for an empty cell.
    let fallback: BoundValue
    /// Whether the value for an empty cell was ever used.
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

    /// Returns the quick conversion of the cell, which does nothing for a constant.
    ///
    /// - Parameter isRequired: whether there must be a value.
    func quick(isRequired: Bool) -> QuickCell {
        let quick = converter?.quick ?? .none
        return QuickCell(
            index: index, converter: quick,
            mayBeEmpty: quick.isUsable && fallback.isNull && !isRequired)
    }

    /// Returns the value in a row.
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
