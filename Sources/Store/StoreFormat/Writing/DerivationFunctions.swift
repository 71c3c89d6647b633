import ObjectModel
import SQLite

/// The text functions that derivations have and SQLite does not.
package enum DerivationFunctions: String, CaseIterable {
    case uppercase = "ZSEED_DERIVED_UPPERCASE"
    case lowercase = "ZSEED_DERIVED_LOWERCASE"
    case canonical = "ZSEED_DERIVED_CANONICAL"

    /// Creates the function of a selector, such as `canonical:`.
    init?(selector: String) {
        switch selector {
        case "uppercase:": self = .uppercase
        case "lowercase:": self = .lowercase
        case "canonical:": self = .canonical
        default: return nil
        }
    }

    /// Registers the functions on a connection.
    ///
    /// - Throws: `DatabaseError`.
    package static func register(on connection: Connection) throws {
        for function in allCases {
            try connection.register(function: function.rawValue, argumentCount: 1) { arguments in
                guard case .text(let text)? = arguments.first else { return .null }
                return .text(function.value(text))
            }
        }
    }

    private func value(_ text: String) -> String {
        switch self {
        case .uppercase: text.uppercased()
        case .lowercase: text.lowercased()
        case .canonical: TextFolding.canonical(text)
        }
    }
}
