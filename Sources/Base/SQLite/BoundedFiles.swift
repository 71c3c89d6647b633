import CSQLite

/// A size limit for the files of one unnamed database, including those for sorting and temporary tables.
package final class BoundedFiles {
    private let pointer: UnsafeMutablePointer<csqlite_bounded>
    /// The limit in bytes.
    package var most: Int { Int(pointer.pointee.most) }

    /// - Throws: ``DatabaseError`` if memory runs out.
    package init(most: Int) throws {
        guard let pointer = csqlite_bounded_make(sqlite3_int64(most)) else {
            throw DatabaseError(
                code: SQLITE_NOMEM, message: String(cString: sqlite3_errstr(SQLITE_NOMEM)), path: "")
        }
        self.pointer = pointer
    }

    deinit { csqlite_bounded_remove(pointer) }

    var name: String { String(cString: pointer.pointee.vfs.zName) }
    var isExceeded: Bool { pointer.pointee.exceeded != 0 }
}
