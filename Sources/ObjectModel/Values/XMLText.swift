/// Texts inside XML.
package enum XMLText {
    /// A text for an attribute's value or an element's content, in which line ends and tabs stay
    /// what they are, with `U+FFFD` for characters that XML cannot hold.
    package static func escapedLossily(_ text: String) -> String {
        var result = ""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            // Plain ones would be read as spaces.
            case "\t", "\n", "\r": result += "&#\(scalar.value);"
            case _ where scalar.value < 0x20 || (0xFFFE...0xFFFF).contains(scalar.value):
                result.unicodeScalars.append("\u{FFFD}")
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
