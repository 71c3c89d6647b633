/// Results for display, read directly from the store, without objects, one row at a time.
package protocol ShownTable: AnyObject {
    /// Calls `body` for each row; `body` reads the row's cells.
    ///
    /// - Throws: `DatabaseError`, and the errors of loading objects and of `body`.
    func forEachRow(_ body: () throws -> Void) throws

    /// Returns a cell of the current row.
    ///
    /// - Parameter index: the index of the column in ``TableFetch/columns``.
    func cell(at index: Int) throws -> ShownCell
}
