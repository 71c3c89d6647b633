/// Texts of others as they may be printed: names, values, whatever files hold.
package enum PrintableText {
    /// The text on one line: control characters as escapes.
    package static func line(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            case _ where isObeyed(scalar): result += "\\u{\(String(scalar.value, radix: 16))}"
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a text is of nothing but visible characters of ASCII and blanks: most are, and need no other look.
    package static func isPlainASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        } ?? text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// Whether a terminal would obey a character instead of showing it, or shows nothing: the
    /// beginnings of commands, directions of writing, characters without width, odd line ends.
    package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        // Most are.
        if (0x20..<0x7F).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
