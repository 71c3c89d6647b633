import Inputs
import ObjectModel

/// Converts values of the usual form without the cost of all other forms. It is a plain value that counts no
/// references and throws nothing.
///
/// Unusual and invalid values are left to the ``AttributeConverter`` that this converter was made for. That converter
/// gives the same values and must outlive this one.
struct QuickConverter {
    private enum Kind {
        case none, string, integer, boolean, double, date
    }

    private let kind: Kind
    private let lowest: Int64
    private let highest: Int64
    private let zone: Unmanaged<ZoneOffsets>?

    /// Converts nothing.
    static var none: QuickConverter { QuickConverter(.none) }

    /// Keeps texts unchanged.
    static var string: QuickConverter { QuickConverter(.string) }

    /// Converts integers that are digits only.
    static func integer(_ range: ClosedRange<Int64>) -> QuickConverter {
        QuickConverter(.integer, range)
    }

    /// Converts the usual words for true and false.
    static var boolean: QuickConverter { QuickConverter(.boolean) }

    /// Converts finite numbers.
    static var double: QuickConverter { QuickConverter(.double) }

    /// Converts ISO 8601 dates without a zone of their own and without fractions of seconds.
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

    /// Whether this converter knows any form at all.
    var isUsable: Bool { kind != .none }

    /// Whether texts are kept unchanged.
    var keepsTexts: Bool { kind == .string }

    /// Returns the value of a cell that is neither NULL nor an empty text; nil if its form is unusual or not allowed.
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
