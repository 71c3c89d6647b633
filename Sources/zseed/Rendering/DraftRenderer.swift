import Drafting

/// What a draft makes of which source, for people.
struct DraftRenderer {
    /// A table of the sources, what got nothing, and what to do next.
    ///
    /// - Parameters:
    ///   - path: the plan's; nil where it goes into a stream.
    ///   - firstLine: the number of the draft's first line in the plan.
    func lines(
        _ summary: DraftSummary, path: String?, runsCommands: Bool = false, firstLine: Int = 1
    ) -> [String] {
        guard !summary.sources.isEmpty else { return [] }
        var table = TextTable([
            ("source", .left), ("rows", .right), ("becomes", .left), ("columns", .right), ("unsure", .right),
        ])
        for source in summary.sources {
            table.append([
                source.name, (source.isCut ? "first " : "") + String(source.rows),
                source.subject ?? "nothing", "\(source.used) of \(source.columns)",
                source.doubts == 0 ? "" : String(source.doubts),
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
        for doubt in summary.doubts { lines.append("unsure: \(doubt)") }
        if let stop = summary.stops.first {
            let more = summary.stops.count > 1 ? " (and \(summary.stops.count - 1) more)" : ""
            let place =
                "line \(stop.line + firstLine - 1)" + (stop.subject.isEmpty ? "" : ", \(stop.subject)")
            lines.append("decide first: \(path ?? "seed.yml"), \(place): \(stop.reason)\(more)")
            return lines
        }
        lines.append("next: zseed build \(path ?? "seed.yml")\(runsCommands ? " --allow-commands" : "")")
        return lines
    }

    /// The candidates for each column, those of the plan with an arrow.
    func lines(_ explanation: DraftExplanation) -> [String] {
        explanation.sources.flatMap { source -> [String] in
            let entities = source.entities.map { "\($0.name) \($0.score)" }.joined(separator: ", ")
            let width = source.columns.map(\.name.count).max() ?? 0
            return ["\(source.name): \(entities.isEmpty ? "no entity fits" : entities)"]
                + source.columns.flatMap { column -> [String] in
                    let name = column.name + String(repeating: " ", count: width - column.name.count)
                    var candidates = column.candidates.map { candidate in
                        "\(candidate.name == column.chosen ? "→" : " ") \(candidate.name) \(candidate.score): "
                            + candidate.reasons.joined(separator: ", ")
                    }
                    if let chosen = column.chosen, !column.candidates.contains(where: { $0.name == chosen }) {
                        candidates.insert("→ \(chosen): what is left, or what its values show", at: 0)
                    }
                    return candidates.isEmpty
                        ? ["  \(name)  nothing"]
                        : candidates.enumerated().map { place, text in
                            "  " + (place == 0 ? name : String(repeating: " ", count: width)) + "  " + text
                        }
                } + [""]
        }
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
