import SQLite

/// The parsing of names of schemas, tables and columns.
extension DumpReader {
    /// Reads a name, without a schema or database name before it.
    mutating func name() throws -> String {
        var name = try plainName()
        while try scanner.take(.symbol(".")) { name = try plainName() }
        return name
    }

    private mutating func plainName() throws -> String {
        let start = scanner.offset
        switch try scanner.next() {
        case .word(let name), .name(let name): return name
        default: throw DumpScanner.Unread(words: "a statement without a name", offset: start)
        }
    }

    /// Reads the names in parentheses. Returns nil if one is an expression or the prefix of a column.
    mutating func names() throws -> [String]? {
        try expect(.symbol("("))
        var names: [String]? = []
        while true {
            switch try scanner.next() {
            case .word(let name), .name(let name): names?.append(name)
            default: names = nil
            }
            // The order and the operators of an index column.
            while true {
                switch try scanner.next() {
                case .symbol(","): break
                case .symbol(")"): return names
                case .symbol("("):
                    try skipParentheses()
                    names = nil
                    continue
                case .end, .semicolon:
                    throw DumpScanner.Unread(words: "a list that does not end", offset: scanner.offset)
                default: continue
                }
                break
            }
        }
    }

    mutating func expect(_ token: DumpScanner.Token) throws {
        scanner.skipBlanks()
        let start = scanner.offset
        guard try scanner.next() == token else {
            throw DumpScanner.Unread(words: "additional text in the statement", offset: start)
        }
    }

    /// Advances past the closing parenthesis.
    mutating func skipParentheses(_ open: Unicode.Scalar = "(", _ close: Unicode.Scalar = ")") throws {
        var depth = 1
        while depth > 0 {
            switch try scanner.next() {
            case .symbol(open): depth += 1
            case .symbol(close): depth -= 1
            case .end: throw DumpScanner.Unread(words: "a list that does not end", offset: scanner.offset)
            default: continue
            }
        }
    }

    /// Reads the table of rows, and the columns that they specify. The list is empty if the rows have all columns.
    mutating func target() throws -> (place: Int, columns: [String]) {
        for word in ["LOW_PRIORITY", "DELAYED", "HIGH_PRIORITY", "IGNORE", "INTO"] {
            _ = try scanner.take(words: word)
        }
        scanner.skipBlanks()
        let start = scanner.offset
        let written = try name()
        let name = parents[written.lowercased()] == nil ? written : root(of: written.lowercased())
        guard let place = places[name.lowercased()] else {
            throw DumpScanner.Unread(words: "rows of `\(name)`, a table that it does not make", offset: start)
        }
        guard try scanner.peek() == .symbol("(") else { return (place, []) }
        guard let columns = try names() else {
            throw DumpScanner.Unread(words: "rows of columns that are no names", offset: start)
        }
        return (place, columns)
    }
}
