/// Why a statement for groups failed: what it came by that SQL groups or adds otherwise than objects do.
final class GroupRefusal {
    enum Reason {
        /// Rows did not come in the order of their keys.
        case order
        /// A value that is not of its attribute's type, a key that leads to a row of another entity.
        case value
    }

    /// Fails the statement.
    struct Refused: Error {}

    /// The first reason; nil for none.
    private(set) var reason: Reason?

    /// The error for the statement.
    func refused(_ reason: Reason) -> Refused {
        if self.reason == nil { self.reason = reason }
        return Refused()
    }

    /// Begins anew.
    func reset() { reason = nil }
}
