import Inputs
import ObjectModel
import Seeding

/// An input that is given as a plan would define it: `items={ command: [psql, shop, --csv, -c, "…"] }`.
package struct InlineInput: Sendable {
    /// The input's name in the plan.
    package let name: String
    /// The input's definition in a plan, a mapping in braces.
    package let text: String

    /// Creates an input.
    package init(name: String, text: String) {
        self.name = name
        // A plain `-` begins an item of a YAML list, and so is no path.
        self.text = text.trimmed.replacing(#/: +- *([,}])/#) { ": \"-\" \($0.1)" }
    }

    /// Returns the input's definition as the plan reader parses it.
    ///
    /// - Parameters:
    ///   - planFolder: the folder that relative paths start in and commands run in.
    ///   - allowsCommands: whether the input may run a command.
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

    /// Returns the definition in the plan, with options that the survey of the rows added.
    func plan(with options: [(key: String, value: String)]) -> String {
        guard !options.isEmpty, text.last == "}" else { return text }
        var (text, added) = (text, options)
        if let shape = text.firstMatch(of: #/[{,]\s*shape:\s*\{/#) {
            let ofShape = added.filter { PlanSection.shape.names.contains($0.key) }
            added.removeAll { PlanSection.shape.names.contains($0.key) }
            text.insert(
                contentsOf: ofShape.map { " \($0.key): \($0.value)," }.joined(), at: shape.range.upperBound)
        }
        return ([String(text.dropLast()).trimmed] + Self.written(added)).joined(separator: ", ") + " }"
    }

    /// Returns options as entries of a plan. Those of `shape:` are in one mapping, at the place of the first of them.
    static func written(_ options: [(key: String, value: String)]) -> [String] {
        func entry(_ option: (key: String, value: String)) -> String { "\(option.key): \(option.value)" }
        let shape = options.filter { PlanSection.shape.names.contains($0.key) }
        return options.compactMap { option in
            guard PlanSection.shape.names.contains(option.key) else { return entry(option) }
            guard option.key == shape.first?.key else { return nil }
            return "shape: { \(shape.map(entry).joined(separator: ", ")) }"
        }
    }
}
