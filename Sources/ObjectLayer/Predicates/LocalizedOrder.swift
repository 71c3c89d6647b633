import Foundation

/// The order of texts in a language, as ICU has it.
///
/// An app orders by the locale of its user; here the locale is always stated, so that a result does
/// not depend on the machine.
struct LocalizedOrder: Sendable {
    /// The locale where none is stated; Foundation is asked for it only when something is compared.
    static let standardIdentifier = "en_US"
    /// The order where no locale is stated.
    static let standard = LocalizedOrder(standardIdentifier)

    /// Whether Foundation orders by locale here: not every build of it carries ICU's collation.
    static let isAvailable: Bool = {
        func precedes(_ one: String, _ other: String, _ identifier: String) -> Bool {
            one.compare(other, options: [], range: nil, locale: Locale(identifier: identifier))
                == .orderedAscending
        }
        // `ä` is a kind of `a` in English, and the last letter but one in Swedish.
        return precedes("ä", "z", "en_US") && precedes("z", "ä", "sv_SE")
    }()

    let identifier: String
    private let locale: Locale

    init(_ identifier: String) {
        self.identifier = identifier
        locale = Locale(identifier: identifier)
    }

    /// Compares two texts: negative where the first stands before the second, 0 where they are equal.
    func compare(_ one: String, _ other: String, _ options: String.CompareOptions) -> Int {
        one.compare(other, options: options, range: nil, locale: locale).rawValue
    }
}
