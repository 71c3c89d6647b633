import Foundation
import Seeding

/// The summary table of a build.
struct ReportRenderer {
    func lines(_ report: SeedReport) -> [String] {
        var table = TextTable([
            ("entity", .left), ("source", .left), ("read", .right), ("written", .right),
            ("found", .right), ("merged", .right), ("skipped", .right), ("rejected", .right),
            ("time", .right),
        ])
        for row in report.rows {
            table.append([
                row.entity, row.source, String(row.read), String(row.written), String(row.found),
                String(row.merged), String(row.skipped), String(row.rejected),
                row.duration.map(Self.text) ?? "",
            ])
        }
        return table.lines
    }

    /// A duration with three digits, in milliseconds or seconds.
    static func text(_ duration: Duration) -> String {
        let parts = duration.components
        let milliseconds = Double(parts.seconds) * 1000 + Double(parts.attoseconds) / 1e15
        return milliseconds < 1000
            ? String(format: "%.1f ms", milliseconds)
            : String(format: "%.2f s", milliseconds / 1000)
    }
}
