/// Gathers issues, so that a plan or a row tells all that is wrong with it at once.
final class IssueCollector {
    /// The issues so far.
    private(set) var issues: [SeedIssue] = []

    func add(_ issue: SeedIssue) { issues.append(issue) }

    /// Throws what was gathered, if anything was.
    ///
    /// - Throws: ``SeedFailure``.
    func throwIfAny() throws {
        guard issues.isEmpty else { throw SeedFailure(issues) }
    }
}
