import Files

/// Recognizes texts without rows: SQL of some database, HTML.
package enum ForeignText {
    /// Returns the format of a text and the first line that shows it, or nil for a text that may have rows.
    ///
    /// - Parameter isScript: whether the file's name marks it as SQL text, which may begin with anything.
    package static func format(
        of text: String, isScript: Bool = false
    ) -> (format: ForeignFormat, line: Int?)? {
        guard isScript || isLikely(text) else { return nil }
        let lines = text.split(omittingEmptySubsequences: false) { $0.isNewline }
        guard let first = lines.firstIndex(where: { !isBlank($0) }) else { return nil }
        if isHTML(beginning(of: lines[first])) { return (.html, first + 1) }
        if isWorkbook(text) { return (.xmlWorkbook, first + 1) }
        for (number, line) in lines.enumerated() {
            let dialect = dialect(of: line) ?? (isScript ? scriptDialect(of: line) : nil)
            if let dialect { return (dialect, number + 1) }
        }
        let statement = lines.firstIndex { isStatement(beginning(of: $0)) }
        return statement.map { (.sqlText, $0 + 1) }
    }

    /// Returns the encoding of a text if it is an unsupported one.
    static func encoding(of head: [UInt8]) -> ForeignFormat? {
        let isBigEndian = head.starts(with: [0, 0, 0xFE, 0xFF])
        let zeros = head.prefix(8).map { $0 == 0 }
        if isBigEndian || head.starts(with: [0xFF, 0xFE, 0, 0])
            || [[true, true, true, false], [false, true, true, true]].contains(where: { zeros == $0 + $0 })
        {
            return .utf32Text
        }
        // A shift to another character set.
        if memchr(head, 0x1B, head.count) != nil, let escape = head.firstIndex(of: 0x1B),
            [0x24, 0x28].contains(head.dropFirst(escape + 1).first),
            let set = head.dropFirst(escape + 2).first,
            "@ABIJ)".utf8.contains(set)
        {
            return .iso2022Text
        }
        // EBCDIC has letters and digits above 0x80, and 0x40 for spaces. Almost every other text has a space or the end
        // of a line near its beginning, so this comes first.
        guard head.count > 20, memchr(head, 0x20, head.count) == nil, memchr(head, 0x0A, head.count) == nil
        else { return nil }
        func isLetter(_ byte: UInt8) -> Bool { byte > 0x80 && byte < 0xFA && (1...9).contains(byte & 0xF) }
        let letters = head.count { isLetter($0) || (0xF0...0xF9).contains($0) }
        let signs: Set<UInt8> = [
            0x0D, 0x15, 0x25, 0x40, 0x4B, 0x5E, 0x60, 0x61, 0x6B, 0x6D, 0x7A, 0x7D, 0x7F,
        ]
        let known = letters + head.count { signs.contains($0) }
        return letters * 2 > head.count && known * 20 > head.count * 19 ? .ebcdicText : nil
    }

    /// Returns whether the first nonblank line is that of a script or page. Rows may have any content, but do not
    /// begin like that.
    static func isLikely(_ text: String) -> Bool {
        let line = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix { !$0.isNewline }
        let start = beginning(of: line)
        return isHTML(start) || isWorkbook(text) || isComment(start) || isStatement(start)
            || dialect(of: line) != nil
    }

    /// Returns whether a byte is ASCII white space.
    static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }

    private static func isHTML(_ start: String) -> Bool {
        ["<!doctype html", "<html", "<head>", "<body", "<table", "<style", "<meta ", "<center>", "<font "]
            .contains {
                start.hasPrefix($0)
            }
    }

    /// Returns whether a text is an Excel XML workbook, by `<?mso-application progid="Excel.Sheet"?>` or by its
    /// elements.
    private static func isWorkbook(_ text: String) -> Bool {
        let start = text.prefix(1024)
        return start.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.first == "<"
            && (start.contains("progid=\"Excel.Sheet\"")
                || start.contains("<Workbook")
                    && start.contains("urn:schemas-microsoft-com:office:spreadsheet"))
    }

    private static func beginning(of line: Substring) -> String {
        line.drop { $0.isWhitespace || $0 == "\u{FEFF}" }.prefix(60).lowercased()
    }

    private static func isBlank(_ line: Substring) -> Bool { line.allSatisfy(\.isWhitespace) }

    private static func isComment(_ start: String) -> Bool {
        start.hasPrefix("--") || start.hasPrefix("/*")
    }

    /// The beginnings of lines that occur only in dumps of one system. SQLite does not understand them, or its own
    /// dumps do not have them.
    private static let marks: [(start: String, format: ForeignFormat)] = [
        ("-- mysql dump", .mySQLDump), ("-- mariadb dump", .mySQLDump),
        ("/*m!999999\\- enable the sandbox", .mySQLDump), ("-- phpmyadmin sql dump", .mySQLDump),
        ("/*!40", .mySQLDump), ("/*!50", .mySQLDump), ("lock tables `", .mySQLDump),
        ("set sql_mode", .mySQLDump), ("set names utf8", .mySQLDump),
        ("set foreign_key_checks", .mySQLDump),
        ("-- postgresql database dump", .postgreSQLDump),
        ("-- postgresql database cluster dump", .postgreSQLDump),
        ("set statement_timeout", .postgreSQLDump),
        ("set client_encoding", .postgreSQLDump),
        ("set standard_conforming_strings", .postgreSQLDump),
        ("select pg_catalog.", .postgreSQLDump),
        ("create extension ", .postgreSQLDump),
        ("set ansi_nulls", .sqlServerScript), ("set quoted_identifier", .sqlServerScript),
        ("set identity_insert", .sqlServerScript), ("create table [dbo].", .sqlServerScript),
        ("insert [dbo].", .sqlServerScript), ("insert into [dbo].", .sqlServerScript),
        ("set define off", .oracleScript), ("rem inserting into", .oracleScript),
    ]

    private static func dialect(of line: Substring) -> ForeignFormat? {
        let trimmed = line.drop { $0.isWhitespace }
        guard let first = trimmed.first, first.isLetter || first == "-" || first == "/" || first == ")"
        else { return nil }
        let start = trimmed.prefix(200).lowercased()
        if let mark = marks.first(where: { start.hasPrefix($0.start) }) { return mark.format }
        if first == ")", start.contains("engine=") { return .mySQLDump }
        if start.hasPrefix("copy "), start.contains(" from stdin") { return .postgreSQLDump }
        return nil
    }

    /// The beginnings of lines of SQL text that only one system accepts.
    private static let scriptMarks: [(start: String, format: ForeignFormat)] = [
        ("#", .mySQLDump), ("create database `", .mySQLDump), ("drop database if exists `", .mySQLDump),
        ("create database if not exists `", .mySQLDump), ("create schema if not exists `", .mySQLDump),
        ("use `", .mySQLDump), ("delimiter ", .mySQLDump), ("create definer", .mySQLDump),
        ("\\c ", .postgreSQLDump), ("\\connect ", .postgreSQLDump), ("\\restrict ", .postgreSQLDump),
        ("create sequence ", .postgreSQLDump), ("create type ", .postgreSQLDump),
        ("set search_path", .postgreSQLDump), ("alter table only ", .postgreSQLDump),
        ("create database [", .sqlServerScript), ("use [", .sqlServerScript),
        ("if exists (select", .sqlServerScript), ("if not exists (select", .sqlServerScript),
        ("exec ", .sqlServerScript), ("create user ", .oracleScript), ("alter session set ", .oracleScript),
        ("whenever sqlerror", .oracleScript), ("spool ", .oracleScript),
    ]

    private static func scriptDialect(of line: Substring) -> ForeignFormat? {
        let start = line.drop { $0.isWhitespace }.prefix(200).lowercased()
        if let mark = scriptMarks.first(where: { start.hasPrefix($0.start) }) { return mark.format }
        if start == "go" || start == "go;" { return .sqlServerScript }
        // Types and keywords of columns, outside of stored text.
        guard !start.contains("'"), !start.hasPrefix("--") else { return nil }
        let words = Set(start.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
        if words.contains("auto_increment") { return .mySQLDump }
        if !words.isDisjoint(with: ["varchar2", "nvarchar2"]) { return .oracleScript }
        if !words.isDisjoint(with: ["bigserial", "serial", "tsvector"]) { return .postgreSQLDump }
        return nil
    }

    private static let statements = [
        "create table", "create temp", "create database", "create schema", "create view",
        "create index", "create unique index", "create sequence", "insert into", "drop table",
        "drop database", "begin transaction", "begin;", "start transaction", "pragma ", "use ",
        "alter table",
    ]

    private static func isStatement(_ start: String) -> Bool {
        guard let statement = statements.first(where: { start.hasPrefix($0) }) else { return false }
        // A header may begin like this too, but a statement ends with a semicolon.
        return ["use ", "pragma "].contains(statement) ? start.hasSuffix(";") : true
    }

    // MARK: UTF-16

    /// Returns whether every other byte at the beginning is 0.
    package static func isUTF16WithoutMark(_ head: [UInt8]) -> Bool {
        let units = min(head.count / 2, 32)
        guard units >= 2 else { return false }
        let zeros = [0, 1].map { offset in
            (0..<units).count { head[2 * $0 + offset] == 0 }
        }
        return (zeros[0] * 10 >= units * 9 && zeros[1] == 0)
            || (zeros[1] * 10 >= units * 9 && zeros[0] == 0)
    }

    static func utf16(_ bytes: ArraySlice<UInt8>, isLittleEndian: Bool) -> String {
        let all = Array(bytes)
        let units = stride(from: 0, to: all.count - 1, by: 2).map { index in
            isLittleEndian
                ? UInt16(all[index]) | UInt16(all[index + 1]) << 8
                : UInt16(all[index]) << 8 | UInt16(all[index + 1])
        }
        return String(decoding: units, as: UTF16.self)
    }
}
