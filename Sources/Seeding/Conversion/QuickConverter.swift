import ObjectModel
import Sources

/// The usual form of values, converted without what all other forms cost: a plain value that counts
/// no references and throws nothing.
///
/// What it does not know, and whatever is wrong, is the business of the ``AttributeConverter`` that
/// it was made for, which gives the same values; it lives at least as long.
struct QuickConverter {
    private enum Kind {
        case none, string, integer, boolean, double, date
    }

    private let kind: Kind
    private let lowest: Int64
    private let highest: Int64
    private let zone: Unmanaged<ZoneOffsets>?

    /// Knows nothing.
    static var none: QuickConverter { QuickConverter(.none) }

    /// Texts as they are.
    static var string: QuickConverter { QuickConverter(.string) }

    /// Integers of digits alone.
    static func integer(_ range: ClosedRange<Int64>) -> QuickConverter {
        QuickConverter(.integer, range)
    }

    /// The usual words for true and false.
    static var boolean: QuickConverter { QuickConverter(.boolean) }

    /// Finite numbers.
    static var double: QuickConverter { QuickConverter(.double) }

    /// ISO 8601 dates without a zone of their own and without fractions of seconds.
    static func date(_ zone: ZoneOffsets) -> QuickConverter {
        QuickConverter(.date, zone: Unmanaged.passUnretained(zone))
    }

    private init(
        _ kind: Kind, _ range: ClosedRange<Int64> = 0...0, zone: Unmanaged<ZoneOffsets>? = nil
    ) {
        self.kind = kind
        lowest = range.lowerBound
        highest = range.upperBound
        self.zone = zone
    }

    /// Whether it knows any form at all.
    var isUsable: Bool { kind != .none }

    /// Whether texts stay as they are.
    var keepsTexts: Bool { kind == .string }

    /// The value of a cell that is neither NULL nor an empty text; nil where it has an unusual form
    /// or none that is allowed.
    @inline(__always)
    func value(of field: Field) -> BoundValue? {
        switch field {
        case .text(let bytes): value(of: bytes)
        case .integer(let value) where kind == .integer && lowest <= value && value <= highest:
            .integer(value)
        case .real(let value) where kind == .double && value.isFinite: .real(value)
        default: nil
        }
    }

    @inline(__always)
    private func value(of bytes: UnsafeRawBufferPointer) -> BoundValue? {
        switch kind {
        case .none: return nil
        case .string: return .text(bytes)
        case .integer:
            guard let value = NumberParser.digits(bytes), lowest <= value, value <= highest else {
                return nil
            }
            return .integer(value)
        case .boolean:
            guard let flag = BooleanParser.quickBoolean(bytes) else { return nil }
            return .integer(flag ? 1 : 0)
        case .double:
            guard let value = NumberParser.double(bytes), value.isFinite,
                value != 0 || !NumberParser.isLost(value, of: bytes)
            else { return nil }
            return .real(value)
        case .date:
            guard let zone, let wallSeconds = ISO8601.quickWallSeconds(bytes) else { return nil }
            let utc = zone._withUnsafeGuaranteedRef { $0.utc(wallSeconds: wallSeconds) }
            return .real(Double(utc - CalendarDate.referenceEpoch))
        }
    }
}
