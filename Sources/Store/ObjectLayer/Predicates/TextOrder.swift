import ObjectModel

/// The orders of texts for sort descriptors, identical in memory and, as collations, in SQL.
///
/// Orders that Core Data calls localized use a stated locale (``FetchRequest/localeIdentifier``), never that of the
/// machine. If Foundation has no ICU collation, all locales share one order, which ignores case and accents
/// (``TextOrder/isLocaleKnown``).
public enum TextOrder: String, CaseIterable, Sendable {
    /// Byte by byte: `compare:`.
    case binary
    /// Upper and lower case are equal: `caseInsensitiveCompare:`.
    case caseInsensitive
    /// The order of a language, with upper and lower case equal: `localizedCaseInsensitiveCompare:`.
    case localizedCaseInsensitive
    /// Upper and lower case are equal, and accents are ignored.
    case caseAndDiacriticInsensitive
    /// The order of a language. Case and accents matter only between texts that are otherwise equal:
    /// `localizedCompare:`.
    case localized
    /// The order of a language without case, with digits compared as numbers, as in lists of file names:
    /// `localizedStandardCompare:`.
    case localizedStandard

    /// Creates the order of a comparison method's selector; nil for an unknown one.
    public init?(selector: String) {
        switch selector {
        case "compare:", "": self = .binary
        case "caseInsensitiveCompare:": self = .caseInsensitive
        case "localizedCaseInsensitiveCompare:": self = .localizedCaseInsensitive
        case "localizedCompare:": self = .localized
        case "localizedStandardCompare:": self = .localizedStandard
        default: return nil
        }
    }

    /// Whether localized orders depend on the locale on this platform. If not, one order is used for all locales.
    public static var isLocaleKnown: Bool { LocalizedOrder.isAvailable }

    /// Whether the order is that of a language.
    public var isLocalized: Bool {
        switch self {
        case .binary, .caseInsensitive, .caseAndDiacriticInsensitive: false
        case .localizedCaseInsensitive, .localized, .localizedStandard: true
        }
    }

    /// The name of the collation. For localized orders, it is that of the standard locale.
    var collation: String { "ZSEED_" + rawValue.uppercased() }

    /// Compares two texts: negative if the first sorts before the second, 0 if they are equal.
    func compare(
        _ one: String, _ other: String, in language: LocalizedOrder = .standard
    ) -> Int {
        guard isLocalized, LocalizedOrder.isAvailable else { return compareWithoutLocale(one, other) }
        switch self {
        case .localizedCaseInsensitive: return language.compare(one, other, .caseInsensitive)
        // The options of Foundation's `localizedStandardCompare`.
        case .localizedStandard:
            return language.compare(
                one, other, [.caseInsensitive, .numeric, .widthInsensitive, .forcedOrdering])
        default: return language.compare(one, other, [])
        }
    }

    /// Compares texts as UTF-8 bytes, after repairing invalid bytes.
    func compare(_ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer) -> Int {
        if self == .caseInsensitive || self == .caseAndDiacriticInsensitive,
            let order = Self.compareASCII(one, other)
        {
            return order
        }
        return compare(String(decoding: one, as: UTF8.self), String(decoding: other, as: UTF8.self))
    }

    /// Compares without case; nil if a byte is not ASCII.
    private static func compareASCII(
        _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
    ) -> Int? {
        func small(_ byte: UInt8) -> UInt8 { byte &- 0x41 < 26 ? byte | 0x20 : byte }
        var order = 0
        var all: UInt8 = 0
        for index in 0..<min(one.count, other.count) {
            let (left, right) = (small(one[index]), small(other[index]))
            all |= left | right
            if order == 0, left != right { order = left < right ? -1 : 1 }
        }
        // The remaining bytes may be invalid, and repairing them may change the order.
        for byte in (one.count > other.count ? one : other).dropFirst(min(one.count, other.count)) {
            all |= byte
        }
        guard all < 0x80 else { return nil }
        return order != 0 ? order : one.count < other.count ? -1 : one.count > other.count ? 1 : 0
    }

    private func compareWithoutLocale(_ one: String, _ other: String) -> Int {
        switch self {
        case .binary: return Self.binary(one, other)
        case .caseInsensitive, .localizedCaseInsensitive:
            return Self.folded(one, other, .caseInsensitive)
        case .caseAndDiacriticInsensitive: return Self.folded(one, other, Self.loose)
        case .localized:
            let loose = Self.folded(one, other, Self.loose)
            return loose != 0 ? loose : Self.binary(one, other)
        case .localizedStandard:
            let numeric = Self.numeric(
                TextMatching.folded(one, Self.loose), TextMatching.folded(other, Self.loose))
            return numeric != 0 ? numeric : Self.binary(one, other)
        }
    }

    private static let loose: Predicate.Options = [.caseInsensitive, .diacriticInsensitive]

    private static func folded(
        _ one: String, _ other: String, _ options: Predicate.Options
    ) -> Int {
        binary(TextMatching.folded(one, options), TextMatching.folded(other, options))
    }

    private static func binary(_ one: String, _ other: String) -> Int {
        if one.utf8.elementsEqual(other.utf8) { return 0 }
        return one.precedesInBinaryOrder(other) ? -1 : 1
    }

    /// Compares texts piece by piece, with runs of digits as numbers of any length.
    private static func numeric(_ one: String, _ other: String) -> Int {
        var one = Array(one.utf8)[...]
        var other = Array(other.utf8)[...]
        while let left = one.first, let right = other.first {
            guard isDigit(left), isDigit(right) else {
                guard left == right else { return left < right ? -1 : 1 }
                one = one.dropFirst()
                other = other.dropFirst()
                continue
            }
            let (number, second) = (one.prefix(while: isDigit), other.prefix(while: isDigit))
            let (a, b) = (number.drop { $0 == zero }, second.drop { $0 == zero })
            guard a.count == b.count else { return a.count < b.count ? -1 : 1 }
            guard a.elementsEqual(b) else { return a.lexicographicallyPrecedes(b) ? -1 : 1 }
            one = one.dropFirst(number.count)
            other = other.dropFirst(second.count)
        }
        return one.isEmpty ? (other.isEmpty ? 0 : -1) : 1
    }

    private static let zero = UInt8(ascii: "0")

    private static func isDigit(_ byte: UInt8) -> Bool {
        (zero...UInt8(ascii: "9")).contains(byte)
    }
}
