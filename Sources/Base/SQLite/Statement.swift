import CSQLite

/// A prepared statement.
///
/// Parameters are numbered from 1 and columns from 0, as in SQLite's own interface. An index out of range throws an
/// error for a parameter, and reads as NULL for a column.
@usableFromInline package final class Statement {
    /// The connection of the statement. The statement keeps it open.
    package let connection: Connection
    /// The SQL text.
    package let sql: String
    /// The number of columns, which is 0 for a statement without rows.
    package let columnCount: Int
    @usableFromInline let handle: OpaquePointer

    init(connection: Connection, sql: String, isPersistent: Bool) throws {
        var prepared: OpaquePointer?
        let flags = isPersistent ? UInt32(SQLITE_PREPARE_PERSISTENT) : 0
        var hasTail = false
        var copy = sql
        let status = copy.withUTF8 { text -> Int32 in
            guard let length = Int32(exactly: text.count) else { return SQLITE_TOOBIG }
            return text.withMemoryRebound(to: CChar.self) { characters in
                var tail: UnsafePointer<CChar>?
                let status = sqlite3_prepare_v3(
                    connection.handle, characters.baseAddress, length, flags, &prepared, &tail)
                if let tail, let start = characters.baseAddress {
                    let rest = characters[min(tail - start, characters.count)...]
                    hasTail = rest.contains { !Self.isBlank(UInt8(bitPattern: $0)) }
                }
                return status
            }
        }
        guard status == SQLITE_OK else { throw connection.error(status, sql: sql) }
        guard let prepared, !hasTail else {
            sqlite3_finalize(prepared)
            let message = prepared == nil ? "no SQL statement" : "more than one SQL statement"
            throw DatabaseError(
                code: SQLITE_ERROR, message: message, sql: sql, path: connection.path)
        }
        self.connection = connection
        self.sql = sql
        handle = prepared
        columnCount = Int(sqlite3_column_count(prepared))
    }

    deinit { sqlite3_finalize(handle) }

    private static func isBlank(_ byte: UInt8) -> Bool {
        byte == 0x20 || (0x09...0x0D).contains(byte) || byte == UInt8(ascii: ";")
    }

    // MARK: Running

    /// Advances to the next row.
    ///
    /// - Returns: whether there is a row.
    @inline(__always)
    @discardableResult
    package func step() throws -> Bool {
        let status = sqlite3_step(handle)
        if status == SQLITE_ROW { return true }
        if status == SQLITE_DONE { return false }
        throw connection.error(status, sql: sql)
    }

    /// Makes the statement ready to run again. Parameters stay bound.
    @inline(__always)
    package func reset() { sqlite3_reset(handle) }

    /// Runs a statement that does not return rows, and makes it ready to run again.
    @inline(__always)
    package func run() throws {
        defer { sqlite3_reset(handle) }
        try step()
    }

    /// Throws an error if the last inserted row has an unexpected primary key.
    @inline(__always)
    func checkLastInserted(_ primaryKey: Int64) throws {
        let found = sqlite3_last_insert_rowid(connection.handle)
        guard found != primaryKey else { return }
        throw DatabaseError(
            code: DatabaseError.ResultCode.mismatch.rawValue,
            message: "row \(primaryKey) became row \(found)", sql: sql, path: connection.path)
    }

    /// Whether the statement does not change the database.
    package var isReadOnly: Bool { sqlite3_stmt_readonly(handle) != 0 }

    // MARK: Parameters

    /// Binds NULL.
    package func bindNull(at index: Int) throws {
        try check(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: index)))
    }

    /// Binds an integer.
    package func bind(_ value: Int64, at index: Int) throws {
        try check(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: index), value))
    }

    /// Binds a real. SQLite converts NaN to NULL.
    package func bind(_ value: Double, at index: Int) throws {
        try check(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: index), value))
    }

    /// Binds a text, which SQLite copies.
    package func bind(_ value: String, at index: Int) throws {
        var copy = value
        try copy.withUTF8 { try bind(text: UnsafeRawBufferPointer($0), at: index, isStatic: false) }
    }

    /// Binds a value of any storage class.
    package func bind(_ value: Value, at index: Int) throws {
        switch value {
        case .null: try bindNull(at: index)
        case .integer(let integer): try bind(integer, at: index)
        case .real(let real): try bind(real, at: index)
        case .text(let text): try bind(text, at: index)
        case .blob(let bytes):
            try bytes.withUnsafeBytes { try bind(blob: $0, at: index, isStatic: false) }
        }
    }

    /// Binds UTF-8 bytes as a text.
    ///
    /// - Parameter isStatic: whether SQLite does not copy the bytes. They must then stay valid until the statement
    ///   was run and reset, or the parameter is bound again.
    package func bind(text: UnsafeRawBufferPointer, at index: Int, isStatic: Bool) throws {
        // A null pointer would bind NULL. An empty text needs any other address.
        guard let start = text.baseAddress, !text.isEmpty else {
            return try check(
                sqlite3_bind_text64(
                    handle, Int32(truncatingIfNeeded: index), "", 0, nil,
                    UInt8(SQLITE_UTF8)))
        }
        try check(
            sqlite3_bind_text64(
                handle, Int32(truncatingIfNeeded: index),
                start.assumingMemoryBound(to: CChar.self), UInt64(text.count),
                isStatic ? nil : Self.transient, UInt8(SQLITE_UTF8)))
    }

    /// Binds bytes as a blob; see ``bind(text:at:isStatic:)`` for `isStatic`.
    package func bind(blob: UnsafeRawBufferPointer, at index: Int, isStatic: Bool) throws {
        guard let start = blob.baseAddress, !blob.isEmpty else {
            return try check(sqlite3_bind_zeroblob(handle, Int32(truncatingIfNeeded: index), 0))
        }
        try check(
            sqlite3_bind_blob64(
                handle, Int32(truncatingIfNeeded: index), start, UInt64(blob.count),
                isStatic ? nil : Self.transient))
    }

    /// `SQLITE_TRANSIENT`: SQLite copies the bytes before the call returns.
    private static var transient: sqlite3_destructor_type {
        unsafeBitCast(-1, to: sqlite3_destructor_type.self)
    }

    @inline(__always)
    private func check(_ status: Int32) throws {
        guard status == SQLITE_OK else { throw connection.error(status, sql: sql) }
    }

    // MARK: Columns

    // Inlinable, because other modules read cells through these methods one by one.

    /// Returns the name of a column, or an empty text if there is no such column.
    package func columnName(at index: Int) -> String {
        sqlite3_column_name(handle, Int32(truncatingIfNeeded: index)).map { String(cString: $0) }
            ?? ""
    }

    /// The names of all columns.
    package var columnNames: [String] { (0..<columnCount).map { columnName(at: $0) } }

    /// Returns the storage class of a column of the row.
    @inlinable @inline(__always)
    package func storageClass(at index: Int) -> StorageClass {
        switch sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) {
        case SQLITE_INTEGER: .integer
        case SQLITE_FLOAT: .real
        case SQLITE_TEXT: .text
        case SQLITE_BLOB: .blob
        default: .null
        }
    }

    /// Returns whether a column of the row is NULL.
    @inlinable @inline(__always)
    package func isNull(at index: Int) -> Bool {
        sqlite3_column_type(handle, Int32(truncatingIfNeeded: index)) == SQLITE_NULL
    }

    /// Returns a column as an integer, converted by SQLite's rules. NULL gives 0.
    @inlinable @inline(__always)
    package func integer(at index: Int) -> Int64 {
        sqlite3_column_int64(handle, Int32(truncatingIfNeeded: index))
    }

    /// Returns a column as a real, converted by SQLite's rules. NULL gives 0.
    @inlinable @inline(__always)
    package func real(at index: Int) -> Double {
        sqlite3_column_double(handle, Int32(truncatingIfNeeded: index))
    }

    /// Returns a column as a text, with invalid UTF-8 repaired, or nil for NULL.
    package func text(at index: Int) -> String? {
        withText(at: index) { bytes in bytes.map { String(decoding: $0, as: UTF8.self) } }
    }

    /// Returns a column as bytes, or nil for NULL.
    package func blob(at index: Int) -> [UInt8]? {
        withBlob(at: index) { bytes in bytes.map { Array($0) } }
    }

    /// Returns a column with its storage class.
    package func value(at index: Int) -> Value {
        switch storageClass(at: index) {
        case .null: .null
        case .integer: .integer(integer(at: index))
        case .real: .real(real(at: index))
        case .text: .text(text(at: index) ?? "")
        case .blob: .blob(blob(at: index) ?? [])
        }
    }

    /// Passes the bytes of a text column to `body`, or nil for NULL. They are valid during the call.
    @inlinable @inline(__always)
    package func withText<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        let column = Int32(truncatingIfNeeded: index)
        guard let start = sqlite3_column_text(handle, column) else { return try body(nil) }
        let count = Int(sqlite3_column_bytes(handle, column))
        return try body(UnsafeRawBufferPointer(start: start, count: count))
    }

    /// Returns the bytes of a text column, without any for NULL. They are valid until the next step or a conversion
    /// of the column.
    @inlinable @inline(__always)
    package func bytes(at index: Int) -> UnsafeRawBufferPointer {
        let column = Int32(truncatingIfNeeded: index)
        guard let start = sqlite3_column_text(handle, column) else {
            return UnsafeRawBufferPointer(start: nil, count: 0)
        }
        return UnsafeRawBufferPointer(
            start: start, count: Int(sqlite3_column_bytes(handle, column)))
    }

    /// Passes the bytes of a blob column to `body`, or nil for NULL. They are valid during the call.
    @inlinable @inline(__always)
    package func withBlob<Result>(
        at index: Int, _ body: (UnsafeRawBufferPointer?) throws -> Result
    ) rethrows -> Result {
        let column = Int32(truncatingIfNeeded: index)
        let start = sqlite3_column_blob(handle, column)
        let count = Int(sqlite3_column_bytes(handle, column))
        if let start { return try body(UnsafeRawBufferPointer(start: start, count: count)) }
        if sqlite3_column_type(handle, column) == SQLITE_NULL { return try body(nil) }
        return try body(UnsafeRawBufferPointer(start: nil, count: 0))
    }
}
