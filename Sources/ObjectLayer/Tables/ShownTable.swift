/// Results that are only shown: read from the store as they are, without objects, one row at a time.
package protocol ShownTable: AnyObject {
    /// Gives the rows one after the other: `body` asks for their cells.
    ///
    /// - Throws: `DatabaseError`, what loading objects and `body` throw.
    func forEachRow(_ body: () throws -> Void) throws

    /// A cell of the row that is given.
    ///
    /// - Parameter index: that of the column in ``TableFetch/columns``.
    func cell(at index: Int) throws -> ShownCell
}
