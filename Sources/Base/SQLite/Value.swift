/// A value with one of SQLite's five storage classes.
///
/// See <https://www.sqlite.org/datatype3.html>.
public enum Value: Equatable, Hashable, Sendable {
    case null
    case integer(Int64)
    case real(Double)
    case text(String)
    case blob([UInt8])
}

/// SQLite's storage classes, with the names that `typeof()` returns.
public enum StorageClass: String, Equatable, Hashable, Sendable, CaseIterable {
    case null, integer, real, text, blob
}
