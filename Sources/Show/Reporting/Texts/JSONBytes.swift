/// Compact JSON as bytes for a script element. No byte in it ends the element or begins a comment.
struct JSONBytes {
    private(set) var bytes: [UInt8] = []

    /// Removes everything that was written.
    mutating func removeAll() { bytes.removeAll(keepingCapacity: true) }

    /// Appends JSON unchanged.
    mutating func raw(_ json: String) { bytes.append(contentsOf: json.utf8) }

    /// Appends a character of JSON's syntax.
    mutating func sign(_ sign: Unicode.Scalar) { bytes.append(UInt8(truncatingIfNeeded: sign.value)) }

    /// Appends a number, as a text if scripts would round it.
    mutating func number(_ value: Int64) {
        if value.magnitude < 1 << 53 { raw(String(value)) } else { raw("\"\(value)\"") }
    }

    /// Appends a number, as a text if JSON cannot represent it.
    mutating func number(_ value: Double) {
        guard value.isFinite else { return raw("\"\(value)\"") }
        if let whole = Int64(exactly: value), whole.magnitude < 1 << 53 { return raw(String(whole)) }
        raw("\(value)")
    }

    /// Appends a text.
    mutating func text(_ text: String) {
        var text = text
        text.withUTF8 { self.text(utf8: UnsafeRawBufferPointer($0)) }
    }

    /// Appends bytes as a text. Invalid UTF-8 becomes U+FFFD.
    mutating func text(utf8 text: UnsafeRawBufferPointer) {
        sign("\"")
        // Most texts are ASCII without characters to escape.
        if text.allSatisfy(Self.isPlain) {
            bytes.append(contentsOf: text)
        } else {
            for scalar in String(decoding: text, as: UTF8.self).unicodeScalars { append(scalar) }
        }
        sign("\"")
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
            && byte != UInt8(ascii: "<") && byte != UInt8(ascii: ">") && byte != UInt8(ascii: "&")
    }

    private mutating func append(_ scalar: Unicode.Scalar) {
        switch scalar.value {
        case 0x22: raw("\\\"")
        case 0x5C: raw("\\\\")
        case 0x0A: raw("\\n")
        case 0..<0x20, 0x26, 0x3C, 0x3E, 0x7F...0x9F, 0x61C, 0x200E...0x200F, 0x2028...0x202E,
            0x2066...0x2069, 0xFEFF:
            let digits = String(scalar.value, radix: 16)
            raw("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        default: bytes.append(contentsOf: String(Character(scalar)).utf8)
        }
    }
}
