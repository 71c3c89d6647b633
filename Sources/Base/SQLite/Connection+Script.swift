import CSQLite
import Files

extension Connection {
    /// The longest script in bytes, because SQLite does not take a longer text at once.
    private static var longestScript: Int { Limits.scriptBytes.most }

    /// The limits for running SQL text. Longer texts have higher limits.
    package struct ScriptLimits: Sendable {
        /// The limit on steps of SQLite's virtual machine, and the number of steps that each byte of the text adds.
        package var steps = Limits.viewSteps.most
        static let stepsOfByte = 20
        /// The limit on bytes in all files, and the number of bytes that each byte of the text adds.
        package var files = Limits.scriptFiles.most
        static let fileBytesOfByte = 16
        /// The limit on bytes in a value. A value may also be twice as long as the longest statement.
        package var value = Limits.scriptValue.most

        package init() {}

        /// Returns the file limit for the database that a text creates.
        package func boundedFiles(textBytes: Int) throws -> BoundedFiles {
            try BoundedFiles(most: files + Self.fileBytesOfByte * textBytes)
        }
    }

    /// Creates a private database by running SQL text, which cannot access any other database.
    ///
    /// - Parameter path: the file with the text, in UTF-8.
    /// - Throws: ``FileError`` if the file cannot be read. ``DatabaseError`` if SQLite refuses its text, or the
    ///   text exceeds the limits.
    package static func running(script path: String, limits: ScriptLimits = .init()) throws -> Connection {
        let bytes = try script(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            var error = DatabaseError(code: 1, message: "the text is not UTF-8", path: path)
            let offset = bytes.withUnsafeBytes { UTF8Validation.firstInvalidOffset(in: $0) }
            error.line = 1 + bytes[..<(offset ?? 0)].count { $0 == 0x0A }
            throw error
        }
        let connection = try Connection(
            path: "", mode: .create, files: limits.boundedFiles(textBytes: bytes.count))
        try connection.execute("PRAGMA synchronous = OFF")
        connection.denyToScripts()
        connection.limitSteps(limits.steps)
        defer { connection.removeStepLimit() }
        try connection.executeScript(text, limits)
        if sqlite3_get_autocommit(connection.handle) == 0 { connection.missingEnd = "COMMIT" }
        return connection
    }

    /// Denies access to other databases, and ignores pragmas about files and memory, whose limits zseed sets.
    ///
    /// None of these pragmas changes the content of a database.
    private func denyToScripts() {
        sqlite3_set_authorizer(
            handle,
            { _, action, first, second, _, _ in
                switch action {
                // `VACUUM` attaches an unnamed database.
                case SQLITE_ATTACH: return first.map { $0.pointee == 0 } ?? false ? SQLITE_OK : SQLITE_DENY
                case SQLITE_DETACH: return SQLITE_DENY
                case SQLITE_PRAGMA:
                    let name = first.map { String(cString: $0).lowercased() } ?? ""
                    return Connection.settings.contains(name) ? SQLITE_IGNORE : SQLITE_OK
                // Formatted text beyond the limit for values would silently be NULL.
                case SQLITE_FUNCTION:
                    let name = second.map { String(cString: $0).lowercased() } ?? ""
                    return name == "printf" || name == "format" ? SQLITE_DENY : SQLITE_OK
                default: return SQLITE_OK
                }
            }, nil)
    }

    private static let settings: Set = [
        "cache_size", "cache_spill", "data_store_directory", "default_cache_size", "hard_heap_limit",
        "journal_mode", "journal_size_limit", "locking_mode", "max_page_count", "mmap_size",
        "soft_heap_limit", "synchronous", "temp_store", "temp_store_directory", "threads",
    ]

    /// Returns the bytes of SQL text.
    ///
    /// - Throws: ``FileError``, or ``DatabaseError`` if the text is too long.
    package static func script(_ path: String) throws -> [UInt8] {
        let bytes = try FileBytes.first(longestScript + 1, of: path)
        guard bytes.count <= longestScript else {
            throw DatabaseError(
                code: 1, message: "the text is longer than \(longestScript) bytes", path: path)
        }
        return bytes
    }

    /// Runs the statements one by one, so that an error has its line.
    private func executeScript(_ text: String, _ limits: ScriptLimits) throws {
        var longest = limits.value
        try text.withCString { script in
            let length = text.utf8.count
            var start = 0
            while true {
                start = Self.statement(in: script, from: start)
                guard start < length, script[start] != 0 else { return }
                var prepared: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                // A literal can be as long as its statement.
                limitValues(Limits.scriptBytes.most)
                var status = sqlite3_prepare_v2(handle, script + start, -1, &prepared, &tail)
                if status == SQLITE_OK, let prepared {
                    let count = tail.map { $0 - script - start } ?? 0
                    longest = max(longest, 2 * count)
                    limitValues(longest)
                    addSteps(ScriptLimits.stepsOfByte * count)
                    repeat { status = sqlite3_step(prepared) } while status == SQLITE_ROW
                    status = sqlite3_finalize(prepared)
                }
                guard status == SQLITE_OK else {
                    var error = error(status, sql: nil)
                    if status & 0xFF == SQLITE_INTERRUPT {
                        let words = "the text takes more than \(limits.steps) steps of SQLite"
                        error = DatabaseError(code: SQLITE_INTERRUPT, message: words, path: path)
                    }
                    let offset = Self.offset(of: error.message, in: script, from: start)
                    error.line = 1 + (0..<offset).count { script[$0] == 0x0A }
                    throw error
                }
                guard let tail, tail > script + start else { return }
                start = tail - script
            }
        }
    }

    /// Returns the offset of the next statement, after white space and comments.
    private static func statement(in script: UnsafePointer<CChar>, from start: Int) -> Int {
        var index = start
        while script[index] != 0 {
            let (this, next) = (script[index], script[index + 1])
            if this == 0x20 || (0x09...0x0D).contains(this) || this == 0x3B {
                index += 1
            } else if this == 0x2D, next == 0x2D {
                while script[index] != 0, script[index] != 0x0A { index += 1 }
            } else if this == 0x2F, next == 0x2A {
                index += 2
                while script[index] != 0, !(script[index] == 0x2A && script[index + 1] == 0x2F) {
                    index += 1
                }
                if script[index] != 0 { index += 2 }
            } else {
                return index
            }
        }
        return index
    }

    /// Returns the offset of the word that an error names, as in `near "ENGINE": syntax error`, or the start of the
    /// statement if the error does not name a word.
    private static func offset(
        of message: String, in script: UnsafePointer<CChar>, from start: Int
    ) -> Int {
        guard message.hasPrefix("near \"") else { return start }
        let word = message.dropFirst(6).prefix { $0.isLetter || $0.isNumber || $0 == "_" }.utf8
            .map { CChar(bitPattern: $0) }
        guard word.count > 1 else { return start }
        var index = start
        while script[index] != 0 {
            if (0..<word.count).allSatisfy({ script[index + $0] == word[$0] }) { return index }
            index += 1
        }
        return start
    }

    /// Creates an empty unnamed database. SQLite keeps it in memory or in a file that disappears with the process.
    ///
    /// - Throws: ``DatabaseError``.
    package static func temporary() throws -> Connection { try Connection(path: "", mode: .create) }

    /// Returns whether a path names SQL text instead of a database.
    package static func isScript(_ path: String) -> Bool { path.lowercased().hasSuffix(".sql") }
}
