import Sources

/// Gathers the issues of rows up to a limit, beyond which more would not help.
final class IssueLimit {
    /// The issues so far; where rows may be skipped at most ``mostKept`` of them.
    private(set) var issues: [SeedIssue] = []
    /// How many there were.
    private(set) var count = 0
    /// Whether rows at fault are left out and the others written.
    let skips: Bool
    private let maxErrors: Int
    private var isFatal = false
    /// What the machine is at fault for, and no row.
    private var machineFault: SeedIssue?

    /// The most issues of skipped rows that are kept in memory; the reject files have them all.
    static let mostKept = 10_000

    /// Gathers issues.
    ///
    /// - Parameters:
    ///   - maxErrors: how many end the work; nil for no limit, where rows may be skipped.
    ///   - skips: whether issues below the limit let the others be written.
    init(maxErrors: Int?, skips: Bool = false) {
        self.maxErrors = max(maxErrors ?? .max, 1)
        self.skips = skips
    }

    /// Notes an issue.
    ///
    /// - Parameter isFatal: nothing may be written, even where rows may be skipped.
    func add(_ issue: SeedIssue, isFatal: Bool = false) {
        count += 1
        if isFatal { self.isFatal = true }
        if issue.fault == .machine { machineFault = issue }
        if !skips || isFatal || issues.count < Self.mostKept { issues.append(issue) }
    }

    /// Throws once the limit is reached; where rows may be skipped, once it is exceeded. A fault of the machine
    /// is none of the row's, and ends the work at once.
    ///
    /// - Throws: ``SeedFailure``.
    func throwIfFull() throws {
        if let machineFault { throw SeedFailure([machineFault]) }
        guard skips ? count <= maxErrors : count < maxErrors else {
            throw SeedFailure(issues, isCutShort: true)
        }
    }

    /// Throws if there is any issue that lets nothing be written.
    ///
    /// - Throws: ``SeedFailure``.
    func throwIfAny() throws {
        guard issues.isEmpty || (skips && !isFatal) else { throw SeedFailure(issues) }
    }
}
