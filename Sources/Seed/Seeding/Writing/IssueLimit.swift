import Inputs

/// Collects the issues of rows up to a limit, beyond which more would not help.
final class IssueLimit {
    /// The issues so far; at most ``mostKept`` if rows may be skipped.
    private(set) var issues: [SeedIssue] = []
    /// The number of issues.
    private(set) var count = 0
    /// Whether invalid rows are left out and the others written.
    let skips: Bool
    private let maxErrors: Int
    private var isFatal = false
    /// A failure of the machine, which no row has caused.
    private var machineFault: SeedIssue?

    /// The limit of skipped rows' issues that are kept in memory. The reject files have all of them.
    static let mostKept = 10_000

    /// Creates an empty collection.
    ///
    /// - Parameters:
    ///   - maxErrors: the number of issues that end the build; nil for no limit, if rows may be skipped.
    ///   - skips: whether other rows are written despite issues below the limit.
    init(maxErrors: Int?, skips: Bool = false) {
        self.maxErrors = max(maxErrors ?? .max, 1)
        self.skips = skips
    }

    /// Adds an issue.
    ///
    /// - Parameter isFatal: whether the issue prevents all writing, even if rows may be skipped.
    func add(_ issue: SeedIssue, isFatal: Bool = false) {
        count += 1
        if isFatal { self.isFatal = true }
        if issue.fault == .machine { machineFault = issue }
        if !skips || isFatal || issues.count < Self.mostKept { issues.append(issue) }
    }

    /// Throws if the limit is reached or, if rows may be skipped, exceeded. A failure of the machine ends the build
    /// at once.
    ///
    /// - Throws: ``SeedFailure``.
    func throwIfFull() throws {
        if let machineFault { throw SeedFailure([machineFault]) }
        guard skips ? count <= maxErrors : count < maxErrors else {
            throw SeedFailure(issues, isCutShort: true)
        }
    }

    /// Throws if any issue prevents writing.
    ///
    /// - Throws: ``SeedFailure``.
    func throwIfAny() throws {
        guard issues.isEmpty || (skips && !isFatal) else { throw SeedFailure(issues) }
    }
}
