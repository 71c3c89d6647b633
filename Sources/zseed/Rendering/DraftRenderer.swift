import Drafting

/// What a draft makes of which source, for people.
struct DraftRenderer {
    /// A table of the sources, what got nothing, and what to do next.
    ///
    /// - Parameter path: the plan's; nil where it goes into a stream.
    func lines(_ summary: DraftSummary, path: String?, runsCommands: Bool = false) -> [String] {
        guard !summary.sources.isEmpty else { return [] }
        var table = TextTable([
            ("source", .left), ("rows", .right), ("becomes", .left), ("columns", .right), ("unsure", .right),
        ])
        for source in summary.sources {
            table.append([
                source.name, (source.isCut ? "first " : "") + String(source.rows),
                source.subject ?? "nothing", "\(source.used) of \(source.columns)",
                source.guesses == 0 ? "" : String(source.guesses),
            ])
        }
        var lines = table.lines + [""]
        for source in summary.sources where !source.unused.isEmpty {
            lines.append("\(source.name): nothing fits \(Self.list(source.unused))")
        }
        for entity in summary.entities {
            lines.append("\(entity.name): no column for \(Self.list(entity.open))")
        }
        if !summary.without.isEmpty { lines.append("no source for \(Self.list(summary.without))") }
        lines.append("next: zseed build \(path ?? "seed.yml")\(runsCommands ? " --allow-commands" : "")")
        return lines
    }

    /// The same of a drafted model: what each source became, what was guessed, and what to do next.
    ///
    /// - Parameter plan: its path; nil where none is written.
    func lines(
        _ outcomes: [ModelDrafter.Outcome], plan: String?, runsCommands: Bool = false
    ) -> [String] {
        var table = TextTable([
            ("source", .left), ("rows", .right), ("becomes", .left), ("attributes", .right),
            ("relationships", .left),
        ])
        for outcome in outcomes {
            table.append([
                outcome.source, String(outcome.rows), outcome.subject ?? "nothing",
                outcome.attributes == 0 ? "" : String(outcome.attributes), Self.list(outcome.relationships),
            ])
        }
        var lines = table.lines + [""]
        for outcome in outcomes { lines += outcome.remarks.map { "\(outcome.source): \($0)" } }
        if let plan { lines.append("next: zseed build \(plan)\(runsCommands ? " --allow-commands" : "")") }
        return lines
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }
}
