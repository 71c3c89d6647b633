/// Decimal numbers as text in one canonical form, so that equal numbers are equal texts: no exponent, no needless
/// zeros, and `0` without a sign.
enum DecimalText {
    /// Returns the text of digits times a power of ten.
    ///
    /// - Parameter exponent: within the range of `NSDecimalNumber`, -128 to 127.
    static func text(digits: [UInt8], exponent: Int, isNegative: Bool) -> String {
        var digits = Array(digits.drop { $0 == 0 })
        var exponent = exponent
        while let last = digits.last, last == 0 {
            digits.removeLast()
            exponent += 1
        }
        guard !digits.isEmpty else { return "0" }
        let point = digits.count + exponent
        let figures = digits.map { String($0) }
        let sign = isNegative ? "-" : ""
        if exponent >= 0 {
            return sign + figures.joined() + String(repeating: "0", count: exponent)
        }
        if point <= 0 {
            return sign + "0." + String(repeating: "0", count: -point) + figures.joined()
        }
        return sign + figures.prefix(point).joined() + "." + figures.dropFirst(point).joined()
    }

    /// Returns the canonical form of a number such as `-12.50` or `1.5e3`; nil for other texts.
    static func normalized(_ text: String) -> String? {
        var rest = Substring(text)
        let isNegative = rest.first == "-"
        if rest.first == "-" || rest.first == "+" { rest.removeFirst() }
        var exponent = 0
        if let mark = rest.firstIndex(where: { $0 == "e" || $0 == "E" }) {
            guard let power = Int(rest[rest.index(after: mark)...]),
                (-127...127).contains(power)
            else {
                return nil
            }
            exponent = power
            rest = rest[..<mark]
        }
        let parts = rest.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        let fraction = parts.count == 2 ? parts[1] : ""
        let digits = (parts.first ?? "") + fraction
        guard !digits.isEmpty, digits.count <= 200,
            digits.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
        else { return nil }
        return Self.text(
            digits: digits.utf8.map { $0 - UInt8(ascii: "0") },
            exponent: exponent - fraction.count, isNegative: isNegative)
    }
}
