import SQLite

/// Reads the tables and rows of a MySQL or PostgreSQL dump or script into a private database.
///
/// The text is read twice. In the first pass the tables are created with all their declarations, some of which
/// `pg_dump` writes after the rows. In the second pass they are filled. Views, functions, triggers, permissions and
/// settings are skipped. Statements that would change existing rows or columns, and values that only the server
/// knows, are refused, so that no table is incomplete.
struct DumpReader {
    var scanner: DumpScanner
    let connection: Connection
    var tables: [DumpTable] = []
    private(set) var places: [String: Int] = [:]
    /// The tables whose rows are in other tables, as indexes in ``tables``.
    private var partitions: Set<Int> = []
    /// The parent tables by partition.
    var parents: [String: String] = [:]
    /// The types by their alternative names.
    private var domains: [String: (words: [String], arguments: [String])] = [:]
    /// Whether times without a zone are in UTC.
    private let isInUTC: Bool
    /// Whether 0 is stored as it is, instead of being replaced by the next number of a MySQL counter.
    let keepsZeros: Bool
    var statements: [String: Statement] = [:]

    /// Returns the database that a dump creates.
    ///
    /// - Parameters:
    ///   - format: ``ForeignFormat/mySQLDump`` or ``ForeignFormat/postgreSQLDump``.
    ///   - leavingOut: called for each column without a value in any row.
    /// - Throws: ``SeedIssue`` if a part of the dump cannot be read, `DatabaseError`.
    static func database(
        of bytes: [UInt8], format: ForeignFormat, path: String,
        leavingOut: (_ table: String, _ column: String) -> Void
    ) throws -> Connection {
        let scanner = DumpScanner(bytes, isMySQL: format == .mySQLDump)
        var place = 0
        do {
            var reader = try DumpReader(scanner)
            defer { place = reader.scanner.offset }
            try reader.readTables()
            try reader.readRows()
            for table in reader.tables {
                for column in table.columns where column.isLeftOut { leavingOut(table.name, column.name) }
            }
            reader.connection.missingEnd = reader.scanner.end.missing
            return reader.connection
        } catch let error as DumpScanner.Unread {
            throw SeedIssue(
                .file(.foreignFormat(format, isCompressed: false, unread: error.words)),
                at: .init(path: path, line: scanner.line(of: error.offset)))
        } catch var error as DatabaseError where !error.isMachineFault {
            error.line = scanner.line(of: place)
            throw error
        }
    }

    private init(_ scanner: DumpScanner) throws {
        self.scanner = scanner
        let files = try Connection.ScriptLimits().boundedFiles(textBytes: scanner.bytes.count)
        connection = try Connection(path: "", mode: .create, files: files)
        try connection.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")
        let head = String(decoding: scanner.bytes.prefix(16_384), as: UTF8.self).lowercased().filter {
            !$0.isWhitespace && $0 != "\"" && $0 != "'"
        }
        isInUTC = scanner.isMySQL && head.contains("settime_zone=+00:00")
        keepsZeros = head.contains("no_auto_value_on_zero")
        for setting in ["setclient_encoding=", "setnames"] {
            guard let range = head.range(of: setting) else { continue }
            let name = head[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }
            // The declared encoding does not matter for an ASCII dump.
            guard name.hasPrefix("utf8") || ["default", "sql_ascii", "binary", "to"].contains(name) else {
                throw DumpScanner.Unread(words: "texts in `\(name)`", offset: 0)
            }
        }
        if head.contains("standard_conforming_strings=off") { self.scanner.hasEscapes = true }
        if head.contains("no_backslash_escapes") { self.scanner.hasEscapes = false }
    }

    private mutating func readTables() throws {
        try eachStatement { reader, word, start in try reader.declare(word, at: start) }
        for (place, table) in tables.enumerated() where !partitions.contains(place) {
            for statement in table.statements { try connection.execute(statement) }
        }
    }

    private mutating func readRows() throws {
        try connection.execute("BEGIN")
        try eachStatement { reader, word, start in
            switch word {
            case "INSERT", "REPLACE": try reader.insert(replacing: word == "REPLACE")
            case "COPY": try reader.copy()
            default: try reader.skipStatement()
            }
        }
        statements = [:]
        try connection.execute("COMMIT")
    }

    private mutating func eachStatement(
        _ body: (inout DumpReader, _ word: String, _ start: Int) throws -> Void
    ) throws {
        scanner.rewind()
        while true {
            scanner.skipBlanks()
            let start = scanner.offset
            switch try scanner.next() {
            case .end: return
            case .semicolon: continue
            // A command of psql itself.
            case .symbol("\\"): scanner.skipLine()
            case .word(let word) where word.uppercased() == "DELIMITER": scanner.takeDelimiter()
            case .word(let word): try body(&self, word.uppercased(), start)
            default: throw DumpScanner.Unread(words: "text outside a statement", offset: start)
            }
        }
    }

    // MARK: Statements

    /// Statements that do not affect the columns and rows of tables.
    private static let settings: Set = [
        "SET", "USE", "LOCK", "UNLOCK", "GRANT", "REVOKE", "COMMENT", "ANALYZE", "SELECT", "SHOW", "REINDEX",
        "VACUUM", "FLUSH", "REFRESH", "SECURITY", "RESET",
        "DISCARD", "DO", "CHANGE", "CLUSTER",
    ]

    private mutating func declare(_ word: String, at start: Int) throws {
        switch word {
        case "CREATE": try create(at: start)
        case "ALTER": try alter(at: start)
        case "DROP":
            if try scanner.take(words: "TABLE") {
                _ = try scanner.take(words: "IF", "EXISTS")
                let name = try name()
                if places[name.lowercased()] != nil {
                    throw DumpScanner.Unread(words: "`DROP TABLE` of a table that it made", offset: start)
                }
            }
            try skipStatement()
        case "INSERT", "REPLACE":
            let (place, columns) = try target()
            noteLeftOut(of: place, beside: columns)
            try noteDefaults(of: place, columns)
            try skipStatement()
        case "COPY":
            let (place, columns) = try target()
            noteLeftOut(of: place, beside: columns)
            try skipStatement()
            while scanner.offset < scanner.bytes.count, !scanner.line().elementsEqual(Self.copyEnd) {}
        case "BEGIN", "START":
            let isTransaction = try word == "BEGIN" || scanner.take(words: "TRANSACTION")
            if isTransaction { scanner.end.isInTransaction = true }
            try skipStatement()
        case "COMMIT", "END":
            scanner.end.isInTransaction = false
            try skipStatement()
        case _ where Self.settings.contains(word): try skipStatement()
        default: throw DumpScanner.Unread(words: "`\(word)`", offset: start)
        }
    }

    static let copyEnd = Array("\\.".utf8)

    /// Advances past the end of a statement. A body of statements, `BEGIN ATOMIC … END`, contains the ends of
    /// statements and of `CASE`.
    mutating func skipStatement() throws {
        var open = 0
        while true {
            switch try scanner.next() {
            case .end: return
            case .semicolon where open == 0: return
            case .word(let word):
                switch word.uppercased() {
                case "BEGIN": if try scanner.take(words: "ATOMIC") { open += 1 }
                case "CASE" where open > 0: open += 1
                case "END" where open > 0: open -= 1
                default: continue
                }
            default: continue
            }
        }
    }

    /// Marks the columns whose values the rows leave to the server.
    private mutating func noteLeftOut(of place: Int, beside columns: [String]) {
        guard !columns.isEmpty else { return }
        let named = Set(columns.map { $0.lowercased() })
        for index in tables[place].columns.indices
        where tables[place].columns[index].standard == .computed
            && !named.contains(tables[place].columns[index].name.lowercased())
        {
            tables[place].columns[index].isLeftOut = true
        }
    }

    /// Marks the columns that the first row of a statement leaves to the server by `DEFAULT`.
    private mutating func noteDefaults(of place: Int, _ columns: [String]) throws {
        guard tables[place].columns.contains(where: { $0.standard == .computed }) else { return }
        let indices = try indices(columns, of: place)
        while try scanner.peek() != .symbol("(") {
            let token = try scanner.next()
            if token == .semicolon || token == .end { return }
        }
        _ = try scanner.next()
        for index in indices {
            let isDefault = try scanner.take(words: "DEFAULT")
            if isDefault, tables[place].columns[index].standard == .computed {
                tables[place].columns[index].isLeftOut = true
            }
            try skipOptions()
            _ = try scanner.take(.symbol(","))
        }
    }

    // MARK: Tables

    mutating func add(_ table: DumpTable, at start: Int) throws {
        guard places[table.name.lowercased()] == nil, parents[table.name.lowercased()] == nil else {
            throw DumpScanner.Unread(words: "another table `\(table.name)`", offset: start)
        }
        places[table.name.lowercased()] = tables.count
        tables.append(table)
    }

    /// Assigns the rows of a partition to its table.
    mutating func addPartition(_ name: String, of parent: String) {
        let (name, parent) = (name.lowercased(), root(of: parent.lowercased()))
        // The partitions form a cycle.
        guard parent != name else { return }
        parents[name] = parent
        if let place = places.removeValue(forKey: name) { partitions.insert(place) }
    }

    /// Returns the table that has the rows of a partition. For other tables it is the table itself.
    mutating func root(of name: String) -> String {
        var root = name
        while let next = parents[root] { root = next }
        // Shortens the path for later calls.
        var current = name
        while let next = parents[current], next != root {
            parents[current] = root
            current = next
        }
        return root
    }

    mutating func addDomain(_ name: String, _ type: (words: [String], arguments: [String])) {
        domains[name.lowercased()] = type
    }

    /// Returns a column with a type, which may be a domain.
    func column(_ name: String, _ type: (words: [String], arguments: [String])) -> DumpTable.Column {
        let type = type.words.first.flatMap { domains[$0] } ?? type
        let column = DumpTable.Column(
            name, words: type.words, arguments: type.arguments, isMySQL: scanner.isMySQL)
        return isInUTC && type.words.first == "timestamp" ? column.inUTC() : column
    }
}
