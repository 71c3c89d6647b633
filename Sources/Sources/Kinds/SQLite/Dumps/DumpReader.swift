import SQLite

/// Reads the tables and rows of a dump or script of MySQL or PostgreSQL into a private database.
///
/// The text is gone through twice: tables are made with all that is declared of them, which `pg_dump` says behind
/// the rows, and filled then. Views, functions, triggers, rights and settings are passed over. What would change
/// rows or columns that are there, or what only the server knows, is refused: no table is half of what it was.
struct DumpReader {
    var scanner: DumpScanner
    let connection: Connection
    var tables: [DumpTable] = []
    private(set) var places: [String: Int] = [:]
    /// The tables, as places in ``tables``, whose rows are in others.
    private var partitions: Set<Int> = []
    /// The tables that rows of other tables are in: partitions.
    var parents: [String: String] = [:]
    /// What other names types have.
    private var domains: [String: (words: [String], arguments: [String])] = [:]
    /// Whether times without a zone are in UTC.
    private let isInUTC: Bool
    /// Whether 0 is a number that a counter of MySQL's does not replace.
    let keepsZeros: Bool
    var statements: [String: Statement] = [:]

    /// The database that a dump makes.
    ///
    /// - Parameters:
    ///   - format: ``ForeignFormat/mySQLDump`` or ``ForeignFormat/postgreSQLDump``.
    ///   - leavingOut: told of each column of which no row says what is in it.
    /// - Throws: ``SeedIssue`` where something of it cannot be read, `DatabaseError`.
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
            // What a dump of ASCII says of itself does no harm.
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
            // What psql does itself.
            case .symbol("\\"): scanner.skipLine()
            case .word(let word) where word.uppercased() == "DELIMITER": scanner.takeDelimiter()
            case .word(let word): try body(&self, word.uppercased(), start)
            default: throw DumpScanner.Unread(words: "what is no statement", offset: start)
            }
        }
    }

    // MARK: Statements

    /// What says nothing of the tables' columns and rows.
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

    /// Goes behind the end of a statement. A body of statements, `BEGIN ATOMIC … END`, has ends of statements in it, and
    /// ends of `CASE`.
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

    /// Columns that rows leave to the server's clock.
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

    /// Columns that the first row of a statement leaves to the server by `DEFAULT`.
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

    // MARK: What is kept

    mutating func add(_ table: DumpTable, at start: Int) throws {
        guard places[table.name.lowercased()] == nil, parents[table.name.lowercased()] == nil else {
            throw DumpScanner.Unread(words: "another table `\(table.name)`", offset: start)
        }
        places[table.name.lowercased()] = tables.count
        tables.append(table)
    }

    /// Takes the rows of a partition for those of its table.
    mutating func addPartition(_ name: String, of parent: String) {
        let (name, parent) = (name.lowercased(), root(of: parent.lowercased()))
        // A circle of partitions.
        guard parent != name else { return }
        parents[name] = parent
        if let place = places.removeValue(forKey: name) { partitions.insert(place) }
    }

    /// The table that the rows of a partition are in; itself for a table.
    mutating func root(of name: String) -> String {
        var root = name
        while let next = parents[root] { root = next }
        // A shorter way for the next one.
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

    /// A column by its type, which may be a domain.
    func column(_ name: String, _ type: (words: [String], arguments: [String])) -> DumpTable.Column {
        let type = type.words.first.flatMap { domains[$0] } ?? type
        let column = DumpTable.Column(
            name, words: type.words, arguments: type.arguments, isMySQL: scanner.isMySQL)
        return isInUTC && type.words.first == "timestamp" ? column.inUTC() : column
    }
}
