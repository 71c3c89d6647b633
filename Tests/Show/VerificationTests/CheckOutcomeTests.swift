import Testing

@testable import Verification

@Suite("Results of a check")
struct CheckOutcomeTests {
    private static func findings(_ range: Range<Int>) -> [Finding] { range.map { Finding("\($0)") } }

    private static func outcome(wrong: Int = 0, warned: Int = 0, noted: Int = 0) -> CheckOutcome {
        var outcome = CheckOutcome()
        outcome.examine(10)
        for finding in findings(0..<wrong) { outcome.report(finding) }
        for finding in findings(100..<(100 + warned)) { outcome.warn(finding) }
        for finding in findings(200..<(200 + noted)) { outcome.note(finding) }
        return outcome
    }

    @Test(
        "All findings are counted, and twenty of each severity are kept", arguments: [0, 1, 19, 20, 21, 50])
    func counts(number: Int) {
        let outcome = Self.outcome(wrong: number, warned: number, noted: number)
        #expect(outcome.wrong == number && outcome.warned == number && outcome.noted == number)
        let kept = min(number, 20)
        #expect(outcome.examples == Self.findings(0..<kept))
        #expect(outcome.warnings == Self.findings(100..<(100 + kept)))
        #expect(outcome.notes == Self.findings(200..<(200 + kept)))
    }

    @Test("With --strict, every warning counts as an error, after the errors")
    func strict() {
        let outcome = Self.outcome(wrong: 18, warned: 3).withWarningsAsErrors
        #expect(outcome.wrong == 21 && outcome.warned == 0 && outcome.warnings.isEmpty)
        #expect(outcome.examples == Self.findings(0..<18) + Self.findings(100..<102))
        #expect(Self.outcome(noted: 2).withWarningsAsErrors.wrong == 0)
    }

    @Test("Two parts of a check form one result")
    func sum() {
        var outcome = Self.outcome(wrong: 15, warned: 15, noted: 15)
        outcome.add(Self.outcome(wrong: 10, warned: 11, noted: 12))
        #expect(outcome.examined == 20)
        #expect(outcome.wrong == 25 && outcome.warned == 26 && outcome.noted == 27)
        #expect(outcome.examples == Self.findings(0..<15) + Self.findings(0..<5))
        #expect(outcome.warnings == Self.findings(100..<115) + Self.findings(100..<105))
        #expect(outcome.notes == Self.findings(200..<215) + Self.findings(200..<205))
        #expect(outcome.skipped == nil)
        var skipped = CheckOutcome()
        skipped.skipped = "it does not exist"
        outcome.add(skipped)
        #expect(outcome.skipped == "it does not exist")
    }
}
