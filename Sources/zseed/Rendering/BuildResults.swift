import Seeding
import Verification

/// What came of a build, for JUnit and SARIF: what was told of its files, and the checks of its result.
struct BuildResults {
    /// The plan's path, as it was given.
    let plan: String
    /// The files that its sources are read from.
    var sources: [String] = []
    /// The checks of the built store.
    var checks: [StoreVerifier.Result] = []
    /// What was told.
    var entries: [Diagnostics.Entry] = []

    /// The files in the order in which people think of them, each once: the plan, its sources, and
    /// whatever else something is told of.
    var files: [String] {
        var seen: Set<String> = []
        return ([plan] + sources + entries.filter { $0.issue.check == nil }.map(\.issue.path))
            .filter { seen.insert($0).inserted }
    }

    /// What was told of a file itself; what checks find in the store is told with the checks.
    func entries(about path: String) -> [Diagnostics.Entry] {
        entries.filter { $0.issue.path == path && $0.issue.check == nil }
    }

    /// Where a reason is described: a link that leads there from everywhere.
    static let reasonPage = "\(ProgramVersions.publication)/docs/build-report.md#reasons"
}
