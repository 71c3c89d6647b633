import Inputs
import Messages
import Testing

@Suite("Exit codes")
struct ExitStatusTests {
    @Test(
        "Exit code 3 outweighs 2, and 2 outweighs 1, in any order of errors",
        arguments: [
            ([.data], 1), ([.plan], 2), ([.machine], 3), ([.data, .data], 1), ([.data, .plan], 2),
            ([.plan, .data], 2), ([.data, .machine], 3), ([.machine, .data], 3),
            ([.plan, .machine], 3), ([.machine, .plan], 3), ([.data, .machine, .plan], 3),
        ] as [([SeedIssue.Fault], Int32)])
    func issues(faults: [SeedIssue.Fault], code: Int32) {
        let issues = faults.map {
            SeedIssue(.value(.missingValue), at: .init(path: "items.csv", line: 2), fault: $0)
        }
        #expect(ExitStatus.of(issues).rawValue == code)
    }
}
