/// Whether a store was found to hold what SQL groups or adds otherwise than objects do.
final class GroupRefusal {
    /// Fails the statement.
    struct Refused: Error {}

    private(set) var isRefused = false

    /// The error for the statement.
    func refused() -> Refused {
        isRefused = true
        return Refused()
    }

    /// Begins anew.
    func reset() { isRefused = false }
}
