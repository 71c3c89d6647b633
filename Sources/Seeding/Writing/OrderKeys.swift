/// Hands out the places in ordered to-many relationships (SPEC 3).
///
/// One for a whole build: several loads may fill one relationship.
final class OrderKeys {
    private struct Place: Hashable {
        let table: String
        let column: String
        let destination: Int64
    }

    private var counts: [Place: Int64] = [:]

    /// The order key of the next object in the list of a destination: the first is 2048, each
    /// further one 1024 more.
    ///
    /// - Parameters:
    ///   - column: the order column of `table`, which belongs to one relationship.
    ///   - destination: the primary key of the object that has the list.
    func next(of destination: Int64, column: String, table: String) -> Int64 {
        let place = Place(table: table, column: column, destination: destination)
        let count = counts[place] ?? 0
        counts[place] = count + 1
        return 2048 + 1024 * count
    }
}
