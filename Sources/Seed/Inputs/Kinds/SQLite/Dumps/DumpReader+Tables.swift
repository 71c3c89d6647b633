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
        // A table that inherits all its columns declares none.
        if try !scanner.take(.symbol(")")) {
            repeat { try item(of: &table) } while try scanner.take(.symbol(","))
            try expect(.symbol(")"))
        }
        if try scanner.take(words: "INHERITS") { table = try inheriting(table, at: start) }
        while true {
            switch try scanner.next() {
            case .semicolon, .end:
                guard table.columns.contains(where: { !$0.isLeftOut }) else {
                    throw DumpScanner.Unread(words: "a table without columns", offset: body)
                }
                return try add(table, at: start)
            case .word(let word)
            where ["AS", "SELECT"].contains(word.uppercased()):
                throw DumpScanner.Unread(words: "`CREATE TABLE … \(word.uppercased())`", offset: start)
            default: continue
            }
        }
    }

    /// Returns a table with the columns of its parents before its own, as PostgreSQL orders them. Rows of the table are
    /// no rows of the parents here: a dump has the rows of each table by itself.
    private mutating func inheriting(_ table: DumpTable, at start: Int) throws -> DumpTable {
        var whole = table
        whole.removeColumns()
        try expect(.symbol("("))
        var inherited: [DumpTable.Column] = []
        repeat {
            let name = try name()
            guard let place = places[name.lowercased()] else {
                throw DumpScanner.Unread(
                    words: "`INHERITS` of `\(name)`, a table that it does not make", offset: start)
            }
            inherited += tables[place].columns
        } while try scanner.take(.symbol(","))
        try expect(.symbol(")"))
        // A column that is declared again is that of the parent, with its own options.
        for column in inherited where whole.index(of: column.name) == nil {
            whole.add(table.index(of: column.name).map { table.columns[$0] } ?? column)
        }
        for column in table.columns where whole.index(of: column.name) == nil { whole.add(column) }
        return whole
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
