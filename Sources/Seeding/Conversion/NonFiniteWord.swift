/// Words for what is no finite number.
enum NonFiniteWord {
    /// The value of `nan`, `inf` or `infinity`, with or without sign and in any case; nil for
    /// every other text.
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
