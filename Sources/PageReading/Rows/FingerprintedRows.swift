/// Rows of a table in ascending order of their numbers, with the columns that were asked for.
package protocol FingerprintedRows: AnyObject {
    /// The number of the current row.
    var rowID: Int64 { get }

    /// Goes to the next row; false behind the last one.
    func next() throws -> Bool
    /// Whether a value is NULL.
    func isNull(at index: Int) throws -> Bool
    /// A value that is an integer; nil for all others.
    func integer(at index: Int) throws -> Int64?
    /// The bytes of a value that is binary; nil for all others.
    func blob(at index: Int) throws -> [UInt8]?
    /// Adds a value to a fingerprint.
    func add(at index: Int, column: Int, to fingerprint: inout RowFingerprint) throws
}

extension TableRows: FingerprintedRows {}
