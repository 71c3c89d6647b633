import Files
import SQLite

/// The declaration of a table in an SQLite database, and statistics about the values of its columns.
struct TableDeclaration {
    /// A column, with statistics about all its values.
    struct Column {
        let name: String
        /// The declared type in upper case, such as `VARCHAR(40)`. It is empty if no type is declared.
        let type: String
        let isRequired: Bool
        fileprivate(set) var nulls = 0
        fileprivate(set) var empties = 0
        fileprivate(set) var integers = 0
        fileprivate(set) var reals = 0
        fileprivate(set) var texts = 0
        fileprivate(set) var blobs = 0
        /// The minimum and maximum of its integers.
        fileprivate(set) var range: ClosedRange<Int64> = 0...0
        /// The length in bytes of its longest BLOB.
        fileprivate(set) var longest = 0
        /// The length in bytes of its shortest BLOB.
        fileprivate(set) var shortest = 0
        /// The minimum and maximum of its numbers except 0, which may mean no value.
        fileprivate(set) var numbers: ClosedRange<Double> = 0...0
        /// The number of its values that are 0.
        fileprivate(set) var zeros = 0
        /// Whether a `CHECK` constraint allows only 0 and 1.
        fileprivate(set) var isFlag = false

        /// Whether the declared type is one of those for Booleans.
        var isDeclaredBoolean: Bool {
            type.contains("BOOL") || ["BIT", "BIT(1)", "TINYINT(1)"].contains(type)
        }

        /// The number of values that are not null.
        var count: Int { integers + reals + texts + blobs }
    }

    /// A column that holds keys of another table.
    struct ForeignKey {
        let column: String
        let table: String
        let target: String
        /// The action when the target is deleted: `CASCADE`, `SET NULL` or `NO ACTION`.
        let deletion: String
    }

    /// Columns that refer together to several columns of another table.
    struct CompoundKey {
        let columns: [String]
        let table: String
        /// The columns of the other table in the same order. It is empty if they do not match or cannot be
        /// compared.
        let targets: [String]
        let deletion: String
        /// The number of rows whose key is incomplete or has no row in the other table.
        let missing: Int64
    }

    let database: Connection
    private(set) var rowCount = 0
    private(set) var columns: [Column] = []
    /// The columns of the primary key, in its order.
    private(set) var primaryKey: [String] = []
    /// The columns of each unique index without a condition.
    private(set) var uniques: [[String]] = []
    /// The columns of the primary key and of each unique index.
    var uniqueKeys: [[String]] { ([primaryKey] + uniques).filter { !$0.isEmpty } }
    /// The columns of each other index without a condition.
    private(set) var indexes: [[String]] = []
    private(set) var foreignKeys: [ForeignKey] = []
    /// The collations that are not part of SQLite. Only the program that created the database defines them.
    private(set) var collations: [String] = []
    /// The foreign keys of several columns.
    private(set) var compoundKeys: [CompoundKey] = []
    /// Whether the table is virtual. `isShadow` is whether a virtual table keeps its own data in it.
    private(set) var isVirtual = false
    private(set) var isShadow = false

    /// Reads a table.
    ///
    /// - Parameter progress: called while its rows are read.
    /// - Throws: `DatabaseError`.
    init(
        _ table: String, in database: Connection, progress: (@Sendable (SeedProgress) -> Void)? = nil
    ) throws {
        self.database = database
        let name = table.sqlIdentifier
        try database.forEachRow("PRAGMA table_list(\(name))") { row in
            guard row.text(at: 0) == "main" else { return }
            isVirtual = row.text(at: 2) == "virtual"
            isShadow = row.text(at: 2) == "shadow"
        }
        guard !isVirtual, !isShadow else { return }
        var key: [(place: Int64, name: String)] = []
        try database.forEachRow("PRAGMA table_info(\(name))") { row in
            let column = row.text(at: 1) ?? ""
            let place = row.integer(at: 5)
            if place > 0 { key.append((place, column)) }
            columns.append(
                Column(
                    name: column, type: (row.text(at: 2) ?? "").uppercased(),
                    isRequired: row.integer(at: 3) != 0 || place > 0))
        }
        primaryKey = key.sorted { $0.place < $1.place }.map(\.name)
        try readIndexes(of: name, in: database)
        try readKeys(of: name, in: database)
        try countValues(of: name, in: database) { rows in
            progress?(SeedProgress(subject: table, rows: rows, fraction: nil))
        }
        try readConditions(of: table, in: database)
    }

    func column(_ name: String) -> Column? {
        columns.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Returns whether the primary key or a unique index consists of exactly these columns.
    func isUnique(_ names: [String]) -> Bool {
        let wanted = Set(names.map { $0.lowercased() })
        return uniqueKeys.contains { Set($0.map { $0.lowercased() }) == wanted }
    }

    /// Finds conditions such as `CHECK (done IN (0, 1))`, whatever their spaces and quotes.
    private mutating func readConditions(of table: String, in database: Connection) throws {
        let text = try database.text("SELECT sql FROM sqlite_schema WHERE name = ?", [.text(table)]) ?? ""
        let plain = Self.tokens(of: text).map { token in
            switch token {
            case .name(let name): name.lowercased().filter { !$0.isWhitespace }
            case .literal: "''"
            case .sign(let sign): String(sign)
            }
        }.joined()
        let texts = try database.rows(
            "SELECT sql FROM sqlite_schema WHERE tbl_name = ? AND sql NOT NULL", [.text(table)]
        ) {
            $0.text(at: 0) ?? ""
        }
        for text in texts {
            let tokens = Self.tokens(of: text)
            for (token, next) in zip(tokens, tokens.dropFirst()) {
                guard case .name(let word) = token, word.lowercased() == "collate" else { continue }
                // SQLite also takes a literal for the name of a collation.
                guard let name = next.text else { continue }
                let isKnown = ["binary", "nocase", "rtrim"].contains(name.lowercased())
                if !isKnown, !collations.contains(name) { collations.append(name) }
            }
        }
        for index in columns.indices {
            let name = columns[index].name.lowercased().filter { !$0.isWhitespace }
            columns[index].isFlag = ["in(0,1))", "in(1,0))", "between0and1)"].contains {
                plain.contains("check(\(name)\($0)")
            }
        }
    }

    /// A part of a declaration.
    private enum Token {
        case name(String)
        case literal(String)
        case sign(Character)

        /// The name, or the text of the literal.
        var text: String? {
            switch self {
            case .name(let text), .literal(let text): text
            case .sign: nil
            }
        }
    }

    /// Returns the parts of SQL text that SQLite has accepted, without spaces and comments.
    private static func tokens(of text: String) -> [Token] {
        var tokens: [Token] = []
        var rest = Substring(text)
        func isWord(_ character: Character) -> Bool {
            character.isLetter || character.isNumber || character == "_" || character == "$"
                || character.unicodeScalars.contains { $0.value >= 0x80 }
        }
        while let first = rest.first {
            if first.isWhitespace {
                rest.removeFirst()
            } else if rest.hasPrefix("--") {
                rest = rest.drop { !$0.isNewline }
            } else if rest.hasPrefix("/*") {
                rest = rest.dropFirst(2)
                while !rest.isEmpty, !rest.hasPrefix("*/") { rest.removeFirst() }
                rest = rest.dropFirst(2)
            } else if "'\"`[".contains(first) {
                let end: Character = first == "[" ? "]" : first
                var content = ""
                rest.removeFirst()
                while let next = rest.popFirst() {
                    guard next == end else {
                        content.append(next)
                        continue
                    }
                    // A doubled quote is a part of the text.
                    guard rest.first == end, end != "]" else { break }
                    content.append(end)
                    rest.removeFirst()
                }
                tokens.append(first == "'" ? .literal(content) : .name(content))
            } else if isWord(first) {
                let word = rest.prefix(while: isWord)
                tokens.append(.name(String(word)))
                rest = rest[word.endIndex...]
            } else {
                tokens.append(.sign(first))
                rest.removeFirst()
            }
        }
        return tokens
    }

    private mutating func readIndexes(of table: String, in database: Connection) throws {
        var found: [(name: String, isUnique: Bool)] = []
        try database.forEachRow("PRAGMA index_list(\(table))") { row in
            guard row.text(at: 3) != "pk", row.integer(at: 4) == 0 else { return }
            found.append((row.text(at: 1) ?? "", row.integer(at: 2) != 0))
        }
        for index in found.sorted(by: { $0.name < $1.name }) {
            let names = try database.rows("PRAGMA index_info(\(index.name.sqlIdentifier))") { $0.text(at: 2) }
            let columns = names.compactMap(\.self)
            // An expression has no name.
            guard !columns.isEmpty, columns.count == names.count else { continue }
            if index.isUnique { uniques.append(columns) } else { indexes.append(columns) }
        }
    }

    private mutating func readKeys(of table: String, in database: Connection) throws {
        var found: [Int64: [(from: String, table: String, to: String?, deletion: String)]] = [:]
        try database.forEachRow("PRAGMA foreign_key_list(\(table))") { row in
            found[row.integer(at: 0), default: []].append(
                (row.text(at: 3) ?? "", row.text(at: 2) ?? "", row.text(at: 4), row.text(at: 6) ?? ""))
        }
        for (_, key) in found.sorted(by: { $0.key > $1.key }) {
            guard let first = key.first else { continue }
            var targets = key.compactMap(\.to)
            if targets.isEmpty {
                targets = try database.rows(
                    "SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk", [.text(first.table)]
                ) { $0.text(at: 0) ?? "" }
            }
            guard key.count == 1 else {
                compoundKeys.append(
                    try compoundKey(
                        key.map(\.from), of: table, first.table, targets, first.deletion, database))
                continue
            }
            guard targets.count == 1, let target = targets.first else { continue }
            foreignKeys.append(
                ForeignKey(
                    column: first.from, table: first.table, target: target, deletion: first.deletion))
        }
    }

    private func compoundKey(
        _ columns: [String], of table: String, _ target: String, _ targets: [String], _ deletion: String,
        _ database: Connection
    ) throws -> CompoundKey {
        func key(missing: Int64, _ targets: [String]) -> CompoundKey {
            CompoundKey(
                columns: columns, table: target, targets: targets, deletion: deletion, missing: missing)
        }
        guard columns.count == targets.count else { return key(missing: 0, []) }
        let pairs = zip(columns, targets).map { "b.\($1.sqlIdentifier) = a.\($0.sqlIdentifier)" }
        let isGiven = columns.map { "a.\($0.sqlIdentifier) IS NOT NULL" }
        // A relationship cannot express a reference to a missing row.
        let missing = try ifHeld { () -> Int64 in
            try database.integer(
                """
                SELECT count(*) FROM \(table) a WHERE (\(isGiven.joined(separator: " OR "))) AND NOT EXISTS
                    (SELECT 1 FROM \(target.sqlIdentifier) b WHERE \(pairs.joined(separator: " AND ")))
                """) ?? 0
        }
        return key(missing: missing ?? 0, missing == nil ? [] : targets)
    }

    /// Counts the values of all columns in one scan. SQL would evaluate a dozen expressions for each value, which takes
    /// longer than a build.
    private mutating func countValues(
        of table: String, in database: Connection, reporting progress: (Int) -> Void
    ) throws {
        let names = columns.map(\.name.sqlIdentifier).joined(separator: ", ")
        let rows = try database.prepare("SELECT \(names) FROM \(table)")
        while try rows.step() {
            rowCount += 1
            if rowCount & (SeedProgress.interval - 1) == 0 { progress(rowCount) }
            columns.withUnsafeMutableBufferPointer { columns in
                for index in columns.indices { columns[index].add(rows, at: index) }
            }
        }
    }
}

extension TableDeclaration.Column {
    /// Adds the value of a column in a row to the statistics.
    @inline(__always)
    fileprivate mutating func add(_ row: Statement, at index: Int) {
        switch row.storageClass(at: index) {
        case .null: nulls += 1
        case .integer:
            let value = row.integer(at: index)
            range =
                integers == 0 ? value...value : min(range.lowerBound, value)...max(range.upperBound, value)
            add(Double(value))
            integers += 1
        case .real:
            add(row.real(at: index))
            reals += 1
        case .text:
            if row.bytes(at: index).isEmpty { empties += 1 }
            texts += 1
        case .blob:
            let length = row.withBlob(at: index) { $0?.count ?? 0 }
            longest = max(longest, length)
            shortest = blobs == 0 ? length : min(shortest, length)
            blobs += 1
        }
    }

    private mutating func add(_ number: Double) {
        guard number != 0 else {
            zeros += 1
            return
        }
        let isFirst = integers + reals == zeros
        numbers =
            isFirst ? number...number : min(numbers.lowerBound, number)...max(numbers.upperBound, number)
    }
}
