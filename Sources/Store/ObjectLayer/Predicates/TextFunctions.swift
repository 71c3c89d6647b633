import ObjectModel
import SQLite

/// The SQL functions and collations of compiled predicates and sort descriptors. They use the same code that compares
/// texts in memory.
enum TextFunctions {
    /// `ZSEED_TEXT(operation, options, left, right)`: 1 or 0; NULL if a side is not a text.
    static let compare = "ZSEED_TEXT"
    /// `ZSEED_MATCH(options, text, pattern)`: the same for a regular expression.
    static let match = "ZSEED_MATCH"
    /// `ZSEED_CASE(form, text)`: 0 lower case, 1 upper case, 2 canonical.
    static let changeCase = "ZSEED_CASE"

    static func register(on connection: Connection) throws {
        let matcher = TextMatcher()
        try connection.register(directFunction: compare, argumentCount: 4) { call in
            guard let number = call.integer(at: 0),
                let operation = TextMatching.Operation(rawValue: number),
                let options = call.integer(at: 1), let left = call.text(at: 2),
                let right = call.text(at: 3)
            else { return }
            let holds = matcher.holds(
                operation, left, right, Predicate.Options(rawValue: Int(options)))
            call.setResult(holds ? 1 : 0)
        }
        let patterns = PatternCache()
        try connection.register(directFunction: match, argumentCount: 3) { call in
            guard let options = call.integer(at: 0), let text = call.text(at: 1),
                let pattern = call.text(at: 2)
            else { return }
            let matches = try patterns.matches(
                String(decoding: text, as: UTF8.self), String(decoding: pattern, as: UTF8.self),
                Predicate.Options(rawValue: Int(options)))
            call.setResult(matches ? 1 : 0)
        }
        try connection.register(function: changeCase, argumentCount: 2) { arguments in
            guard arguments.count == 2, case .integer(let form) = arguments[0],
                case .text(let text) = arguments[1]
            else { return .null }
            switch form {
            case 1: return .text(text.uppercased())
            case 2: return .text(TextFolding.canonical(text))
            default: return .text(text.lowercased())
            }
        }
        for order in TextOrder.allCases where order != .binary {
            try connection.register(collation: order.collation) { one, other in
                order.compare(one, other)
            }
        }
    }
}
