import Sources

/// Numbers of decimal attributes.
///
/// Stores keep them as doubles, correctly rounded (docs/format.md#rows; `3.333333333299999232` is kept as
/// `3.3333333332999993` in a real store), so that not every `NSDecimalNumber` survives. Rather
/// than cut digits in silence, a number is taken only where the double's shortest text is the
/// number itself: always up to 15 digits, sometimes up to 17.
enum DecimalNumber {
    /// The smallest power of ten that `NSDecimalNumber` has for its mantissa.
    static let smallestExponent = -128
    /// The double next to the largest one, whose mantissa has 128 bits, and below it.
    static let largest = 3.40282366920938463463374607431768211455e165

    /// The double that a store keeps for a decimal number.
    ///
    /// - Throws: ``ConversionFailure`` for what is no number, is out of the range of
    ///   `NSDecimalNumber`, or has more digits than the double.
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
