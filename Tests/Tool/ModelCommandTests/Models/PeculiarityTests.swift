import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("docs/internals/peculiarities.md")
struct PeculiarityTests {
    @Test(
        "The page lists exactly the checks that fail on real stores",
        .enabled(if: Corpus.isPresent, Corpus.absence), arguments: Corpus.entries)
    func documented(entry: Corpus.Entry) throws {
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/internals/peculiarities.md", encoding: .utf8)
        let checks = page.matches(of: /(?m)^\| ([\w-]+) \| ([\w -]+) \| [^|]+ \| [^|]+ \|$/)
            .filter { $0.output.1 == entry.name }.map { String($0.output.2) }
        let result = try Zseed.run(["verify", entry.store])
        let failed = result.lines.filter { $0.hasPrefix("FAIL") }
        #expect(failed.count == checks.count, "\(failed)")
        #expect(checks.allSatisfy { check in failed.contains { $0.contains("  \(check)  ") } })
        #expect(result.status == (checks.isEmpty ? 0 : 1))
    }
}
