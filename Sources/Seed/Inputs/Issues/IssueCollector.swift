import Files

/// Collects issues, so that all errors in a plan or a row are reported at once.
package final class IssueCollector {
    /// The issues so far.
    package private(set) var issues: [SeedIssue] = []
    /// Whether issues were dropped at the limit.
    private var isCutShort = false
    private let most: Int

    /// - Parameter most: the number of issues to keep.
    package init(most: Int = Limits.planIssues.most) { self.most = most }

    package func add(_ issue: SeedIssue) {
        if hasRoom { issues.append(issue) }
    }

    /// Whether one more issue would be kept. If not, the collection is marked as cut short.
    package var hasRoom: Bool {
        if issues.count == most { isCutShort = true }
        return !isCutShort
    }

    /// Throws the collected issues, if there are any.
    ///
    /// - Throws: ``SeedFailure``.
    package func throwIfAny() throws {
        guard issues.isEmpty else { throw SeedFailure(issues, isCutShort: isCutShort) }
    }
}
