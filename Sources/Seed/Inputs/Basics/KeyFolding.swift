/// The differences that are ignored when two keys are compared.
package struct KeyFolding: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    /// Creates a set from its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Differences in case.
    package static let letterCase = KeyFolding(rawValue: 1)
    /// Differences in accents and other marks.
    package static let diacritics = KeyFolding(rawValue: 2)

    /// The options by their words in a plan.
    package static let named: [String: KeyFolding] = ["case": .letterCase, "diacritics": .diacritics]

    /// Returns the folded form of a text, which equal texts share, independent of locale.
    package func folded(_ text: String) -> String {
        var options: String.CompareOptions = []
        if contains(.letterCase) { options.insert(.caseInsensitive) }
        if contains(.diacritics) { options.insert(.diacriticInsensitive) }
        return text.folding(options: options, locale: nil)
    }
}
