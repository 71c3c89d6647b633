/// Rows of a table in ascending order of their numbers, with the requested columns.
package protocol FingerprintedRows: AnyObject {
    /// The number of the current row.
    var rowID: Int64 { get }

    /// Advances to the next row. Returns false after the last one.
    func next() throws -> Bool
    /// Returns whether a value is NULL.
    func isNull(at index: Int) throws -> Bool
    /// Returns an integer value, or nil for all other types.
    func integer(at index: Int) throws -> Int64?
    /// Returns the bytes of a binary value, or nil for all other types.
    func blob(at index: Int) throws -> [UInt8]?
    /// Adds a value to a fingerprint.
    func add(at index: Int, column: Int, to fingerprint: inout RowFingerprint) throws
}

extension TableRows: FingerprintedRows {}
