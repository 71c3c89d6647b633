/// Reads bytes from text.
enum BinaryText {
    /// Decodes base64 with the alphabet of RFC 4648. Padding is required, and white space is ignored. Returns nil for
    /// other texts, also if spare bits are not zero.
    static func base64(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count / 4 * 3)
        var bits: UInt32 = 0
        var digits = 0
        var padding = 0
        for byte in text {
            if byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
            if byte == UInt8(ascii: "=") {
                padding += 1
                continue
            }
            guard padding == 0, let digit = base64Digit(byte) else { return nil }
            bits = bits << 6 | UInt32(digit)
            digits += 1
            guard digits % 4 == 0 else { continue }
            bytes += [UInt8(bits >> 16 & 0xFF), UInt8(bits >> 8 & 0xFF), UInt8(bits & 0xFF)]
            bits = 0
        }
        switch (digits % 4, padding) {
        case (0, 0): return bytes
        case (2, 2):
            guard bits & 0xF == 0 else { return nil }
            return bytes + [UInt8(bits >> 4 & 0xFF)]
        case (3, 1):
            guard bits & 0x3 == 0 else { return nil }
            return bytes + [UInt8(bits >> 10 & 0xFF), UInt8(bits >> 2 & 0xFF)]
        default: return nil
        }
    }

    /// Decodes pairs of hexadecimal digits. `0x` or PostgreSQL's `\x` may precede them, and with such a prefix there
    /// may be no digits. Returns nil for other texts.
    static func hexadecimal(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
        let hasPrefix =
            text.starts(with: "\\x".utf8)
            || text.count >= 2 && text[0] == UInt8(ascii: "0") && text[1] | 0x20 == 0x78
        let digits = text[(hasPrefix ? 2 : 0)...]
        guard digits.count % 2 == 0, !digits.isEmpty || hasPrefix else { return nil }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(digits.count / 2)
        var high: UInt8?
        for byte in digits {
            guard let digit = hexadecimalDigit(byte) else { return nil }
            if let first = high {
                bytes.append(first << 4 | digit)
                high = nil
            } else {
                high = digit
            }
        }
        return bytes
    }

    private static func base64Digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "A")...UInt8(ascii: "Z"): byte - UInt8(ascii: "A")
        case UInt8(ascii: "a")...UInt8(ascii: "z"): byte - UInt8(ascii: "a") + 26
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0") + 52
        case UInt8(ascii: "+"): 62
        case UInt8(ascii: "/"): 63
        default: nil
        }
    }

    private static func hexadecimalDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
