import Drafting

/// Describes a draft for people: the result for each input.
struct DraftRenderer {
    /// Returns a table of the inputs, the parts without a match, and the next steps.
    ///
    /// - Parameters:
    ///   - path: the path of the plan; nil if it is written to a stream.
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

    /// Returns the candidates for each column, with those in the plan marked by an arrow.
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

    /// Returns the same for a drafted model: the result for each input, the assumptions, and the next steps.
    ///
    /// - Parameter plan: the path of the plan; nil if none is written.
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
