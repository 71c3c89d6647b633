import SQLite

/// The parsing of rows.
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
        // The clause about existing rows is after the new rows.
        if !scanner.isMySQL { conflict = try readsConflictAfterRows(rows) ? "OR IGNORE " : "" }
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

    /// Returns whether existing rows are kept: `ON CONFLICT DO NOTHING`.
    private mutating func readsConflictAfterRows(_ start: Int) throws -> Bool {
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
        /// The parameters by column.
        let parameters: [Int: Int]
        /// The columns without a value in the rows.
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

    /// Returns the value of a column that a row omits.
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
}
