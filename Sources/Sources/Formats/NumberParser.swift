/// Reads numbers from UTF-8 bytes, independent of any locale and without a `String`.
package enum NumberParser {
    /// What a text turned out to be.
    package enum Integer: Equatable {
        case value(Int64)
        /// A well-formed integer that 64 bits cannot hold.
        case overflow
        /// A number with a fraction that is not zero, or one that only ``wholeNumber(_:)`` reads.
        case fraction
        case malformed
    }

    /// A decimal integer with an optional sign; a fraction of zeros (`12.0`) is accepted.
    package static func integer(_ bytes: UnsafeRawBufferPointer) -> Integer {
        integer(bytes) { DecimalParts($0) == nil ? .malformed : .fraction }
    }

    /// An integer in any way that decimal numbers are written: `1.2E+05` is 120000, exactly.
    package static func wholeNumber(_ bytes: UnsafeRawBufferPointer) -> Integer {
        integer(bytes, otherwise: scaledInteger)
    }

    /// A number of at most 18 digits, with a minus or without; nil for any other text.
    @inline(__always)
    package static func digits(_ bytes: UnsafeRawBufferPointer) -> Int64? {
        guard let first = bytes.first else { return nil }
        let start = first == UInt8(ascii: "-") ? 1 : 0
        guard bytes.count > start, bytes.count - start <= 18 else { return nil }
        var value: Int64 = 0
        for index in start..<bytes.count {
            guard let digit = digit(bytes[index]) else { return nil }
            value = value &* 10 &+ Int64(digit)
        }
        return start == 0 ? value : -value
    }

    /// Apart from ``wholeNumber(_:)``, whose usual way would become slower.
    @inline(never)
    private static func scaledInteger(_ bytes: UnsafeRawBufferPointer) -> Integer {
        DecimalParts(bytes)?.wholeNumber ?? .malformed
    }

    /// A decimal integer of digits alone, or what `otherwise` makes of any other text.
    @inline(__always)
    private static func integer(
        _ bytes: UnsafeRawBufferPointer, otherwise: (UnsafeRawBufferPointer) -> Integer
    ) -> Integer {
        var index = 0
        var isNegative = false
        if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            index = 1
        }
        let firstDigit = index
        // Counted downwards, since the negative range is the larger one.
        var value: Int64 = 0
        var overflows = false
        while index < bytes.count, let digit = digit(bytes[index]) {
            let (product, first) = value.multipliedReportingOverflow(by: 10)
            let (difference, second) = product.subtractingReportingOverflow(Int64(digit))
            overflows = overflows || first || second
            value = difference
            index += 1
        }
        guard index > firstDigit, index == bytes.count || isZeroFraction(bytes, from: index) else {
            return otherwise(bytes)
        }
        guard !overflows else { return .overflow }
        if isNegative { return .value(value) }
        return value == .min ? .overflow : .value(-value)
    }

    private static func isZeroFraction(_ bytes: UnsafeRawBufferPointer, from index: Int) -> Bool {
        guard bytes[index] == UInt8(ascii: "."), index + 1 < bytes.count else { return false }
        return bytes[(index + 1)...].allSatisfy { $0 == UInt8(ascii: "0") }
    }

    /// A decimal number: sign, digits with an optional point, an optional exponent.
    ///
    /// Correctly rounded. Words such as `nan` and `inf`, hexadecimal forms and white space are no
    /// numbers. A number beyond the largest double gives infinity.
    package static func double(_ bytes: UnsafeRawBufferPointer) -> Double? {
        guard let parts = DecimalParts(bytes) else { return nil }
        // Both exactly representable: one rounding, as correct as it gets (Clinger's fast path).
        if parts.isExact, parts.mantissa <= 1 << 53, abs(parts.exponent) <= 22 {
            let mantissa = Double(parts.mantissa)
            let scaled =
                parts.exponent < 0
                ? mantissa / powersOfTen[-parts.exponent] : mantissa * powersOfTen[parts.exponent]
            return parts.isNegative ? -scaled : scaled
        }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    /// Whether a number has become 0 that is none, since it lies below the smallest double.
    package static func isLost(_ value: Double, of bytes: UnsafeRawBufferPointer) -> Bool {
        guard value == 0, let parts = DecimalParts(bytes) else { return false }
        return !parts.isZero
    }

    private static let powersOfTen: [Double] = [
        1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16,
        1e17, 1e18, 1e19, 1e20, 1e21, 1e22,
    ]

    @inline(__always)
    package static func digit(_ byte: UInt8) -> UInt8? {
        let digit = byte &- UInt8(ascii: "0")
        return digit <= 9 ? digit : nil
    }
}

/// A decimal number taken apart: ±mantissa × 10^exponent.
package struct DecimalParts: Equatable {
    /// Whether the number is zero.
    package var isZero: Bool { mantissa == 0 && isExact }

    /// How many digits the mantissa has.
    package var digitCount: Int { mantissa == 0 ? 0 : String(mantissa).utf8.count }

    /// The digits without the point, as far as 19 of them.
    package private(set) var mantissa: UInt64 = 0
    package private(set) var exponent = 0
    package private(set) var isNegative = false
    /// Whether the mantissa holds every digit.
    package private(set) var isExact = true

    /// Takes a text apart; nil where it is no decimal number.
    package init?(_ bytes: UnsafeRawBufferPointer) {
        var index = 0
        if let first = bytes.first, first == UInt8(ascii: "-") || first == UInt8(ascii: "+") {
            isNegative = first == UInt8(ascii: "-")
            index = 1
        }
        var digits = 0
        var significant = 0
        var hasPoint = false
        while index < bytes.count {
            if let digit = NumberParser.digit(bytes[index]) {
                digits += 1
                if significant > 0 || digit > 0 { significant += 1 }
                if significant <= 19 {
                    mantissa = mantissa &* 10 &+ UInt64(digit)
                    if hasPoint { exponent -= 1 }
                } else {
                    isExact = isExact && digit == 0
                    if !hasPoint { exponent += 1 }
                }
            } else if bytes[index] == UInt8(ascii: "."), !hasPoint {
                hasPoint = true
            } else {
                break
            }
            index += 1
        }
        guard digits > 0 else { return nil }
        guard index < bytes.count else { return }
        guard let power = Self.exponent(bytes, from: index) else { return nil }
        exponent += power
    }

    /// The number behind `e` or `E`, cut to what can still make a difference.
    private static func exponent(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard bytes[start] | 0x20 == UInt8(ascii: "e") else { return nil }
        var index = start + 1
        var isNegative = false
        if index < bytes.count,
            bytes[index] == UInt8(ascii: "-") || bytes[index] == UInt8(ascii: "+")
        {
            isNegative = bytes[index] == UInt8(ascii: "-")
            index += 1
        }
        guard index < bytes.count else { return nil }
        var power = 0
        while index < bytes.count {
            guard let digit = NumberParser.digit(bytes[index]) else { return nil }
            // Beyond any number of digits that could make up for it.
            power = min(power * 10 + Int(digit), 1 << 40)
            index += 1
        }
        return isNegative ? -power : power
    }

    /// The number as an integer; `.fraction` where it is none.
    var wholeNumber: NumberParser.Integer {
        // Nineteen digits and more behind them: those are a fraction, or the number is too large.
        guard isExact else { return exponent > 0 ? .overflow : .fraction }
        let parts = normalized
        guard parts.exponent >= 0 else { return .fraction }
        var magnitude = parts.mantissa
        for _ in 0..<parts.exponent {
            let (product, overflows) = magnitude.multipliedReportingOverflow(by: 10)
            guard !overflows else { return .overflow }
            magnitude = product
        }
        guard !isNegative else {
            return magnitude <= Int64.min.magnitude
                ? .value(Int64(truncatingIfNeeded: 0 &- magnitude)) : .overflow
        }
        return Int64(exactly: magnitude).map { .value($0) } ?? .overflow
    }

    /// The same number without zeros at the end of its mantissa.
    package var normalized: DecimalParts {
        var parts = self
        guard parts.mantissa > 0 else {
            parts.exponent = 0
            return parts
        }
        while parts.mantissa % 10 == 0 {
            parts.mantissa /= 10
            parts.exponent += 1
        }
        return parts
    }
}
