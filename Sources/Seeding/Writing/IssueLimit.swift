/// Gathers the issues of rows up to a limit, beyond which more would not help.
final class IssueLimit {
    /// The issues so far.
    private(set) var issues: [SeedIssue] = []
    private let limit: Int

    init(limit: Int) {
        self.limit = max(limit, 1)
    }

    /// How many there are.
    @inline(__always)
    var count: Int { issues.count }

    func add(_ issue: SeedIssue) { issues.append(issue) }

    /// Throws once the limit is reached.
    ///
    /// - Throws: ``SeedFailure``.
    func throwIfFull() throws {
        guard issues.count < limit else { throw SeedFailure(issues, isCutShort: true) }
    }

    /// Throws if there is any issue.
    ///
    /// - Throws: ``SeedFailure``.
    func throwIfAny() throws {
        guard issues.isEmpty else { throw SeedFailure(issues) }
    }
}
