/// The operators of the format language and their precedence.
enum FormatOperator: Equatable {
    case or
    case and
    case comparison(PredicateOperator)
    case setOperation(Expression.SetOperation)
    /// A binary operator, by its selector in archives.
    case arithmetic(selector: String, precedence: Int)

    static let comparisonPrecedence = 4
    /// The lowest precedence of operators that give a value.
    static let valuePrecedence = 5
    static let signPrecedence = 13
    /// The precedence of a single token or of a part in brackets.
    static let primaryPrecedence = 14

    var precedence: Int {
        switch self {
        case .or: 1
        case .and: 2
        case .comparison: Self.comparisonPrecedence
        case .setOperation: Self.valuePrecedence
        case .arithmetic(_, let precedence): precedence
        }
    }

    /// Sign, selector and precedence of each binary operator.
    static let arithmeticTable: [(sign: String, selector: String, precedence: Int)] = [
        ("|", "bitwiseOr:with:", 6),
        ("^", "bitwiseXor:with:", 7),
        ("&", "bitwiseAnd:with:", 8),
        ("<<", "leftshift:by:", 9),
        (">>", "rightshift:by:", 9),
        ("+", "add:to:", 10),
        ("-", "from:subtract:", 10),
        ("*", "multiply:by:", 11),
        ("/", "divide:by:", 11),
        ("**", "raise:toPower:", 12),
    ]

    private static let comparisons: [String: PredicateOperator] = [
        "=": .equalTo, "==": .equalTo, "!=": .notEqualTo, "<>": .notEqualTo,
        "<": .lessThan, "<=": .lessThanOrEqualTo, "=<": .lessThanOrEqualTo,
        ">": .greaterThan, ">=": .greaterThanOrEqualTo, "=>": .greaterThanOrEqualTo,
        "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "CONTAINS": .contains,
        "LIKE": .like, "MATCHES": .matches, "IN": .in, "BETWEEN": .between,
    ]

    /// Creates the operator of a token; nil for other tokens.
    init?(_ token: FormatToken) {
        let text: String
        if case .sign(let sign) = token.kind {
            text = sign
        } else if let keyword = token.keyword {
            text = keyword
        } else {
            return nil
        }
        switch text {
        case "OR", "||": self = .or
        case "AND", "&&": self = .and
        default:
            if let comparison = Self.comparisons[text] {
                self = .comparison(comparison)
            } else if let operation = Expression.SetOperation(rawValue: text) {
                self = .setOperation(operation)
            } else if let row = Self.arithmeticTable.first(where: { $0.sign == text }) {
                self = .arithmetic(selector: row.selector, precedence: row.precedence)
            } else {
                return nil
            }
        }
    }
}
