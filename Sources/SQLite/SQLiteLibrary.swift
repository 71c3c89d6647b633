import CSQLite

/// The SQLite that this process uses.
package enum SQLiteLibrary {
    /// Its version, such as `3.45.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
    /// The check-in that it was built from.
    package static var sourceID: String { String(cString: sqlite3_sourceid()) }
}
