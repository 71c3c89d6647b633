import SQLite

/// The conversion of values to SQLite's types.
extension DumpReader {
    /// Reads a value with its sign, without a type cast.
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
        // Further words of the column may follow a default value.
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

    mutating func bind(
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

    func bind(number: String, of column: DumpTable.Column, to statement: Statement, at parameter: Int)
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

    func bind(text: [UInt8], of column: DumpTable.Column, to statement: Statement, at parameter: Int)
        throws
    {
        func isNumber(_ text: String) -> Bool {
            !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isNumber || "+-.eE".contains($0)) }
                && Double(text) != nil
        }
        switch column.kind {
        case .text: try bind(text, isText: true, to: statement, at: parameter)
        case .instant:
            // `0000-00-00 00:00:00` is not a time in any zone.
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

    func bind(_ bytes: [UInt8], isText: Bool, to statement: Statement, at parameter: Int) throws {
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
