import Foundation
import Testing

/// The row-level oracle of the format notes, `lint.py`: an independent second opinion on a store.
package enum FormatLint {
    private static var script: String { Corpus.formatFolder + "/lint.py" }

    /// Whether the oracle and Python are available.
    package static let isPresent: Bool = {
        guard FileManager.default.fileExists(atPath: script) else { return false }
        return (try? run("python3", ["--version"]))?.status == 0
    }()

    /// The reason why a test was skipped.
    package static let absence: Comment = "needs python3 and ../shared/format/lint.py"

    /// Returns the problems that the oracle finds in a store, in its words; empty if there are none.
    package static func problems(of path: String) throws -> String {
        // Many tests use the real stores, which do not change.
        let isReal = path.hasPrefix(Corpus.folder)
        if isReal, let known = lock.withLock({ known[path] }) { return known }
        // Without `site`, which looks for packages at each start: the oracles need none.
        let result = try run("python3", ["-S", script, path])
        let problems = result.status == 0 ? "" : result.output + result.errors
        if isReal { lock.withLock { known[path] = problems } }
        return problems
    }

    private static let lock = NSLock()
    nonisolated(unsafe) private static var known: [String: String] = [:]

    /// Expects that the oracle, if available, finds no problem in a store.
    package static func expectSound(
        _ path: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        guard isPresent else { return }
        let problems = try problems(of: path)
        #expect(problems.isEmpty, "\(problems)", sourceLocation: sourceLocation)
    }
}
