/// The escapes of workbooks for characters that XML cannot have: `_x000D_` (ECMA-376 part 1, 22.9.2.19).
enum EscapedText {
    /// Replaces the escapes in a text. Most texts have none.
    static func unescape(_ text: inout [UInt8]) {
        guard text.count >= 7, let first = text.firstIndex(of: UInt8(ascii: "_")) else { return }
        var result: [UInt8] = []
        var index = first
        var units: [UInt16] = []
        func flush() {
            guard !units.isEmpty else { return }
            result += String(decoding: units, as: UTF16.self).utf8
            units = []
        }
        while index < text.count {
            if let unit = unit(in: text, at: index) {
                units.append(unit)
                index += 7
            } else {
                flush()
                result.append(text[index])
                index += 1
            }
        }
        flush()
        guard result.count != text.count - first else { return }
        text.replaceSubrange(first..., with: result)
    }

    /// Returns the UTF-16 unit of a seven-byte escape.
    private static func unit(in text: [UInt8], at index: Int) -> UInt16? {
        guard index + 7 <= text.count, text[index] == UInt8(ascii: "_"), text[index + 1] == UInt8(ascii: "x"),
            text[index + 6] == UInt8(ascii: "_")
        else { return nil }
        let digits = text[(index + 2)..<(index + 6)]
        guard digits.allSatisfy({ $0 < 0x80 && Character(Unicode.Scalar($0)).isHexDigit }) else { return nil }
        return UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}
