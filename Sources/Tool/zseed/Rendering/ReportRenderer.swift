import Seeding

/// The summary table of a build.
struct ReportRenderer {
    /// Returns a line for each row of the report. The columns for skipped kinds of rows are shown only if needed.
    func lines(_ report: SeedReport) -> [String] {
        let hasFiltered = report.rows.contains { $0.filtered > 0 }
        let hasBlank = report.rows.contains { $0.blank > 0 }
        var headers: [(String, TextTable.Alignment)] = [
            ("entity", .left), ("source", .left), ("read", .right), ("written", .right),
            ("found", .right), ("merged", .right), ("skipped", .right), ("rejected", .right),
        ]
        if hasFiltered { headers.append(("filtered", .right)) }
        if hasBlank { headers.append(("blank", .right)) }
        var table = TextTable(headers + [("time", .right)])
        for row in report.rows {
            let counts =
                [row.read, row.written, row.found, row.merged, row.skipped, row.rejected]
                + (hasFiltered ? [row.filtered] : []) + (hasBlank ? [row.blank] : [])
            table.append(
                [row.entity, row.source] + counts.map(String.init)
                    + [row.milliseconds.map(Self.text) ?? ""])
        }
        return table.lines
    }

    /// Returns a duration in milliseconds or seconds, with about three digits.
    static func text(_ duration: Duration) -> String { text(duration.milliseconds) }

    private static func text(_ milliseconds: Double) -> String {
        milliseconds < 1000
            ? String(format: "%.1f ms", milliseconds)
            : String(format: "%.2f s", milliseconds / 1000)
    }
}
