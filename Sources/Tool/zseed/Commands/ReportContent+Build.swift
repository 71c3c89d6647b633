import Comparing
import Inputs
import Messages
import Reporting
import Seeding

extension ReportContent.Section {
    /// The maximum number of listed rejected rows.
    private static let mostIssues = 1_000

    /// Creates the section about a build or its failure.
    ///
    /// - Parameters:
    ///   - report: the report of the build; nil if nothing was built.
    ///   - failure: the reason for a failed build.
    init(build report: SeedReport?, failure: Failure?) {
        var tables: [(title: String, table: ReportContent.Table)] = []
        if let report {
            let rows = report.rows.map { row in
                [row.entity, row.source]
                    + [row.read, row.written, row.found, row.merged, row.skipped, row.rejected, row.filtered]
                    .map(String.init)
            }
            tables.append(
                (
                    "",
                    ReportContent.Table(
                        headers: [
                            "entity", "source", "read", "written", "found", "merged", "skipped", "rejected",
                            "filtered",
                        ], numeric: Set(2...8), rows: rows)
                ))
        }
        let errors = failure?.errors ?? report?.issues.map { IssueDescription($0).shown } ?? []
        if !errors.isEmpty {
            tables.append((failure == nil ? "Rejected rows" : "Errors", Self.table(of: errors)))
        }
        // The warnings include those about the model and the reference.
        let warnings =
            Diagnostics.entries.filter { $0.severity == .warning }.map(\.issue.shown)
            + (report?.warnings.map { IssueDescription($0).shown } ?? [])
        if !warnings.isEmpty { tables.append(("Warnings", Self.table(of: warnings))) }
        let rejected = report?.rows.reduce(0) { $0 + $1.rejected } ?? 0
        let more = max(0, (report?.issueCount ?? errors.count) - Self.mostIssues)
        self.init(
            title: "Build",
            summary: failure != nil
                ? "not built: \(Count.text(errors.count, "error"))"
                : "built, \(Count.text(rejected, "row")) rejected"
                    + (more > 0 ? "; \(more) more are not listed" : ""),
            verdict: failure != nil ? .bad : rejected > 0 || !warnings.isEmpty ? .warned : .good,
            tables: tables)
    }

    private static func table(of issues: [IssueDescription]) -> ReportContent.Table {
        ReportContent.Table(
            headers: ["file", "line", "column", "what is wrong"], numeric: [1, 2],
            rows: issues.prefix(mostIssues).map { issue in
                [
                    issue.path, issue.line.map(String.init) ?? "", issue.column.map(String.init) ?? "",
                    issue.message,
                ]
            })
    }

    /// Creates the section about the differences between two stores.
    init(_ differences: [StoreDifference], _ summary: DiffSummary, hidden: Int) {
        let rows = differences.enumerated().sorted { one, other in
            let (a, b) = (Self.rank(one.element), Self.rank(other.element))
            return a != b ? a < b : one.offset < other.offset
        }.map(\.element).flatMap { difference -> [[String]] in
            switch difference {
            case .onlyInModel(let name, let isNew):
                return [[isNew ? "added" : "removed", "model", name, "", ""]]
            case .metadata(let key, let old, let new):
                return [["changed", "metadata", key, old ?? "nil", new ?? "nil"]]
            case .added(let object): return Self.rows(of: object, "added")
            case .removed(let object): return Self.rows(of: object, "removed")
            case .changed(let object): return Self.rows(of: object, "changed")
            }
        }
        let table = ReportContent.Table(headers: ["", "object", "property", "old", "new"], rows: rows)
        self.init(
            title: "Difference",
            summary: summary.words + (hidden > 0 ? "; \(hidden) more are not listed" : ""),
            verdict: summary.isEqual ? .good : .warned, tables: rows.isEmpty ? [] : [("", table)])
    }

    /// Returns the sort rank of a difference: changes first, then additions, then removals.
    private static func rank(_ difference: StoreDifference) -> Int {
        switch difference {
        case .onlyInModel, .metadata: 0
        case .changed: 1
        case .added: 2
        case .removed: 3
        }
    }

    private static func rows(of object: ComparedObject, _ kind: String) -> [[String]] {
        let label = ValueWords.label(object)
        let properties = object.properties.map { property -> [String] in
            let words = TextDiffRenderer.words(property.content)
            switch property.content {
            case .changed(let old, let new):
                return [property.name, ValueWords.text(old), ValueWords.text(new)]
            case .value, .members:
                return kind == "removed" ? [property.name, words, ""] : [property.name, "", words]
            case .changedMembers: return [property.name, "", words]
            }
        }
        let first = properties.first ?? ["", "", ""]
        return [[kind, label] + first] + properties.dropFirst().map { ["", ""] + $0 }
    }
}
