/// The parsing of declarations.
extension DumpReader {
    mutating func create(at start: Int) throws {
        while true {
            switch try scanner.next() {
            case .word(let word):
                switch word.uppercased() {
                case "OR", "REPLACE", "TEMPORARY", "TEMP", "UNLOGGED", "UNIQUE":
                    guard word.uppercased() == "UNIQUE" else { continue }
                    _ = try scanner.take(words: "INDEX")
                    return try createIndex(isUnique: true)
                case "INDEX": return try createIndex(isUnique: false)
                case "TABLE": return try createTable(at: start)
                case "DOMAIN": return try createDomain()
                default: return try skipStatement()
                }
            case .semicolon, .end: return
            default: return try skipStatement()
            }
        }
    }

    private mutating func createTable(at start: Int) throws {
        _ = try scanner.take(words: "IF", "NOT", "EXISTS")
        var table = DumpTable(name: try name())
        if try scanner.take(words: "PARTITION", "OF") {
            addPartition(table.name, of: try name())
            return try skipStatement()
        }
        let body = scanner.offset
        guard try scanner.take(.symbol("(")) else {
            throw DumpScanner.Unread(words: "`CREATE TABLE … AS` and the like", offset: start)
        }
        repeat { try item(of: &table) } while try scanner.take(.symbol(","))
        try expect(.symbol(")"))
        while true {
            switch try scanner.next() {
            case .semicolon, .end:
                guard table.columns.contains(where: { !$0.isLeftOut }) else {
                    throw DumpScanner.Unread(words: "a table without columns", offset: body)
                }
                return try add(table, at: start)
            case .word(let word)
            where ["AS", "SELECT", "INHERITS"].contains(word.uppercased()):
                throw DumpScanner.Unread(words: "`CREATE TABLE … \(word.uppercased())`", offset: start)
            default: continue
            }
        }
    }

    private mutating func createIndex(isUnique: Bool) throws {
        _ = try scanner.take(words: "CONCURRENTLY")
        _ = try scanner.take(words: "IF", "NOT", "EXISTS")
        if try !scanner.take(words: "ON") {
            _ = try name()
            try expectWord("ON")
        }
        _ = try scanner.take(words: "ONLY")
        let table = try name()
        if try scanner.take(words: "USING") { _ = try name() }
        let columns = try names()
        var isWhole = true
        while true {
            if try scanner.take(words: "WHERE") { isWhole = false }
            let token = try scanner.next()
            if token == .semicolon || token == .end { break }
        }
        guard isWhole, let columns, let place = places[table.lowercased()] else { return }
        if isUnique { tables[place].uniques.append(columns) } else { tables[place].indexes.append(columns) }
    }

    private mutating func createDomain() throws {
        let name = try name()
        _ = try scanner.take(words: "AS")
        addDomain(name, try type())
        try skipStatement()
    }

    // MARK: Changes of tables

    private static let harmless: Set = [
        "MODIFY", "OWNER", "ENABLE", "DISABLE", "REPLICA", "CLUSTER", "SET", "RESET", "NO", "FORCE",
        "VALIDATE",
        "COMMENT", "AUTO_INCREMENT", "ENGINE", "CONVERT", "ORDER", "DEFAULT",
    ]

    mutating func alter(at start: Int) throws {
        guard try scanner.take(words: "TABLE") else { return try skipStatement() }
        _ = try scanner.take(words: "IF", "EXISTS")
        _ = try scanner.take(words: "ONLY")
        let name = try name()
        // The owner of views and sequences is changed with the same statement.
        guard let place = places[name.lowercased()] else {
            // A partition with partitions of its own has no rows.
            if parents[name.lowercased()] != nil, try scanner.take(words: "ATTACH", "PARTITION") {
                addPartition(try self.name(), of: name)
            }
            return try skipStatement()
        }
        repeat {
            guard case .word(let word) = try scanner.next() else { break }
            switch word.uppercased() {
            case "ADD":
                let item = scanner.offset
                if try scanner.take(words: "CONSTRAINT") { try skipConstraintName() }
                guard case .word(let word) = try scanner.next(), isConstraint(word) else {
                    throw DumpScanner.Unread(words: "`ALTER TABLE` that adds columns", offset: item)
                }
                var table = tables[place]
                try constraint(word.uppercased(), of: &table)
                tables[place] = table
            case "ALTER":
                _ = try scanner.take(words: "COLUMN")
                _ = try self.name()
                let isType = try scanner.take(words: "TYPE") || scanner.take(words: "SET", "DATA")
                guard !isType else {
                    throw DumpScanner.Unread(words: "`ALTER TABLE` that changes types", offset: start)
                }
                try skipOptions()
            case "ATTACH":
                try expectWord("PARTITION")
                addPartition(try self.name(), of: name)
                return try skipStatement()
            case let word where Self.harmless.contains(word): try skipOptions()
            case let word: throw DumpScanner.Unread(words: "`ALTER TABLE … \(word)`", offset: start)
            }
        } while try scanner.take(.symbol(","))
        try skipStatement()
    }
}
