import CSQLite
import Files
import Foundation

extension Connection {
    /// SQLite takes no longer text at once.
    private static var longestScript: Int { Limits.scriptBytes.most }

    /// A private database made by running SQL text, which can reach no other database.
    ///
    /// - Parameter path: the file with the text, UTF-8.
    /// - Throws: ``FileError`` where the file cannot be read, ``DatabaseError`` where SQLite
    ///   refuses its text.
    package static func running(script path: String) throws -> Connection {
        let bytes = try script(path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            var error = DatabaseError(code: 1, message: "the text is not UTF-8", path: path)
            let offset = bytes.withUnsafeBytes { UTF8Validation.firstInvalidOffset(in: $0) }
            error.line = 1 + bytes[..<(offset ?? 0)].count { $0 == 0x0A }
            throw error
        }
        let connection = try temporary()
        connection.denyOtherDatabases()
        try connection.execute("PRAGMA synchronous = OFF")
        try connection.executeScript(text)
        return connection
    }

    /// The bytes of SQL text.
    ///
    /// - Throws: ``FileError``, ``DatabaseError`` where there are too many.
    package static func script(_ path: String) throws -> [UInt8] {
        let bytes = try FileBytes.first(longestScript + 1, of: path)
        guard bytes.count <= longestScript else {
            throw DatabaseError(
                code: 1, message: "the text is longer than \(longestScript) bytes", path: path)
        }
        return bytes
    }

    /// Runs statement by statement, so that an error tells its line.
    private func executeScript(_ text: String) throws {
        try text.withCString { script in
            let length = text.utf8.count
            var start = 0
            while true {
                start = Self.statement(in: script, from: start)
                guard start < length, script[start] != 0 else { return }
                var prepared: OpaquePointer?
                var tail: UnsafePointer<CChar>?
                var status = sqlite3_prepare_v2(handle, script + start, -1, &prepared, &tail)
                if status == SQLITE_OK, let prepared {
                    repeat { status = sqlite3_step(prepared) } while status == SQLITE_ROW
                    status = sqlite3_finalize(prepared)
                }
                guard status == SQLITE_OK else {
                    var error = error(status, sql: nil)
                    let offset = Self.offset(of: error.message, in: script, from: start)
                    error.line = 1 + (0..<offset).count { script[$0] == 0x0A }
                    throw error
                }
                guard let tail, tail > script + start else { return }
                start = tail - script
            }
        }
    }

    /// Where the next statement begins, behind white space and comments.
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

    /// Where the word stands that an error names, `near "ENGINE": syntax error`; the beginning of
    /// the statement where it names none.
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

    /// A new, empty database without a name, which SQLite keeps in memory or in a file that no end
    /// of the process leaves behind.
    ///
    /// - Throws: ``DatabaseError``.
    package static func temporary() throws -> Connection { try Connection(path: "", mode: .create) }

    /// Whether a path names SQL text rather than a database.
    package static func isScript(_ path: String) -> Bool { path.lowercased().hasSuffix(".sql") }
}
