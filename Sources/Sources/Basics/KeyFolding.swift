import Foundation

/// What does not count when two keys are compared.
package struct KeyFolding: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    /// Makes a set of its bits.
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// Upper and lower case.
    package static let letterCase = KeyFolding(rawValue: 1)
    /// Accents and other marks.
    package static let diacritics = KeyFolding(rawValue: 2)

    /// The words of a plan.
    package static let named: [String: KeyFolding] = ["case": .letterCase, "diacritics": .diacritics]

    /// The form that equal texts have in common, in no locale.
    package func folded(_ text: String) -> String {
        var options: String.CompareOptions = []
        if contains(.letterCase) { options.insert(.caseInsensitive) }
        if contains(.diacritics) { options.insert(.diacriticInsensitive) }
        return text.folding(options: options, locale: nil)
    }
}
