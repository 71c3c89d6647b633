extension FormatParser {
    /// Returns the argument of a placeholder, and advances past the placeholder.
    mutating func placeholderValue(
        _ placeholder: String
    ) throws(PredicateFormatError) -> Expression {
        if placeholder == "%K" { return .keyPath(try keyPathArgument()) }
        let argument = try nextArgument()
        let value: Expression? =
            switch (placeholder.last, argument) {
            case ("@", .value(let constant)): .constant(constant)
            case ("@", .values(let constants)): .aggregate(constants.map { .constant($0) })
            case ("@", .keyPath(let path)): .constant(.string(path))
            case ("@", .expression(let expression)): expression
            case ("s", .value(.string(let text))), ("S", .value(.string(let text))),
                ("c", .value(.string(let text))), ("C", .value(.string(let text))):
                .constant(.string(text))
            case (let letter?, .value(let constant)) where "fFgGeEaA".contains(letter):
                Self.real(constant)
            case (let letter?, .value(let constant)) where "dDiuUxXoOcC".contains(letter):
                Self.integer(constant)
            default: nil
            }
        guard let value else {
            throw error(
                .unsuitableArgument(number: argumentsUsed, placeholder: placeholder))
        }
        advance()
        return value
    }

    /// Returns the key path for `%K`, and advances past the placeholder.
    mutating func keyPathArgument() throws(PredicateFormatError) -> String {
        switch try nextArgument() {
        case .keyPath(let path), .value(.string(let path)):
            advance()
            return path
        default:
            throw error(.unsuitableArgument(number: argumentsUsed, placeholder: "%K"))
        }
    }

    private mutating func nextArgument() throws(PredicateFormatError) -> PredicateArgument {
        guard argumentsUsed < arguments.count else {
            throw error(.missingArgument(number: argumentsUsed + 1))
        }
        argumentsUsed += 1
        return arguments[argumentsUsed - 1]
    }

    private static func real(_ constant: PropertyValue) -> Expression? {
        switch constant {
        case .double: .constant(constant)
        case .integer(let number): .constant(.double(Double(number)))
        default: nil
        }
    }

    private static func integer(_ constant: PropertyValue) -> Expression? {
        switch constant {
        case .integer: .constant(constant)
        case .bool(let flag): .constant(.integer(flag ? 1 : 0))
        default: nil
        }
    }
}
