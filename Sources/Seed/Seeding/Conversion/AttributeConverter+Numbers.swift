import Inputs

// Conversion of cells to numbers.

extension AttributeConverter {
    /// Returns a whole number within a range.
    func integer(
        _ field: Field, _ range: ClosedRange<Int64>
    ) throws(ConversionFailure) -> Int64 {
        func outOfRange() -> ConversionFailure {
            ConversionFailure(
                .value(.outOfRange(lowest: String(range.lowerBound), highest: String(range.upperBound))))
        }
        let value: Int64
        switch field {
        case .integer(let integer): value = integer
        case .real(let real):
            guard real.isFinite else { throw ConversionFailure(.value(.notFinite)) }
            guard real == real.rounded() else { throw ConversionFailure(.value(.fractionInInteger)) }
            guard let exact = Int64(exactly: real) else { throw outOfRange() }
            value = exact
        case .text(let bytes):
            switch numbers.withUsualForm(of: bytes, NumberParser.wholeNumber) ?? .malformed {
            case .value(let integer): value = integer
            case .overflow: throw outOfRange()
            case .fraction: throw ConversionFailure(.value(.fractionInInteger))
            case .malformed: throw ConversionFailure(.value(.notA(.integer)))
            }
        case .null, .blob: throw ConversionFailure(.value(.notA(.integer)))
        }
        guard range.contains(value) else { throw outOfRange() }
        return value
    }

    /// Returns the value of a double attribute.
    func double(_ field: Field) throws(ConversionFailure) -> Double {
        let value: Double
        switch field {
        case .integer(let integer): value = Double(integer)
        case .real(let real): value = real
        case .text(let bytes):
            if let number = numbers.withUsualForm(of: bytes, NumberParser.double) {
                // A number too large for a double is not accepted as infinity.
                guard number.isFinite else { throw ConversionFailure(.value(.notFinite)) }
                guard
                    number != 0
                        || numbers.withUsualForm(of: bytes, { NumberParser.isLost(0, of: $0) }) != true
                else { throw ConversionFailure(.value(.tooSmall)) }
                return number
            }
            guard let word = NonFiniteWord.value(bytes) else {
                throw ConversionFailure(.value(.notA(.number)))
            }
            value = word
        case .null, .blob: throw ConversionFailure(.value(.notA(.number)))
        }
        // SQLite has no NaN: it would become NULL.
        guard value.isFinite || allowsNonFinite && value.isInfinite else {
            throw ConversionFailure(.value(.notFinite))
        }
        return value
    }

    /// Returns the value of a float attribute, in the form that a `Float` property of the app stores.
    func float(_ field: Field) throws(ConversionFailure) -> Double {
        let value = try double(field)
        guard value.isFinite else { return value }
        var rounded = Float(value)
        // The value is exactly between two floats: whether the double was rounded up or down decides.
        if case .text(let bytes) = field, value.bitPattern & 0x1FFF_FFFF == 0x1000_0000 {
            let exact = numbers.withUsualForm(of: bytes) {
                Float(String(decoding: $0, as: UTF8.self))
            }
            rounded = exact ?? rounded
        }
        guard rounded.isFinite else {
            let limit = Float.greatestFiniteMagnitude
            throw ConversionFailure(.value(.outOfRange(lowest: "\(-limit)", highest: "\(limit)")))
        }
        guard rounded != 0 || value == 0 else { throw ConversionFailure(.value(.tooSmall)) }
        return Double(rounded)
    }

    /// Returns the value of a decimal attribute (docs/internals/format.md#rows).
    func decimal(_ field: Field) throws(ConversionFailure) -> Double {
        let text: String
        switch field {
        case .text(let bytes):
            let result = numbers.withUsualForm(of: bytes, Self.decimal)
            guard let result else { throw ConversionFailure(.value(.notA(.decimal))) }
            return try result.get()
        case .integer(let value): text = String(value)
        case .real(let value):
            guard value.isFinite else { throw ConversionFailure(.value(.notFinite)) }
            text = "\(value)"
        case .null, .blob: throw ConversionFailure(.value(.notA(.decimal)))
        }
        return try text.withUTF8Bytes(Self.decimal).get()
    }

    private static func decimal(
        _ bytes: UnsafeRawBufferPointer
    ) -> Result<Double, ConversionFailure> {
        do throws(ConversionFailure) {
            return .success(try DecimalNumber.stored(bytes))
        } catch {
            let isWord = NonFiniteWord.value(bytes) != nil
            return .failure(isWord ? ConversionFailure(.value(.notFinite)) : error)
        }
    }
}

/// The words for infinity and for values that are not numbers.
enum NonFiniteWord {
    /// Returns the value of `nan`, `inf` or `infinity`, with or without a sign and in any case; nil for other texts.
    static func value(_ bytes: UnsafeRawBufferPointer) -> Double? {
        guard bytes.count <= 9 else { return nil }
        let word = String(decoding: bytes, as: UTF8.self).lowercased()
        let isNegative = word.hasPrefix("-")
        switch isNegative || word.hasPrefix("+") ? String(word.dropFirst()) : word {
        case "nan": return .nan
        case "inf", "infinity": return isNegative ? -.infinity : .infinity
        default: return nil
        }
    }
}

/// Numbers of decimal attributes.
///
/// Stores keep them as doubles, correctly rounded (docs/internals/format.md#rows; `3.333333333299999232` is kept as
/// `3.3333333332999993` in a real store). Not every `NSDecimalNumber` survives that. A number is accepted only if the
/// double's shortest text is the number itself, so that no digits are lost silently: this holds for all numbers of up
/// to 15 digits, and for some of up to 17.
enum DecimalNumber {
    /// The smallest exponent that an `NSDecimalNumber` can have.
    static let smallestExponent = -128
    /// The double just below the largest `NSDecimalNumber`, whose mantissa has 128 bits.
    static let largest = 3.40282366920938463463374607431768211455e165

    /// Returns the double that a store keeps for a decimal number.
    ///
    /// - Throws: ``ConversionFailure`` if the text is not a number, is out of the range of `NSDecimalNumber`, or has
    ///   more digits than the double.
    static func stored(_ bytes: UnsafeRawBufferPointer) throws(ConversionFailure) -> Double {
        guard let parts = DecimalParts(bytes)?.normalized, let value = NumberParser.double(bytes)
        else { throw ConversionFailure(.value(.notA(.decimal))) }
        if parts.isZero { return 0 }
        guard parts.exponent >= smallestExponent else {
            throw ConversionFailure(.value(.inexactDecimal(stored: "0")))
        }
        guard abs(value) <= largest else {
            throw ConversionFailure(.value(.outOfRange(lowest: "-3.4e165", highest: "3.4e165")))
        }
        if parts.isExact, parts.digitCount <= 15 { return value }
        let shortest = "\(value)"
        let kept = shortest.withUTF8Bytes { DecimalParts($0)?.normalized }
        guard parts.isExact, kept == parts else {
            throw ConversionFailure(.value(.inexactDecimal(stored: shortest)))
        }
        return value
    }
}
