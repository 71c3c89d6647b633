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
        return lines + [
            Self.next(
                summary.stops, path: path, runsCommands: runsCommands, firstLine: firstLine)
        ]
    }

    /// Returns the next step: building the plan, or first deciding a line that stops the build.
    private static func next(
        _ stops: [DraftSummary.Stop], path: String?, runsCommands: Bool, firstLine: Int = 1
    ) -> String {
        let file = path ?? "seed.yml"
        guard let stop = stops.first else {
            let save = path == nil ? "save the plan with -o \(file), then " : ""
            return "next: \(save)zseed build \(file)\(runsCommands ? " --allow-commands" : "")"
        }
        let more = stops.count > 1 ? " (and \(stops.count - 1) more)" : ""
        let place = "line \(stop.line + firstLine - 1)" + (stop.subject.isEmpty ? "" : ", \(stop.subject)")
        return "decide first: \(file), \(place): \(stop.reason)\(more)"
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
                        candidates.insert("→ \(chosen): the values fit, or nothing else remains", at: 0)
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
        _ draft: ModelDrafter.Draft, plan: String?, runsCommands: Bool = false
    ) -> [String] {
        let outcomes = draft.outcomes
        var table = TextTable([
            ("source", .left), ("rows", .right), ("becomes", .left), ("attributes", .right),
            ("relationships", .left),
        ])
        for outcome in outcomes {
            table.append([
                outcome.source, outcome.rows.map(String.init) ?? "", outcome.subject ?? "nothing",
                outcome.attributes == 0 ? "" : String(outcome.attributes), Self.list(outcome.relationships),
            ])
        }
        var lines = table.lines + [""]
        for outcome in outcomes { lines += outcome.remarks.map { "\(outcome.source): \($0)" } }
        if plan != nil || !draft.stops.isEmpty {
            lines.append(Self.next(draft.stops, path: plan ?? "its plan", runsCommands: runsCommands))
        }
        return lines
    }

    /// Returns the same for an update: the changes, the new version, and the next steps.
    ///
    /// - Parameters:
    ///   - version: the model's new version, or nil if it needs none.
    ///   - plan: the path of the plan, or nil if none is kept up to date.
    func lines(
        _ update: ModelUpdate, model: String, version: String?, plan: String?, runsCommands: Bool = false
    ) -> [String] {
        var lines = update.changes
        if let version {
            lines.append("\(model): \(version) is the new current version")
        } else {
            lines.append(
                update.changes.isEmpty
                    ? "\(model): nothing new, so it stays as it is"
                    : "\(model): no new tables or columns, so it stays as it is")
        }
        guard let plan else { return lines }
        if update.plan != nil { lines.append("\(plan): new lines for them") }
        lines += update.openLines.map { "add to \(plan): \($0)" }
        guard update.openLines.isEmpty || !update.stops.isEmpty else { return lines }
        return lines + [Self.next(update.stops, path: plan, runsCommands: runsCommands)]
    }

    private static func list(_ names: [String]) -> String {
        names.prefix(12).joined(separator: ", ") + (names.count > 12 ? " and \(names.count - 12) more" : "")
    }
}
