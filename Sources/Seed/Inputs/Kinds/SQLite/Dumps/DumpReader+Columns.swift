/// The parsing of columns and constraints in `CREATE TABLE`.
extension DumpReader {
    private static let constraints: Set = ["PRIMARY", "UNIQUE", "FOREIGN", "CHECK"]
    private static let mySQLConstraints: Set = ["KEY", "INDEX", "FULLTEXT", "SPATIAL"]

    func isConstraint(_ word: String) -> Bool {
        let word = word.uppercased()
        return Self.constraints.contains(word)
            || (scanner.isMySQL ? Self.mySQLConstraints.contains(word) : word == "EXCLUDE")
    }

    /// Reads a column or a constraint, up to the comma or parenthesis after it.
    mutating func item(of table: inout DumpTable) throws {
        let start = scanner.offset
        if case .word(let word) = try scanner.next() {
            if word.uppercased() == "CONSTRAINT" {
                try skipConstraintName()
                guard case .word(let word) = try scanner.next(), isConstraint(word) else {
                    throw DumpScanner.Unread(words: "a constraint of another kind", offset: start)
                }
                return try constraint(word.uppercased(), of: &table)
            }
            if isConstraint(word) { return try constraint(word.uppercased(), of: &table) }
            if word.uppercased() == "LIKE" {
                throw DumpScanner.Unread(words: "`CREATE TABLE … LIKE`", offset: start)
            }
        }
        scanner.offset = start
        try addColumn(to: &table)
    }

    /// Skips the name of a constraint, which is optional in MySQL.
    mutating func skipConstraintName() throws {
        if case .word(let word) = try scanner.peek(), isConstraint(word) { return }
        _ = try name()
    }

    mutating func constraint(_ word: String, of table: inout DumpTable) throws {
        switch word {
        case "PRIMARY":
            try skipToList()
            table.primaryKey = try names() ?? []
        case "UNIQUE":
            try skipToList()
            if let columns = try names() { table.uniques.append(columns) }
        case "KEY", "INDEX":
            try skipToList()
            if let columns = try names() { table.indexes.append(columns) }
        case "FOREIGN":
            try skipToList()
            let columns = try names() ?? []
            try expectWord("REFERENCES")
            table.foreignKeys.append(try reference(of: columns))
        default: break
        }
        try skipOptions()
    }

    /// Reads the table, columns and actions after `REFERENCES`.
    private mutating func reference(of columns: [String]) throws -> DumpTable.ForeignKey {
        let table = try name()
        let targets = try scanner.peek() == .symbol("(") ? names() ?? [] : []
        var deletion = ""
        while true {
            let start = scanner.offset
            if try scanner.take(words: "ON", "DELETE") {
                let action = try name().uppercased()
                deletion = ["SET", "NO"].contains(action) ? action + " " + (try name().uppercased()) : action
                continue
            }
            // The other parts of a column or constraint follow, or have no effect here.
            if try scanner.take(words: "ON", "UPDATE") {
                let action = try name().uppercased()
                if ["SET", "NO"].contains(action) { _ = try name() }
                continue
            }
            if try scanner.take(words: "MATCH") {
                _ = try name()
                continue
            }
            scanner.offset = start
            return DumpTable.ForeignKey(
                columns: columns, table: table, targets: targets, deletion: deletion)
        }
    }

    private mutating func skipToList() throws {
        while try scanner.peek() != .symbol("(") {
            let token = try scanner.next()
            guard token != .end, token != .semicolon else {
                throw DumpScanner.Unread(words: "a constraint without columns", offset: scanner.offset)
            }
        }
    }

    /// Skips to the next comma, closing parenthesis or end.
    mutating func skipOptions() throws {
        while true {
            switch try scanner.peek() {
            case .symbol(","), .symbol(")"), .semicolon, .end: return
            case .symbol("("):
                _ = try scanner.next()
                try skipParentheses()
            default: _ = try scanner.next()
            }
        }
    }

    mutating func expectWord(_ word: String) throws {
        let start = scanner.offset
        guard try scanner.take(words: word) else {
            throw DumpScanner.Unread(words: "a statement without `\(word)`", offset: start)
        }
    }

    private static let typeWords: Set = ["UNSIGNED", "SIGNED", "ZEROFILL", "PRECISION", "VARYING"]

    /// Reads a type: its words, and the arguments in parentheses after it.
    mutating func type() throws -> (words: [String], arguments: [String]) {
        var words = [try name().lowercased()]
        var arguments: [String] = []
        while true {
            switch try scanner.peek() {
            case .symbol("("):
                _ = try scanner.next()
                let start = scanner.offset
                try skipParentheses()
                let list = scanner.bytes[start..<(scanner.offset - 1)]
                arguments = list.split(separator: UInt8(ascii: ",")).map {
                    String(decoding: $0.filter { !ForeignText.isSpace($0) }, as: UTF8.self)
                }
            case .symbol("["):
                _ = try scanner.next()
                try skipParentheses("[", "]")
                words.append("[]")
            case .word(let word) where Self.typeWords.contains(word.uppercased()):
                _ = try scanner.next()
                words.append(word.lowercased())
            default:
                if try scanner.take(words: "WITHOUT", "TIME", "ZONE")
                    || scanner.take(words: "WITH", "TIME", "ZONE")
                {
                    continue
                }
                return (words, arguments)
            }
        }
    }

    private mutating func addColumn(to table: inout DumpTable) throws {
        let name = try name()
        // A computed column without a type.
        if case .word(let word) = try scanner.peek(), word.uppercased() == "GENERATED" {
            table.add(column(name, (["text"], [])))
        } else {
            table.add(column(name, try type()))
        }
        let place = table.columns.count - 1
        while true {
            switch try scanner.next() {
            case .symbol("("): try skipParentheses()
            case .word(let word):
                switch word.uppercased() {
                case "NOT":
                    if try scanner.take(words: "NULL") { table.columns[place].isRequired = true }
                case "PRIMARY": table.primaryKey = [name]
                case "UNIQUE": table.uniques.append([name])
                case "CONSTRAINT": _ = try self.name()
                case "COLLATE", "CHARSET": _ = try self.name()
                case "DEFAULT":
                    let standard = try self.standard()
                    if table.columns[place].standard == .none { table.columns[place].standard = standard }
                case "BY": _ = try scanner.take(words: "DEFAULT")
                case "AUTO_INCREMENT": table.columns[place].standard = .counter
                case "REFERENCES": table.foreignKeys.append(try reference(of: [name]))
                case "AS":
                    // `GENERATED … AS IDENTITY` is a counter.
                    if try scanner.take(words: "IDENTITY") {
                        table.columns[place].standard = .counter
                    } else {
                        table.columns[place].standard = .computed
                    }
                default: continue
                }
            case .symbol(","), .symbol(")"):
                scanner.offset -= 1
                return
            case .semicolon, .end:
                throw DumpScanner.Unread(words: "a list that does not end", offset: scanner.offset)
            default: continue
            }
        }
    }

    /// Reads the value after `DEFAULT`.
    private mutating func standard() throws -> DumpTable.Default {
        let start = scanner.offset
        switch try scanner.next() {
        case .word(let word) where word.uppercased() == "NULL": return .none
        case .word(let word) where word.uppercased() == "NEXTVAL": return .counter
        case .symbol("("):
            try skipParentheses()
            return .computed
        default: break
        }
        scanner.offset = start
        guard let value = try? value() else {
            scanner.offset = start
            _ = try scanner.next()
            return .computed
        }
        return .value(value)
    }
}
