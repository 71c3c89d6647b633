import CSQLite

/// The SQLite that this process uses.
public enum SQLiteLibrary {
    /// Its version, such as `3.45.1`.
    public static var version: String { String(cString: sqlite3_libversion()) }
    /// The check-in that it was built from.
    public static var sourceID: String { String(cString: sqlite3_sourceid()) }
}
