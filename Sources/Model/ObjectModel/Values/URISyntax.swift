/// The characters of URIs.
package enum URISyntax {
    /// Returns whether a text is a URI or a relative reference by RFC 3986: ASCII without spaces and a few more
    /// characters, and two hexadecimal digits after each `%`.
    ///
    /// Foundation's own check differs between its versions and is not used.
    package static func isURI(_ bytes: UnsafeRawBufferPointer) -> Bool {
        var index = 0
        while index < bytes.count {
            let byte = bytes[index]
            if byte == UInt8(ascii: "%") {
                guard index + 2 < bytes.count, isHexadecimal(bytes[index + 1]),
                    isHexadecimal(bytes[index + 2])
                else { return false }
                index += 3
                continue
            }
            guard isAllowed(byte) else { return false }
            index += 1
        }
        return !bytes.isEmpty
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        guard byte > 0x20, byte < 0x7F else { return false }
        return !["\"", "<", ">", "\\", "^", "`", "{", "|", "}"].contains(
            Character(Unicode.Scalar(byte)))
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}
