/// Texts as scalars in plans.
package enum YAMLText {
    /// Returns a text as a scalar: plain if it is unambiguous, and otherwise in double quotes.
    package static func scalar(_ text: String) -> String { isPlain(text) ? text : quoted(text) }

    /// Returns a text in double quotes, with YAML's escapes and that of plans: `$${` for `${`.
    package static func quoted(_ text: String) -> String {
        QuotedText.quoted(text.replacing("${", with: "$${")) { scalar in
            guard PrintableText.isObeyed(scalar) else { return nil }
            let digits = String(scalar.value, radix: 16, uppercase: true)
            let (mark, width) = digits.count > 4 ? ("\\U", 8) : ("\\u", 4)
            return mark + String(repeating: "0", count: width - digits.count) + digits
        }
    }

    /// Returns a comment of one line. Characters that could end it are made visible.
    package static func comment(_ text: String) -> String {
        let line = String(text.map { $0.isNewline ? " " : $0 })
        guard line.unicodeScalars.contains(where: PrintableText.isObeyed) else { return "# " + line }
        return "# "
            + line.unicodeScalars.map {
                PrintableText.isObeyed($0) ? "\\u{\(String($0.value, radix: 16))}" : String($0)
            }.joined()
    }

    private static let words: Set<String> = [
        "true", "false", "null", "yes", "no", "on", "off", "y", "n",
    ]

    private static func isPlain(_ text: String) -> Bool {
        guard let first = text.unicodeScalars.first, isLetter(first),
            !words.contains(text.lowercased())
        else {
            return text.hasPrefix("../") && text.dropFirst(3).unicodeScalars.allSatisfy(isInner)
        }
        return text.unicodeScalars.allSatisfy(isInner)
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar) || scalar == "_"
    }

    private static func isInner(_ scalar: Unicode.Scalar) -> Bool {
        isLetter(scalar) || ("0"..."9").contains(scalar) || ["-", ".", "/"].contains(scalar)
    }
}
