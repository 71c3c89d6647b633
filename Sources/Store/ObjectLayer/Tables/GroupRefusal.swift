/// The reason why a statement for groups failed: data that SQL groups or adds differently than objects do.
final class GroupRefusal {
    enum Reason {
        /// Rows were not in the order of their keys.
        case order
        /// A value has another type than its attribute, or a key belongs to a row of another entity.
        case value
    }

    /// The error that makes the statement fail.
    struct Refused: Error {}

    /// The first reason, if any.
    private(set) var reason: Reason?

    /// Returns the error for the statement, and records the reason.
    func refused(_ reason: Reason) -> Refused {
        if self.reason == nil { self.reason = reason }
        return Refused()
    }

    /// Clears the reason.
    func reset() { reason = nil }
}
