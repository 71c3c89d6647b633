/// The common form of texts that look the same to people. Case, white space, and composed or decomposed accents do
/// not matter.
enum KeyLikeness {
    /// Appends the form of a text to bytes.
    static func append(_ text: UnsafeRawBufferPointer, to bytes: inout [UInt8]) {
        guard text.allSatisfy({ $0 < 0x80 }) else {
            return append(String(decoding: text, as: UTF8.self), to: &bytes)
        }
        let first = bytes.count
        var isBlank = false
        for byte in text {
            if byte == 0x20 || (0x09...0x0D).contains(byte) {
                isBlank = bytes.count > first
                continue
            }
            if isBlank { bytes.append(0x20) }
            isBlank = false
            let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
            bytes.append(isUpper ? byte | 0x20 : byte)
        }
    }

    private static func append(_ text: String, to bytes: inout [UInt8]) {
        // The zero-width space and the byte order mark are invisible.
        let visible = text.unicodeScalars.filter { $0 != "\u{200B}" && $0 != "\u{FEFF}" }
        let words = visible.split(whereSeparator: \.properties.isWhitespace)
        let joined = words.map { String(String.UnicodeScalarView($0)) }.joined(separator: " ")
        bytes += joined.lowercased().precomposedStringWithCanonicalMapping.utf8
    }
}
