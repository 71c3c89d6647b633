/// Numbers in the format language.
enum FormatNumber {
    /// Returns the constant of a number's text, with or without `-` in front; nil for other texts.
    ///
    /// Whole numbers beyond 64 bits stay exact as decimals.
    static func constant(_ text: String) -> PropertyValue? {
        let isNegative = text.hasPrefix("-")
        let digits = isNegative ? String(text.dropFirst()) : text
        guard let first = digits.utf8.first, FormatWord.isDigit(first) || first == 0x2E else {
            return nil
        }
        let lowered = digits.lowercased()
        for (prefix, radix) in [("0x", 16), ("0o", 8), ("0b", 2)] where lowered.hasPrefix(prefix) {
            let body = lowered.dropFirst(2)
            guard body.utf8.first != UInt8(ascii: "+") else { return nil }
            return Int64((isNegative ? "-" : "") + body, radix: radix).map { .integer($0) }
        }
        if digits.utf8.allSatisfy(FormatWord.isDigit) {
            return Int64(text).map { .integer($0) } ?? .decimal(text)
        }
        let isPlain = digits.utf8.allSatisfy {
            FormatWord.isDigit($0) || "eE+-.".utf8.contains($0)
        }
        guard isPlain, let value = Double(text), value.isFinite else { return nil }
        return .double(value)
    }
}
