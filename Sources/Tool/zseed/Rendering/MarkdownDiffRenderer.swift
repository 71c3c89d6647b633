import Comparing

/// Prints differences as a Markdown table.
struct MarkdownDiffRenderer: DiffRenderer {
    func begin() {
        Terminal.print("| object | property | old | new |")
        Terminal.print("|---|---|---|---|")
    }

    func show(_ difference: StoreDifference) {
        for cells in Self.rows(difference) {
            Terminal.print("| \(cells.map(Self.escaped).joined(separator: " | ")) |")
        }
    }

    func end(_ counts: [DifferenceCount], _ summary: DiffSummary) {
        Terminal.print("")
        Terminal.print(Self.escaped("\(summary.old), \(summary.new): \(summary.words)"))
    }

    private static func rows(_ difference: StoreDifference) -> [[String]] {
        switch difference {
        case .onlyInModel(let name, let isNew):
            return [[name, "", isNew ? "" : "in the model", isNew ? "in the model" : ""]]
        case .metadata(let key, let old, let new):
            return [["metadata", key, old.map(ValueWords.plain) ?? "", new.map(ValueWords.plain) ?? ""]]
        case .added(let object): return [["**+** " + ValueWords.label(object), "", "", summary(object)]]
        case .removed(let object): return [["**−** " + ValueWords.label(object), "", summary(object), ""]]
        case .changed(let object):
            return object.properties.enumerated().map { index, property in
                let label = index == 0 ? ValueWords.label(object) : ""
                switch property.content {
                case .changed(let old, let new):
                    return [label, property.name, ValueWords.text(old), ValueWords.text(new)]
                case .changedMembers(let added, let removed, let isReordered):
                    let now = added.map(ValueWords.plain) + (isReordered ? ["in another order"] : [])
                    return [
                        label, property.name, removed.map(ValueWords.plain).joined(separator: ", "),
                        now.joined(separator: ", "),
                    ]
                case .value, .members: return [label, property.name, "", ""]
                }
            }
        }
    }

    private static func summary(_ object: ComparedObject) -> String {
        object.properties.map { "\($0.name) \(TextDiffRenderer.words($0.content))" }.joined(separator: ", ")
    }

    /// Returns a text in which nothing ends a cell or begins markup.
    static func escaped(_ text: String) -> String {
        var result = ""
        for character in text {
            switch character {
            case "|", "`", "<", "[", "]", "_", "~", "\\": result += "\\" + String(character)
            default: result.append(character)
            }
        }
        return result
    }
}
