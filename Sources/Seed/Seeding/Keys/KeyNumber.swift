/// The comparison of numeric keys by their values: `1.0` of a REAL column, or of a table that pandas wrote, equals
/// `1` of another.
package enum KeyNumber {
    /// Returns a whole number without a fraction of zeros, `1` for `1.00`. Other texts are returned unchanged.
    package static func whole(_ bytes: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
        guard let last = bytes.last, last == UInt8(ascii: "0"), bytes.count > 2 else { return bytes }
        var end = bytes.count
        while end > 0, bytes[end - 1] == UInt8(ascii: "0") { end -= 1 }
        guard end > 1, bytes[end - 1] == UInt8(ascii: ".") else { return bytes }
        let digits = bytes[(bytes[0] == UInt8(ascii: "-") ? 1 : 0)..<(end - 1)]
        // `01` is a code, and so is every longer text that begins with 0.
        guard let first = digits.first, first != UInt8(ascii: "0") || digits.count == 1,
            digits.allSatisfy({ $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") })
        else { return bytes }
        return UnsafeRawBufferPointer(rebasing: bytes[0..<(end - 1)])
    }

    /// Returns the other form of a key that is a whole number; nil for other keys.
    static func other(of bytes: UnsafeRawBufferPointer) -> String? {
        guard bytes.count <= 40 else { return nil }
        let whole = whole(bytes)
        let text = String(decoding: whole, as: UTF8.self)
        if whole.count < bytes.count { return text }
        if let integer = Int64(text) {
            guard String(integer) == text, Int64(exactly: Double(integer)) == integer else { return nil }
            return "\(Double(integer))"
        }
        // The form in which a REAL value becomes a text.
        guard text.contains("e+"), let real = Double(text), "\(real)" == text else { return nil }
        return Int64(exactly: real).map { "\($0)" }
    }
}
