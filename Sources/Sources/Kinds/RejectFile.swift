/// The rows of one source that were left out, in the form of that source, each with the reason.
///
/// Corrected, such a file can take the place of the source in the same plan.
package protocol RejectFile: AnyObject {
    /// Adds the current row of a source.
    ///
    /// - Throws: ``SeedIssue`` or `DatabaseError` for an I/O error.
    func add(_ source: any RecordSource, reason: String) throws

    /// Writes what is left; nothing may be added any more.
    ///
    /// - Throws: ``SeedIssue`` or `DatabaseError` for an I/O error.
    func close() throws
}
