/// Texts between quotation marks, as languages have them that write some characters with a backslash:
/// JSON, Swift, the language of predicates.
package enum QuotedText {
    /// A text between quotation marks.
    ///
    /// - Parameter escape: how the language writes a character beyond the usual ones; nil where it takes
    ///   it as it is.
    package static func quoted(
        _ text: String, escape: (Unicode.Scalar) -> String?
    ) -> String {
        var result = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": result += "\\\""
            case "\\": result += "\\\\"
            case "\n": result += "\\n"
            case "\r": result += "\\r"
            case "\t": result += "\\t"
            default:
                if let escaped = escape(scalar) {
                    result += escaped
                } else {
                    result.unicodeScalars.append(scalar)
                }
            }
        }
        return result + "\""
    }

    /// A text as JSON, control characters as escapes.
    package static func json(_ text: String) -> String {
        if PrintableText.isPlainASCII(text), text.utf8.allSatisfy({ $0 != 0x22 && $0 != 0x5C }) {
            return "\"" + text + "\""
        }
        return quoted(text) { $0.properties.generalCategory == .control ? fourDigits($0) : nil }
    }

    /// A text as JSON with the escapes of Foundation's `JSONEncoder`, `\/` among them, as real SwiftData stores
    /// hold it.
    package static func codable(_ text: String) -> String {
        quoted(text) { scalar in
            switch scalar {
            case "/": "\\/"
            case "\u{8}": "\\b"
            case "\u{C}": "\\f"
            default: scalar.value < 0x20 ? fourDigits(scalar) : nil
            }
        }
    }

    /// A list of texts as such JSON, without spaces.
    package static func codableList(_ texts: [String]) -> [UInt8] {
        Array(("[" + texts.map(codable).joined(separator: ",") + "]").utf8)
    }

    /// A character below `U+10000` as `\u` and its four hexadecimal digits.
    package static func fourDigits(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
