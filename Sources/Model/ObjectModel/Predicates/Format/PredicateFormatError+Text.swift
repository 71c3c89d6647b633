extension PredicateFormatError: CustomStringConvertible {
    /// The error in one line, with the position counted in characters from 1.
    ///
    /// ```
    /// character 9: a value is missing before "=="
    /// ```
    public var description: String { "character \(characterOffset + 1): \(reason.text)" }

    /// The line of the format with the error, and below it a caret at the position.
    ///
    /// ```
    /// name == == 1
    ///         ^
    /// ```
    public var pointer: String {
        let bytes = Array(format.utf8)
        let index = min(utf8Offset, bytes.count)
        let newline = UInt8(ascii: "\n")
        let start = bytes[..<index].lastIndex(of: newline).map { $0 + 1 } ?? 0
        let end = bytes[index...].firstIndex(of: newline) ?? bytes.count
        let line = String(decoding: bytes[start..<end], as: UTF8.self)
        let before = String(decoding: bytes[start..<index], as: UTF8.self)
        // Tabs are kept, so that the caret is in the right place however wide they are shown.
        return line + "\n" + String(before.map { $0 == "\t" ? "\t" : " " }) + "^"
    }
}

extension PredicateFormatError.Reason {
    /// The reason in words.
    fileprivate var text: String {
        switch self {
        case .unexpectedCharacter(let character): "unexpected character \(quoted(character))"
        case .unterminatedString: "the closing quote is missing"
        case .invalidEscape(let text): "unknown escape \(quoted(text))"
        case .invalidNumber(let text): "\(quoted(text)) is not a number"
        case .expectedExpression(let found): "a value is missing" + before(found)
        case .expectedPredicate(let found):
            "a condition is missing" + (found.isEmpty ? "" : ", \(quoted(found)) is a value")
        case .expectedOperator(let found):
            "a comparison operator is missing" + before(found) + askingNil(found)
        case .expectedName(let found): "the name of a property is missing" + before(found)
        case .expected(let sign, let found): "\(quoted(sign)) is missing" + before(found)
        case .unexpectedText(let text): "\(quoted(text)) is unexpected" + askingNil(text)
        case .unknownOptions(let letters):
            "unknown options \(quoted(letters)): use c, d, n and l"
        case .wrongBounds(let count): "BETWEEN needs 2 bounds, not \(count)"
        case .unknownPlaceholder(let text): "unknown placeholder \(quoted(text))"
        case .missingArgument(let number): "argument \(number) is missing"
        case .unsuitableArgument(let number, let placeholder):
            "argument \(number) does not fit \(placeholder)"
        case .unusedArguments(let given, let used):
            "there are more arguments (\(given)) than placeholders (\(used))"
        case .tooDeep(let limit): "nested deeper than \(limit) levels"
        case .entityComesFirst(let entity):
            "write the entity first, without FROM: \(entity) SELECT …"
        case .unsupported(let text): "\(text) is not supported"
        }
    }

    private func before(_ found: String) -> String {
        found.isEmpty ? " at the end" : " before \(quoted(found))"
    }

    private func quoted(_ text: String) -> String { "\"\(text)\"" }

    /// Returns a hint for `IS NULL`.
    private func askingNil(_ found: String) -> String {
        found.uppercased() == "IS"
            ? "; `= nil` asks whether there is no value, `!= nil` whether there is one" : ""
    }
}
