import Foundation
import Seeding
import TestSupport
import Testing

@testable import zseed

/// What programs read out of `zseed build --json` to tell errors apart.
@Suite("The reasons of errors")
struct ReasonTests {
    /// The first column of the tables in the section on reasons.
    private static func documented() throws -> [String] {
        let page = try String(
            contentsOfFile: Corpus.packageRoot + "/docs/build-report.md", encoding: .utf8)
        let heading = try #require(page.range(of: "\n## Reasons\n"))
        let section = page[heading.upperBound...]
        let end = section.range(of: "\n## ")?.lowerBound ?? section.endIndex
        return section[..<end].matches(of: /(?m)^\| `(\w+)` \|/).map { String($0.output.1) }
    }

    @Test("Every reason is documented, and none that does not exist")
    func documentation() throws {
        let codes = Set(IssueCode.allCases.map(\.rawValue))
        let documented = try Set(Self.documented())
        #expect(codes.subtracting(documented).sorted() == [], "not in docs/build-report.md")
        #expect(documented.subtracting(codes).sorted() == [], "no error has it")
    }

    @Test("Errors of one kind have one reason, whatever they carry")
    func payload() {
        #expect(IssueCode(SeedIssue.Reason.value(.notA(.integer))).rawValue == "notA")
        #expect(IssueCode(SeedIssue.Reason.value(.notA(.date))).rawValue == "notA")
        #expect(IssueCode(SeedIssue.Reason.table(.raggedRow(expected: 2, found: 3))).rawValue == "raggedRow")
        #expect(IssueCode(SeedIssue.Reason.file(.fileNotFound)).rawValue == "fileNotFound")
    }
}
