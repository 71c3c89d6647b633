import CommandSupport
import Foundation
import TestSupport
import Testing

@Suite("Invalid objects and relationships in zseed build")
struct ObjectErrorTests {
    /// One mistake, and the errors of the command.
    struct Mistake: Sendable, CustomTestStringConvertible {
        let id: String
        let plan: Kitchen.Plan
        let rows: String?
        let more: String?
        let errors: [String]

        init(
            _ id: String, _ plan: Kitchen.Plan, rows: String? = nil, more: String? = nil,
            _ errors: String...
        ) {
            self.id = id
            self.plan = plan
            self.rows = rows
            self.more = more
            self.errors = errors
        }

        var testDescription: String { id }

        func kitchen() throws -> Kitchen {
            switch (rows, more) {
            case (let rows?, _): try Kitchen(plan, rows: rows)
            case (nil, let more?): try Kitchen(plan, more: more)
            case (nil, nil): try Kitchen(plan)
            }
        }
    }

    private func check(_ mistake: Mistake, status: Int32) throws {
        let kitchen = try mistake.kitchen()
        let before = try files(in: kitchen.path)
        let result = try Zseed.run("build", "plan.yml", in: kitchen.path)
        #expect(result.errors.split(separator: "\n").map(String.init) == mistake.errors)
        #expect(result.status == status)
        #expect(result.output == "")
        #expect(try files(in: kitchen.path) == before)
    }

    @Test("Mistakes in the plan have exit code 2", arguments: planMistakes)
    func plan(mistake: Mistake) throws { try check(mistake, status: 2) }

    @Test("Mistakes in rows have their place and exit code 1", arguments: rowMistakes)
    func rows(mistake: Mistake) throws { try check(mistake, status: 1) }
}
