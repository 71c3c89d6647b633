/// The text of a `CREATE TABLE` statement, split into its columns and constraints. This is enough to describe the
/// differences of two texts. Quotes and white space are read as in SQLite, but comments are not.
package struct TableText: Equatable, Sendable {
    /// One column or one constraint of the whole table.
    package struct Item: Equatable, Sendable {
        /// The column's name without quotes; nil for a constraint of the table.
        package let column: String?
        /// The text after the name, or the whole constraint, with single spaces.
        package let definition: String

        /// The declared type of a column in upper case: the words before its first constraint.
        package var declaredType: String {
            words.prefix { !TableText.constraintWords.contains($0) }.joined(separator: " ")
        }

        /// Whether a column has constraints, a collation or a default value.
        package var hasConstraints: Bool {
            words.contains { TableText.constraintWords.contains($0) }
        }

        private var words: [String] {
            definition.uppercased().split(separator: " ").map(String.init)
        }
    }

    /// The columns and constraints in the order of the text.
    package let items: [Item]
    /// The text after the list, such as `WITHOUT ROWID`.
    package let options: String

    /// The names of the columns.
    package var columnNames: [String] { items.compactMap(\.column) }

    /// Reads a statement; nil if it has no list of columns, as `CREATE TABLE … AS SELECT`.
    package init?(_ sql: String) {
        let bytes = Array(sql.utf8)
        guard let scan = Self.list(in: bytes) else { return nil }
        items = scan.items.map { Self.item(Array(bytes[$0])) }
        options = Self.singleSpaced(Array(bytes[scan.end...]))
    }

    fileprivate static let constraintWords: Set<String> = [
        "CONSTRAINT", "PRIMARY", "NOT", "NULL", "UNIQUE", "CHECK", "DEFAULT", "COLLATE",
        "REFERENCES", "GENERATED", "AS",
    ]
    private static let tableConstraintWords: Set<String> = [
        "CONSTRAINT", "PRIMARY", "UNIQUE", "CHECK", "FOREIGN",
    ]

    // MARK: Reading

    /// Returns the ranges of the items between the outer parentheses, and the index after them.
    private static func list(in bytes: [UInt8]) -> (items: [Range<Int>], end: Int)? {
        var index = 0
        var depth = 0
        var start = 0
        var items: [Range<Int>] = []
        while index < bytes.count {
            switch bytes[index] {
            case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "`"), UInt8(ascii: "["):
                index = endOfQuotes(bytes, index)
                continue
            case UInt8(ascii: "("):
                depth += 1
                if depth == 1 { start = index + 1 }
            case UInt8(ascii: ")"):
                depth -= 1
                if depth == 0 {
                    items.append(start..<index)
                    return (items, index + 1)
                }
            case UInt8(ascii: ",") where depth == 1:
                items.append(start..<index)
                start = index + 1
            default: break
            }
            index += 1
        }
        return nil
    }

    /// Returns the index after a quoted name or text, in which quotes are doubled.
    private static func endOfQuotes(_ bytes: [UInt8], _ start: Int) -> Int {
        let isBracket = bytes[start] == UInt8(ascii: "[")
        let close = isBracket ? UInt8(ascii: "]") : bytes[start]
        var index = start + 1
        while index < bytes.count {
            guard bytes[index] == close else {
                index += 1
                continue
            }
            guard !isBracket, index + 1 < bytes.count, bytes[index + 1] == close else {
                return index + 1
            }
            index += 2
        }
        return bytes.count
    }

    private static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D) ~= byte }

    private static func item(_ bytes: [UInt8]) -> Item {
        let bytes = Array(bytes.drop(while: isSpace))
        let isQuoted = bytes.first.map { "\"`[".utf8.contains($0) } ?? false
        let end =
            isQuoted
            ? endOfQuotes(bytes, 0) : bytes.firstIndex { isSpace($0) || $0 == 0x28 } ?? bytes.count
        let first = String(decoding: bytes[..<end], as: UTF8.self)
        if !isQuoted, tableConstraintWords.contains(first.uppercased()) {
            return Item(column: nil, definition: singleSpaced(bytes))
        }
        return Item(
            column: isQuoted ? unquoted(first) : first,
            definition: singleSpaced(Array(bytes[end...])))
    }

    private static func unquoted(_ name: String) -> String {
        guard let quote = name.first, name.count > 1 else { return name }
        let inner = String(name.dropFirst().dropLast())
        guard quote != "[" else { return inner }
        // Two quotes are read as one. A text search for them would apply all of Unicode's rules.
        var result = ""
        var isHalf = false
        for character in inner {
            if character == quote, !isHalf {
                isHalf = true
                continue
            }
            isHalf = false
            result.append(character)
        }
        return result
    }

    private static func singleSpaced(_ bytes: [UInt8]) -> String {
        bytes.split(whereSeparator: isSpace).map { String(decoding: $0, as: UTF8.self) }
            .joined(separator: " ")
    }
}
