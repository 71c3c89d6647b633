/// Texts from files and users in a form that is safe to print.
package enum PrintableText {
    /// Returns the text on one line, with control characters escaped.
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

    /// Returns whether a text consists of visible ASCII characters and spaces only. Most do, and need no further
    /// check.
    package static func isPlainASCII(_ text: String) -> Bool {
        text.utf8.withContiguousStorageIfAvailable { bytes in
            bytes.allSatisfy { (0x20..<0x7F).contains($0) }
        } ?? text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    }

    /// Returns whether a terminal would obey a character instead of showing it, or would show nothing: the beginnings
    /// of commands, writing directions, characters without width, unusual line ends.
    package static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        // This is true for most characters.
        if (0x20..<0x7F).contains(scalar.value) { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: return true
        default: return false
        }
    }
}
