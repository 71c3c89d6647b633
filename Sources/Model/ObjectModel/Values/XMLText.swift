/// Texts inside XML.
package enum XMLText {
    /// Returns a text for an attribute's value or an element's content. Line ends and tabs are preserved, and
    /// characters that XML does not allow are replaced by `U+FFFD`.
    package static func escapedLossily(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // Unescaped, they would be read as spaces.
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
                result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
