import Foundation

/// The order of texts in a language, as defined by ICU.
///
/// An app uses the locale of its user. Here the locale is always stated, so that a result does not depend on the
/// machine.
struct LocalizedOrder: Sendable {
    /// The default locale. Foundation is asked for it only when texts are compared.
    static let standardIdentifier = "en_US"
    /// The order of the default locale.
    static let standard = LocalizedOrder(standardIdentifier)

    /// Whether Foundation orders texts by locale. Not every build of it contains ICU's collation.
    static let isAvailable: Bool = {
        func precedes(_ one: String, _ other: String, _ identifier: String) -> Bool {
            one.compare(other, options: [], range: nil, locale: Locale(identifier: identifier))
                == .orderedAscending
        }
        // `ä` is a variant of `a` in English, and the second-last letter in Swedish.
        return precedes("ä", "z", "en_US") && precedes("z", "ä", "sv_SE")
    }()

    let identifier: String
    private let locale: Locale

    init(_ identifier: String) {
        self.identifier = identifier
        locale = Locale(identifier: identifier)
    }

    /// Compares two texts: negative if the first sorts before the second, 0 if they are equal.
    func compare(_ one: String, _ other: String, _ options: String.CompareOptions) -> Int {
        one.compare(other, options: options, range: nil, locale: locale).rawValue
    }
}
