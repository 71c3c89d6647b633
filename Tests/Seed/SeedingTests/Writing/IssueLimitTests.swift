import Inputs
import Testing

@testable import Seeding

@Suite("The limit of issues")
struct IssueLimitTests {
    private static func issue(_ line: Int) -> SeedIssue {
        SeedIssue(.value(.missingValue), at: .init(path: "a.csv", line: line))
    }

    @Test("An error that prevents writing is reported, however many rows were skipped before")
    func fatal() {
        let issues = IssueLimit(maxErrors: nil, skips: true)
        for line in 0...IssueLimit.mostKept { issues.add(Self.issue(line)) }
        #expect(issues.count == IssueLimit.mostKept + 1)
        #expect(issues.issues.count == IssueLimit.mostKept)
        #expect(throws: Never.self) { try issues.throwIfAny() }
        issues.add(Self.issue(-1), isFatal: true)
        #expect(issues.issues.last == Self.issue(-1))
        let failure = #expect(throws: SeedFailure.self) { try issues.throwIfAny() }
        #expect(failure?.issues.last == Self.issue(-1))
    }

    @Test(
        "A build ends with the issue that reaches the limit, or exceeds it if rows are skipped",
        arguments: [(false, 1, 1), (false, 3, 3), (true, 1, 2), (true, 3, 4), (false, 0, 1)])
    func limits(skips: Bool, limit: Int, last: Int) {
        let issues = IssueLimit(maxErrors: limit, skips: skips)
        for number in 1...last {
            #expect(throws: Never.self) { try issues.throwIfFull() }
            issues.add(Self.issue(number))
        }
        let failure = #expect(throws: SeedFailure.self) { try issues.throwIfFull() }
        #expect(failure?.isCutShort == true)
        #expect(failure?.issues.count == last)
    }
}
