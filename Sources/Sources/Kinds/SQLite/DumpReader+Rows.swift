import SQLite

/// The rows of a dump.
extension DumpReader {
    // MARK: INSERT

    mutating func insert(replacing: Bool) throws {
        let start = scanner.offset
        let isLenient = try scanner.take(words: "IGNORE")
        let (place, columns) = try target()
        try skipOverriding()
        guard try scanner.take(words: "VALUES") || scanner.take(words: "VALUE") else {
            throw DumpScanner.Unread(words: "`INSERT` without `VALUES`", offset: start)
        }
        let rows = scanner.offset
        let indices = try self.indices(columns, of: place)
        var conflict = replacing ? "OR REPLACE " : isLenient ? "OR IGNORE " : ""
        // What happens to rows that are there stands behind them.
        if !scanner.isMySQL { conflict = try conflictBehindRows(rows) ? "OR IGNORE " : "" }
        let statement = try statement(of: place, indices, conflict)
        repeat {
            try expect(.symbol("("))
            for (number, index) in indices.enumerated() {
                if number > 0 { try expect(.symbol(",")) }
                let start = scanner.offset
                let isDefault = try scanner.take(words: "DEFAULT")
                let token = try isDefault ? standard(of: index, in: place) : value()
                if let parameter = statement.parameters[index] {
                    try bind(token, of: index, in: place, to: statement.statement, at: parameter)
                } else if !isDefault {
                    throw DumpScanner.Unread(
                        words: "values that other rows leave to the server", offset: start)
                }
            }
            try expect(.symbol(")"))
            try finish(statement, of: place)
        } while try scanner.take(.symbol(","))
        scanner.skipBlanks()
        let rest = scanner.offset
        let next = try scanner.next()
        if next == .semicolon || next == .end { return }
        scanner.offset = rest
        guard try scanner.take(words: "ON", "CONFLICT"), conflict == "OR IGNORE " else {
            throw DumpScanner.Unread(words: "`INSERT` with more than rows", offset: rest)
        }
        try skipStatement()
    }

    private mutating func skipOverriding() throws {
        guard try scanner.take(words: "OVERRIDING") else { return }
        _ = try name()
        _ = try name()
    }

    /// Whether rows that are there stay as they are: `ON CONFLICT DO NOTHING`.
    private mutating func conflictBehindRows(_ start: Int) throws -> Bool {
        defer { scanner.offset = start }
        while true {
            if try scanner.take(words: "ON", "CONFLICT") {
                if try scanner.peek() == .symbol("(") { _ = try names() }
                return try scanner.take(words: "DO", "NOTHING")
            }
            let token = try scanner.next()
            if token == .semicolon || token == .end { return false }
        }
    }

    // MARK: COPY

    mutating func copy() throws {
        let start = scanner.offset
        let (place, columns) = try target()
        guard try scanner.take(words: "FROM", "STDIN") else {
            throw DumpScanner.Unread(words: "`COPY` of a file", offset: start)
        }
        _ = try scanner.take(words: "WITH")
        guard try scanner.take(.semicolon) else {
            throw DumpScanner.Unread(words: "`COPY` in another form than pg_dump's", offset: start)
        }
        scanner.skipLine()
        let indices = try self.indices(columns, of: place)
        let statement = try statement(of: place, indices, "")
        while scanner.offset < scanner.bytes.count {
            let start = scanner.offset
            let line = scanner.line()
            if line.elementsEqual(Self.copyEnd) { return }
            let cells = line.split(separator: 0x09, omittingEmptySubsequences: false)
            guard cells.count == indices.count || indices.isEmpty && line.isEmpty else {
                throw DumpScanner.Unread(
                    words: "a row of \(cells.count) cells in place of \(indices.count)", offset: start)
            }
            let end = scanner.offset
            for (cell, index) in zip(cells, indices) {
                guard let parameter = statement.parameters[index] else { continue }
                try bind(try token(of: cell), of: index, in: place, to: statement.statement, at: parameter)
            }
            scanner.offset = end
            try finish(statement, of: place)
        }
        throw DumpScanner.Unread(words: "rows of `COPY` that do not end", offset: start)
    }

    private mutating func token(of cell: ArraySlice<UInt8>) throws -> DumpScanner.Token {
        let escape = UInt8(ascii: "\\")
        guard cell.contains(escape) else { return .text(Array(cell)) }
        if cell.elementsEqual([escape, UInt8(ascii: "N")]) { return .word("NULL") }
        var text: [UInt8] = []
        scanner.offset = cell.startIndex
        while scanner.offset < cell.endIndex {
            let byte = scanner.bytes[scanner.offset]
            scanner.offset += 1
            text += byte == escape ? try scanner.escape() : [byte]
        }
        return .text(text)
    }

    // MARK: Statements

    /// A statement that inserts a row.
    struct Insertion {
        let statement: Statement
        /// The parameter of each column.
        let parameters: [Int: Int]
        /// The columns that rows leave out.
        let others: [Int]
    }

    func indices(_ names: [String], of place: Int) throws -> [Int] {
        let table = tables[place]
        guard !names.isEmpty else { return Array(table.columns.indices) }
        return try names.map { name in
            guard let index = table.index(of: name) else {
                throw DumpScanner.Unread(
                    words: "values of `\(name)`, which `\(table.name)` does not have", offset: scanner.offset)
            }
            return index
        }
    }

    private mutating func statement(of place: Int, _ indices: [Int], _ conflict: String) throws -> Insertion {
        let table = tables[place]
        let all = table.columns.indices.filter { !table.columns[$0].isLeftOut }
        let names = all.map { table.columns[$0].name.sqlIdentifier }.joined(separator: ", ")
        let marks = all.map { _ in "?" }.joined(separator: ", ")
        let sql = "INSERT \(conflict)INTO \(table.name.sqlIdentifier) (\(names)) VALUES (\(marks))"
        let prepared = try statements[sql] ?? connection.prepare(sql, isPersistent: true)
        statements[sql] = prepared
        return Insertion(
            statement: prepared,
            parameters: Dictionary(uniqueKeysWithValues: zip(all, 1...)),
            others: all.filter { !indices.contains($0) })
    }

    /// Inserts the row whose values are bound.
    private mutating func finish(_ insertion: Insertion, of place: Int) throws {
        for index in insertion.others {
            guard let parameter = insertion.parameters[index] else { continue }
            let token = try standard(of: index, in: place)
            try bind(token, of: index, in: place, to: insertion.statement, at: parameter)
        }
        try insertion.statement.run()
    }

    /// What a column has of which a row says nothing.
    private mutating func standard(of index: Int, in place: Int) throws -> DumpScanner.Token {
        let column = tables[place].columns[index]
        switch column.standard {
        case .value(let token): return token
        case .none: return .word("NULL")
        case .counter: return .number(String(tables[place].counter + 1))
        case .computed:
            guard column.isLeftOut else {
                throw DumpScanner.Unread(
                    words: "rows that leave `\(column.name)` to the server", offset: scanner.offset)
            }
            return .word("NULL")
        }
    }

    // MARK: Values

    /// A value: what it is, with its sign, without its type.
    mutating func value() throws -> DumpScanner.Token {
        scanner.skipBlanks()
        let start = scanner.offset
        var token = try scanner.next()
        if scanner.isMySQL, case .name(let text) = token, scanner.bytes[start] == UInt8(ascii: "\"") {
            token = .text(Array(text.utf8))
        }
        switch token {
        case .symbol("-"), .symbol("+"):
            guard case .number(let number) = try scanner.next() else { throw expression(at: start) }
            token = .number(token == .symbol("-") ? "-" + number : number)
        case .word(let word):
            guard let known = try known(word) else { throw expression(at: start) }
            token = known
        case .text, .number, .bytes: break
        default: throw expression(at: start)
        }
        while try scanner.take(.symbol(":")) {
            try expect(.symbol(":"))
            _ = try type()
        }
        switch try scanner.peek() {
        case .symbol(","), .symbol(")"), .semicolon, .end: return token
        // Behind a default stand further words of its column.
        case .word: return token
        default: throw expression(at: start)
        }
    }

    private mutating func known(_ word: String) throws -> DumpScanner.Token? {
        switch word.uppercased() {
        case "NULL", "TRUE", "FALSE": return .word(word.uppercased())
        case "DATE", "TIMESTAMP", "TIME":
            guard case .text(let text) = try scanner.next() else { return nil }
            return .text(text)
        default: return nil
        }
    }

    private func expression(at start: Int) -> DumpScanner.Unread {
        let rest = scanner.bytes[start...].prefix { !ForeignText.isSpace($0) && $0 != UInt8(ascii: ",") }
        return DumpScanner.Unread(
            words: "the expression `\(String(decoding: rest.prefix(40), as: UTF8.self))`", offset: start)
    }

    private mutating func bind(
        _ token: DumpScanner.Token, of index: Int, in place: Int, to statement: Statement, at parameter: Int
    ) throws {
        let column = tables[place].columns[index]
        var token = token
        if scanner.isMySQL, column.standard == .counter,
            token == .word("NULL") || token == .number("0") && !keepsZeros
        {
            token = .number(String(tables[place].counter + 1))
        }
        switch token {
        case .word("NULL"): try statement.bindNull(at: parameter)
        case .word(let word): try statement.bind(Int64(word == "TRUE" ? 1 : 0), at: parameter)
        case .bytes(let bytes):
            if [.bytes, .text, .instant].contains(column.kind) {
                try bind(bytes, isText: column.kind != .bytes, to: statement, at: parameter)
            } else {
                try statement.bind(try integer(of: bytes), at: parameter)
            }
        case .number(let number): try bind(number: number, of: column, to: statement, at: parameter)
        case .text(let text): try bind(text: text, of: column, to: statement, at: parameter)
        default: throw DumpScanner.Unread(words: "a value", offset: scanner.offset)
        }
        guard column.standard == .counter, case .number(let number) = token, let count = Int64(number)
        else { return }
        tables[place].counter = max(tables[place].counter, count)
    }

    private func bind(number: String, of column: DumpTable.Column, to statement: Statement, at parameter: Int)
        throws
    {
        switch column.kind {
        case .text, .instant: try statement.bind(number, at: parameter)
        case .bytes: try bind(Array(number.utf8), isText: false, to: statement, at: parameter)
        case .integer, .boolean, .bits:
            guard let integer = Int64(number) else {
                throw DumpScanner.Unread(
                    words: "\(number) in `\(column.name)`, which has no room in SQLite",
                    offset: scanner.offset)
            }
            try statement.bind(integer, at: parameter)
        case .real: try statement.bind(Double(number) ?? .nan, at: parameter)
        case .decimal:
            let digits = number.filter(\.isNumber).drop { $0 == "0" }.count
            if let integer = Int64(number) {
                try statement.bind(integer, at: parameter)
            } else if digits <= 15, let double = Double(number) {
                try statement.bind(double, at: parameter)
            } else {
                try statement.bind(number, at: parameter)
            }
        }
    }

    private func bind(text: [UInt8], of column: DumpTable.Column, to statement: Statement, at parameter: Int)
        throws
    {
        func isNumber(_ text: String) -> Bool {
            !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
                && Double(text) != nil
        }
        switch column.kind {
        case .text: try bind(text, isText: true, to: statement, at: parameter)
        case .instant:
            // `0000-00-00 00:00:00` is no time in any zone.
            let isTime = text.count >= 19 && !text.starts(with: "0000".utf8)
            try bind(isTime ? text + "+00:00".utf8 : text, isText: true, to: statement, at: parameter)
        case .bytes:
            if !scanner.isMySQL, text.starts(with: "\\x".utf8) {
                try bind(
                    try scanner.hexadecimal(text.dropFirst(2)), isText: false, to: statement, at: parameter)
            } else {
                try bind(text, isText: false, to: statement, at: parameter)
            }
        case .bits: try statement.bind(try integer(of: text), at: parameter)
        case .boolean:
            switch String(decoding: text, as: UTF8.self).lowercased() {
            case "t", "true", "1", "y", "yes", "on": try statement.bind(Int64(1), at: parameter)
            case "f", "false", "0", "n", "no", "off": try statement.bind(Int64(0), at: parameter)
            default: try bind(text, isText: true, to: statement, at: parameter)
            }
        case .integer, .decimal, .real:
            let words = String(decoding: text, as: UTF8.self)
            if isNumber(words), column.kind != .integer || Int64(words) != nil || !words.contains(".") {
                try bind(number: words, of: column, to: statement, at: parameter)
            } else {
                try bind(text, isText: true, to: statement, at: parameter)
            }
        }
    }

    private func bind(_ bytes: [UInt8], isText: Bool, to statement: Statement, at parameter: Int) throws {
        try bytes.withUnsafeBytes { bytes in
            if isText {
                try statement.bind(text: bytes, at: parameter, isStatic: false)
            } else {
                try statement.bind(blob: bytes, at: parameter, isStatic: false)
            }
        }
    }

    private func integer(of bytes: [UInt8]) throws -> Int64 {
        guard bytes.count <= 8 else {
            throw DumpScanner.Unread(words: "bits that have no room in SQLite", offset: scanner.offset)
        }
        return Int64(bitPattern: bytes.reduce(0) { $0 << 8 | UInt64($1) })
    }
}
