import Messages
import Migration

/// The effects of a pull request on a model as Markdown, for a comment or the summary of a job.
struct GuardMarkdown {
    let renderer: GuardRenderer

    /// Returns the lines of the document: first the issues, then each version entity by entity.
    func lines(_ report: GuardReport, _ model: String) -> [String] {
        var lines = ["### " + escaped("\(model): \(renderer.verdict(report))"), ""]
        guard !report.isNew || !report.issues.isEmpty else { return Array(lines.dropLast()) }
        lines.append(
            escaped(
                "Compared with \(report.base) (\(report.commit.prefix(7))); the current version is "
                    + "\(report.current)."))
        // Issues about the migration of stores are listed with their versions.
        let issues = report.issues.filter { !$0.isAboutMigration }
        if !issues.isEmpty { lines.append("") }
        lines += issues.map { issue in
            let place = [issue.path ?? model, issue.line.map(String.init)].compactMap(\.self)
            return "- **\(renderer.severity(issue).rawValue)** "
                + escaped("\(GuardRenderer.words(issue)) (\(place.joined(separator: ":")))")
        }
        for version in report.versions { lines += part(version, report) }
        return lines
    }

    private func part(_ version: GuardReport.Version, _ report: GuardReport) -> [String] {
        let verdict = GuardRenderer.words(version.verdict, to: report.current)
        var lines = ["", "#### " + escaped("Stores of \(version.name): \(verdict)")]
        // A property that needs a mapping is listed only once.
        let refused = version.differences.filter { $0.consequence == .refusal }
        let differences = version.differences.filter { difference in
            difference.consequence != .inferred
                || !refused.contains {
                    ($0.entity, $0.property) == (difference.entity, difference.property)
                }
        }
        guard !differences.isEmpty else { return lines }
        lines += ["", "| entity | what changed | what it means for users' stores |", "|---|---|---|"]
        var former: String?
        for difference in differences {
            let isFirst = difference.entity != former
            former = difference.entity
            let subject = difference.property.map { "\($0): " } ?? ""
            let cells = [
                isFirst ? difference.entity : "", subject + MigrationRenderer.words(difference),
                meaning(difference),
            ]
            lines.append("| \(cells.map(escaped).joined(separator: " | ")) |")
        }
        return lines
    }

    private func meaning(_ difference: MigrationDifference) -> String {
        if difference.consequence == .refusal { return "they do not open without a mapping" }
        guard difference.mayLose else { return "they migrate by themselves" }
        return "users lose their data there" + GuardRenderer.mirroring(difference)
    }

    private func escaped(_ text: String) -> String {
        MarkdownDiffRenderer.escaped(IssueRenderer.printable(text)).replacing("*", with: "\\*")
    }
}
