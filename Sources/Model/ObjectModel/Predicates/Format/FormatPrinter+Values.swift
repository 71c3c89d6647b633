extension FormatPrinter {
    /// Returns the precedence of the outermost part of an expression's text.
    static func precedence(of expression: Expression) -> Int {
        switch expression {
        case .setOperation: return FormatOperator.valuePrecedence
        case .assignment: return 0
        // A path after the digits of a number would be read as a part of the number.
        case .constant(.integer), .constant(.double): return FormatOperator.signPrecedence
        case .function(let name, let arguments, nil):
            if arguments.count == 2, let row = arithmetic(name) { return row.precedence }
            if name == "onesComplement:", arguments.count == 1 {
                return FormatOperator.signPrecedence
            }
            return FormatOperator.primaryPrecedence
        default: return FormatOperator.primaryPrecedence
        }
    }

    private static func arithmetic(_ selector: String) -> (sign: String, precedence: Int)? {
        FormatOperator.arithmeticTable.first { $0.selector == selector }
            .map { ($0.sign, $0.precedence) }
    }

    static func function(
        _ name: String, _ arguments: [Expression], _ target: Expression?
    ) -> String {
        if let target {
            return "FUNCTION(\(list([target, .constant(.string(name))] + arguments)))"
        }
        if arguments.count == 2 {
            if let row = arithmetic(name) {
                // Powers associate to the right in this implementation. Brackets make it unambiguous for other
                // readers.
                let isPower = row.sign == "**"
                let left = isPower ? FormatOperator.signPrecedence : row.precedence
                let right = isPower ? FormatOperator.signPrecedence : row.precedence + 1
                return text(of: arguments[0], insidePrecedence: left) + " \(row.sign) "
                    + text(of: arguments[1], insidePrecedence: right)
            }
            if name == "objectFrom:withIndex:" {
                return text(of: arguments[0], insidePrecedence: FormatOperator.primaryPrecedence)
                    + "[\(text(of: arguments[1]))]"
            }
            if name == PredicateCast.selector, case .constant(.string) = arguments[1],
                !isFolded(arguments)
            {
                return "CAST(\(list(arguments)))"
            }
        }
        if name == "onesComplement:", arguments.count == 1 {
            return "~" + text(of: arguments[0], insidePrecedence: FormatOperator.signPrecedence)
        }
        return "\(selector(name))(\(list(arguments)))"
    }

    /// Returns whether a cast would be read back as a constant.
    private static func isFolded(_ arguments: [Expression]) -> Bool {
        guard case .constant(let value) = arguments[0],
            case .constant(.string(let className)) = arguments[1]
        else { return false }
        return PredicateCast.value(of: value, className: className) != nil
    }

    private static func selector(_ name: String) -> String {
        guard FormatWord.isSelector(name) else { return name }
        let first = name.prefix { $0 != ":" }
        return FormatWord.reserved.contains(first.uppercased()) ? "#" + name : name
    }

    /// Returns a key path as written; nil if a part of it is not a name.
    static func path(_ path: String) -> String? {
        guard let components = pathComponents(path) else { return nil }
        let first = path.prefix { $0 != "." }
        return FormatWord.reserved.contains(first.uppercased()) ? "#" + components : components
    }

    static func pathComponents(_ path: String) -> String? {
        let components = path.split(separator: ".", omittingEmptySubsequences: false)
        let areNames = components.allSatisfy { component in
            FormatWord.isName(component.hasPrefix("@") ? component.dropFirst() : component)
        }
        return areNames ? path : nil
    }

    static func text(of constant: PropertyValue) -> String {
        if let (value, type) = PredicateCast.parts(of: constant) {
            return "CAST(\(text(of: value)), \(quoted(type)))"
        }
        switch constant {
        case .null: return "nil"
        case .bool(let flag): return flag ? "YES" : "NO"
        case .integer(let number): return String(number)
        case .double(let number): return String(number)
        case .string(let text): return quoted(text)
        // These values are written as casts above.
        case .date, .decimal, .data, .uuid, .uri: return ""
        case .array(let values): return "{\(values.map(text).joined(separator: ", "))}"
        // A value without a form in predicates is written as nil.
        case .dictionary, .object: return "nil"
        }
    }

    static func quoted(_ text: String) -> String {
        QuotedText.quoted(text) { scalar in
            scalar.value < 0x20 || scalar.value == 0x7F ? QuotedText.fourDigits(scalar) : nil
        }
    }
}
