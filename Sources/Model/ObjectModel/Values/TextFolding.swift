/// Texts without differences in case or accents. No rule depends on a locale.
package enum TextFolding {
    /// Returns a text in the form that `canonical:` derives: without case and accents.
    package static func canonical(_ text: String) -> String {
        folded(text, ignoresCase: true, ignoresAccents: true)
    }

    /// Returns a text without the ignored differences.
    package static func folded(
        _ text: String, ignoresCase: Bool, ignoresAccents: Bool
    ) -> String {
        guard ignoresCase || ignoresAccents else { return text }
        if text.utf8.allSatisfy({ $0 < 0x80 }) { return ignoresCase ? text.lowercased() : text }
        // Upper case first, so that `ß` and `SS`, and `ς` and `σ`, become the same.
        let cased = ignoresCase ? text.uppercased().lowercased() : text
        let parts = cased.decomposedStringWithCanonicalMapping
        guard ignoresAccents else { return parts }
        var result = String.UnicodeScalarView()
        for scalar in parts.unicodeScalars
        where scalar.properties.generalCategory != .nonspacingMark {
            result.append(scalar)
        }
        return String(result)
    }
}
