/// A file with the rejected rows of an input, in the format of that input, each with the reason.
///
/// After correction, the file can replace the input in the same plan.
package protocol RejectFile: AnyObject {
    /// Adds the current row of an input.
    ///
    /// - Throws: `FileError` or `DatabaseError` for an I/O error.
    func add(_ source: any RecordSource, reason: String) throws

    /// Writes the remaining rows. No further row may be added.
    ///
    /// - Throws: `FileError` or `DatabaseError` for an I/O error.
    func close() throws
}
