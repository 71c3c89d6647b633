import Files

/// Gathers issues, so that a plan or a row tells all that is wrong with it at once.
package final class IssueCollector {
    /// The issues so far.
    package private(set) var issues: [SeedIssue] = []
    /// Whether there were more than anybody reads.
    private var isCutShort = false
    private let most: Int

    /// - Parameter most: how many are kept.
    package init(most: Int = Limits.planIssues.most) { self.most = most }

    package func add(_ issue: SeedIssue) {
        if hasRoom { issues.append(issue) }
    }

    /// Whether one more would be kept; if not, it is noted that there was one.
    package var hasRoom: Bool {
        if issues.count == most { isCutShort = true }
        return !isCutShort
    }

    /// Throws what was gathered, if anything was.
    ///
    /// - Throws: ``SeedFailure``.
    package func throwIfAny() throws {
        guard issues.isEmpty else { throw SeedFailure(issues, isCutShort: isCutShort) }
    }
}
