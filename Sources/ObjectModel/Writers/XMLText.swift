/// Texts inside XML.
package enum XMLText {
    /// A text for an attribute's value or an element's content, in which line ends and tabs stay
    /// what they are; nil where it has characters that XML cannot hold.
    package static func escaped(_ text: String) -> String? { escaped(text, unfit: nil) }

    /// The same with `U+FFFD` for characters that XML cannot hold.
    package static func escapedLossily(_ text: String) -> String {
        escaped(text, unfit: "\u{FFFD}") ?? ""
    }

    private static func escaped(_ text: String, unfit: Unicode.Scalar?) -> String? {
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
                guard let unfit else { return nil }
                result.unicodeScalars.append(unfit)
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }
}
