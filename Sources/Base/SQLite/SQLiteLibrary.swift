import CSQLite

/// The SQLite library that this process uses.
package enum SQLiteLibrary {
    /// The version, such as `3.45.1`.
    package static var version: String { String(cString: sqlite3_libversion()) }
    /// The check-in from which the library was built.
    package static var sourceID: String { String(cString: sqlite3_sourceid()) }
}
