/// Texts in quotation marks for languages that escape characters with a backslash: JSON, Swift, the language of
/// predicates.
package enum QuotedText {
    /// Returns a text in quotation marks.
    ///
    /// - Parameter escape: returns the escape for `/`, or for a character that is not printable ASCII; nil to keep the
    ///   character.
    package static func quoted(
        _ text: String, escape: (Unicode.Scalar) -> String?
    ) -> String {
        let hasEscapes = text.utf8.contains { $0 == 0x22 || $0 == 0x5C || $0 == 0x2F }
        if !hasEscapes, PrintableText.isPlainASCII(text) {
            return "\"" + text + "\""
        }
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

    /// Returns a text as JSON, with control characters escaped.
    package static func json(_ text: String) -> String {
        quoted(text) { $0.properties.generalCategory == .control ? fourDigits($0) : nil }
    }

    /// Returns a text as JSON with the escapes of Foundation's `JSONEncoder`, including `\/`, as in real SwiftData
    /// stores.
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

    /// Returns a list of texts in the same form, without spaces.
    package static func codableList(_ texts: [String]) -> [UInt8] {
        Array(("[" + texts.map(codable).joined(separator: ",") + "]").utf8)
    }

    /// Returns a character below `U+10000` as `\u` and four hexadecimal digits.
    package static func fourDigits(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    }
}
