import Sources

/// A condition on the cells of a row, ready to be checked.
///
/// An empty cell is no value: it is equal to NULL and to the empty text, different from everything
/// else, and neither less nor greater than anything.
struct RowCondition {
    /// A cell that cannot be what the condition takes it for.
    struct Failure: Error {
        /// Nil where it is about no single one.
        let column: Int?
        let reason: SeedIssue.Reason
    }

    typealias Check = (Record) throws(Failure) -> Bool

    /// Whether it holds for a row.
    let holds: Check

    /// A number of a row or of the condition; integers stay exact.
    enum Number {
        case integer(Int64)
        case real(Double)

        var double: Double {
            switch self {
            case .integer(let value): Double(value)
            case .real(let value): value
            }
        }

        /// Less (-1), equal (0) or greater (1).
        func order(_ other: Number) -> Int {
            if case .integer(let one) = self, case .integer(let two) = other {
                return one < two ? -1 : one > two ? 1 : 0
            }
            return double < other.double ? -1 : double > other.double ? 1 : 0
        }
    }

    /// What gives a value for each row; nil where the row has none.
    typealias Reader<Value> = (Record) throws(Failure) -> Value?
}
