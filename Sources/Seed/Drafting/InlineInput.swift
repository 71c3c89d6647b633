import ObjectModel
import Seeding
import Inputs

/// A source of a draft that somebody says as a plan has it: `items={ command: [psql, shop, --csv, -c, "…"] }`.
package struct InlineInput: Sendable {
    /// Its name in the plan.
    package let name: String
    /// What a plan says of it, a mapping in braces.
    package let text: String

    /// Creates a source.
    package init(name: String, text: String) {
        self.name = name
        self.text = text.trimmed
    }

    /// The source as a plan's reader takes it.
    ///
    /// - Parameters:
    ///   - planFolder: where its paths begin, and programs run.
    ///   - allowsCommands: whether it may run a program.
    /// - Throws: ``SeedFailure``.
    func definition(planFolder: String, allowsCommands: Bool) throws -> SourceDefinition {
        var overrides = PlanOverrides()
        overrides.allowsCommands = allowsCommands
        let path = planFolder + "/drafted-plan.yml"
        let lines = [
            "reference: drafted", "output: drafted", "sources:", "  \(YAMLText.scalar(name)): \(text)",
            "entities: {}",
        ]
        func located(_ issue: SeedIssue) -> SeedIssue {
            var issue = issue
            if issue.location.path == path { issue.location = .init(path: "--source") }
            return issue
        }
        do {
            let plan = try PlanReader(path: path, overrides: overrides).plan(lines.joined(separator: "\n"))
            guard let source = plan.sources.first, plan.sources.count == 1 else {
                throw SeedIssue(
                    .plan(.wrongKind(expected: PlanSection.source.expectation)), at: .init(path: "--source"))
            }
            return source
        } catch let failure as SeedFailure {
            throw SeedFailure(failure.issues.map(located))
        }
    }

    /// What the plan says, with options that a look at the rows added.
    func plan(with options: [(key: String, value: String)]) -> String {
        guard !options.isEmpty, text.last == "}" else { return text }
        let added = options.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
        return String(text.dropLast()).trimmed + ", " + added + " }"
    }
}
