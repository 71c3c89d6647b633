/// One word or sign of the predicate format language.
struct FormatToken: Equatable {
    enum Kind: Equatable {
        /// A name or a keyword; an escaped one (`#in`) is never a keyword.
        case word(String, isEscaped: Bool)
        /// `$name`, without the dollar sign.
        case variable(String)
        /// The digits as written.
        case number(String)
        /// The content of a quoted text.
        case string(String)
        /// `%` and the characters after it.
        case placeholder(String)
        /// An operator or a bracket.
        case sign(String)
        case end
    }

    let kind: Kind
    /// The start and the end, in bytes of UTF-8.
    let start: Int
    let end: Int

    /// The keyword in upper case, if the token can be one.
    var keyword: String? {
        guard case .word(let word, isEscaped: false) = kind else { return nil }
        return word.uppercased()
    }

    func isSign(_ sign: String) -> Bool { kind == .sign(sign) }
}

/// The characters of names, and the names that need `#` in front.
enum FormatWord {
    /// Words that start something other than a key path.
    static let reserved: Set<String> = [
        "ALL", "AND", "ANY", "ANYKEY", "BEGINSWITH", "BETWEEN", "CASEINSENSITIVE", "CAST", "CI",
        "CONTAINS", "ENDSWITH", "FALSE", "FALSEPREDICATE", "FETCH", "FIRST", "FUNCTION", "IN",
        "INTERSECT", "LAST", "LIKE", "MATCHES", "MINUS", "NIL", "NO", "NONE", "NOT", "NULL", "OR",
        "SELF", "SIZE", "SOME", "SUBQUERY", "TERNARY", "TRUE", "TRUEPREDICATE", "UNION", "YES",
    ]

    static func canStart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), 0x80...0xFF:
            true
        default: false
        }
    }

    static func canContinue(_ byte: UInt8) -> Bool {
        canStart(byte) || byte == UInt8(ascii: "$") || isDigit(byte)
    }

    static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Returns whether a text can be written as a name.
    static func isName(_ text: some StringProtocol) -> Bool {
        guard let first = text.utf8.first, canStart(first) else { return false }
        return text.utf8.allSatisfy(canContinue)
    }

    /// Returns whether a text can be written as a selector: `now`, `count:`, `add:to:`.
    static func isSelector(_ text: String) -> Bool {
        if isName(text) { return true }
        guard text.hasSuffix(":") else { return false }
        return text.dropLast().split(separator: ":", omittingEmptySubsequences: false)
            .allSatisfy(isName)
    }
}
