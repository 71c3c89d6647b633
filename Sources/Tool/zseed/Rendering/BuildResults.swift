import Seeding
import Verification

/// The results of a build for JUnit: the messages about its files, and the checks of the built store.
struct BuildResults {
    /// The plan's path, as the user gave it.
    let plan: String
    /// The files of the plan's inputs.
    var sources: [String] = []
    /// The checks of the built store.
    var checks: [StoreVerifier.Result] = []
    /// The messages of the build.
    var entries: [Diagnostics.Entry] = []

    /// The files in their natural order, each once: the plan, its inputs, and all other files with messages.
    var files: [String] {
        var seen: Set<String> = []
        return ([plan] + sources + entries.filter { $0.issue.check == nil }.map(\.issue.path))
            .filter { seen.insert($0).inserted }
    }

    /// Returns the messages about a file itself. Findings of checks are reported with the checks.
    func entries(about path: String) -> [Diagnostics.Entry] {
        entries.filter { $0.issue.path == path && $0.issue.check == nil }
    }
}
