/// The storage class that SQLite prefers in a column, which follows from the column's declared type.
///
/// See <https://www.sqlite.org/datatype3.html#determination_of_column_affinity>.
package enum ColumnAffinity: Equatable, Sendable {
    case text, numeric, integer, real, blob

    /// Determines the affinity of a declared type by SQLite's rules, in their order.
    package init(declaredType: String) {
        let type = declaredType.uppercased()
        if type.contains("INT") {
            self = .integer
        } else if ["CHAR", "CLOB", "TEXT"].contains(where: type.contains) {
            self = .text
        } else if type.isEmpty || type.contains("BLOB") {
            self = .blob
        } else if ["REAL", "FLOA", "DOUB"].contains(where: type.contains) {
            self = .real
        } else {
            self = .numeric
        }
    }
}
