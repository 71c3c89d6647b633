/// Parses numbers from UTF-8 bytes, independent of locale and without a `String`.
package enum NumberParser {
    /// The result of parsing an integer.
    package enum Integer: Equatable {
        case value(Int64)
        /// A well-formed integer that does not fit into 64 bits.
        case overflow
        /// A number with a nonzero fraction, or one that only ``wholeNumber(_:)`` accepts.
        case fraction
        case malformed
    }

    /// Parses a decimal integer with an optional sign. A fraction of zeros (`12.0`) is accepted.
    package static func integer(_ bytes: UnsafeRawBufferPointer) -> Integer {
        integer(bytes) { DecimalParts($0) == nil ? .malformed : .fraction }
    }

    /// Parses an integer in any decimal notation. `1.2E+05` is exactly 120000.
    package static func wholeNumber(_ bytes: UnsafeRawBufferPointer) -> Integer {
        integer(bytes, otherwise: scaledInteger)
    }

    /// Parses up to 18 digits with an optional minus sign. Returns nil for any other text.
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

    /// Parses a whole number in any notation. Inlining this would slow down the usual path of ``wholeNumber(_:)``.
    @inline(never)
    private static func scaledInteger(_ bytes: UnsafeRawBufferPointer) -> Integer {
        DecimalParts(bytes)?.wholeNumber ?? .malformed
    }

    /// Parses a decimal integer of digits only. Any other text is left to `otherwise`.
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
        // Counts downwards, because the negative range is larger.
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

    /// Parses a decimal number: a sign, digits with an optional point, an optional exponent.
    ///
    /// The result is correctly rounded. Words such as `nan` and `inf`, hexadecimal numbers and white space are
    /// refused. A number beyond the largest double gives infinity.
    package static func double(_ bytes: UnsafeRawBufferPointer) -> Double? {
        guard let parts = DecimalParts(bytes) else { return nil }
        // Both values are exactly representable, so that a single rounding gives the correct result (Clinger's fast
        // path).
        if parts.isExact, parts.mantissa <= 1 << 53, abs(parts.exponent) <= 22 {
            let mantissa = Double(parts.mantissa)
            let scaled =
                parts.exponent < 0
                ? mantissa / powersOfTen[-parts.exponent] : mantissa * powersOfTen[parts.exponent]
            return parts.isNegative ? -scaled : scaled
        }
        return Double(String(decoding: bytes, as: UTF8.self))
    }

    /// Returns whether a nonzero number has become 0 because it is below the smallest double.
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

/// The parts of a decimal number: ±mantissa × 10^exponent.
package struct DecimalParts: Equatable {
    /// Whether the number is zero.
    package var isZero: Bool { mantissa == 0 && isExact }

    /// The number of digits in the mantissa.
    package var digitCount: Int { mantissa == 0 ? 0 : String(mantissa).utf8.count }

    /// The digits without the point, at most 19.
    package private(set) var mantissa: UInt64 = 0
    package private(set) var exponent = 0
    package private(set) var isNegative = false
    /// Whether the mantissa has all digits.
    package private(set) var isExact = true

    /// Parses a decimal number. Returns nil for any other text.
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

    /// Returns the number after `e` or `E`, clamped to the range that matters.
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
            // Larger than any number of digits could compensate.
            power = min(power * 10 + Int(digit), 1 << 40)
            index += 1
        }
        return isNegative ? -power : power
    }

    /// The number as an integer, or `.fraction` if it is not one.
    var wholeNumber: NumberParser.Integer {
        // There are digits after the first nineteen. They are a fraction, or the number is too large.
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

    /// The same number without trailing zeros in the mantissa.
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
