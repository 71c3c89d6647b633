/// The operator of a comparison (`NSComparisonPredicate.Operator`).
public enum PredicateOperator: Equatable, Hashable, Sendable {
    case lessThan
    case lessThanOrEqualTo
    case greaterThan
    case greaterThanOrEqualTo
    case equalTo
    case notEqualTo
    /// The whole text matches a regular expression.
    case matches
    /// The text matches a pattern with `?` and `*`.
    case like
    case beginsWith
    case endsWith
    /// The left side is a member or a part of the right one.
    case `in`
    /// The right side is a member or a part of the left one.
    case contains
    /// The left side is between the two members of the right one, both included.
    case between
    /// A method of the left side, by its selector.
    case customSelector(String)

    /// The operator's number in archives (`NSPredicateOperatorType`).
    package var operatorType: Int {
        switch self {
        case .lessThan: 0
        case .lessThanOrEqualTo: 1
        case .greaterThan: 2
        case .greaterThanOrEqualTo: 3
        case .equalTo: 4
        case .notEqualTo: 5
        case .matches: 6
        case .like: 7
        case .beginsWith: 8
        case .endsWith: 9
        case .in: 10
        case .customSelector: 11
        case .contains: 99
        case .between: 100
        }
    }

    /// Returns whether the operator holds for two values, of which the left one is less (-1), equal (0) or greater
    /// (1); nil for operators that need more than an order.
    package var holdsOfOrder: (@Sendable (Int) -> Bool)? {
        switch self {
        case .lessThan: { $0 < 0 }
        case .lessThanOrEqualTo: { $0 <= 0 }
        case .greaterThan: { $0 > 0 }
        case .greaterThanOrEqualTo: { $0 >= 0 }
        case .equalTo: { $0 == 0 }
        case .notEqualTo: { $0 != 0 }
        default: nil
        }
    }

    /// All operators except custom ones.
    package static let standard: [PredicateOperator] = [
        .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo, .equalTo, .notEqualTo,
        .matches, .like, .beginsWith, .endsWith, .in, .contains, .between,
    ]

    /// Creates the operator for a number in an archive; nil for a custom selector, which also needs a name.
    package init?(operatorType: Int) {
        let found = Self.standard.first { $0.operatorType == operatorType }
        guard let found else { return nil }
        self = found
    }
}
