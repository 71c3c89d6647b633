import Comparing

/// Prints differences as text, one per line.
struct TextDiffRenderer: DiffRenderer {
    func show(_ difference: StoreDifference) { Terminal.print(Self.line(difference)) }

    func end(_ counts: [DifferenceCount], _ summary: DiffSummary) {
        if !summary.isEqual { Terminal.print("") }
        Terminal.print("\(summary.old), \(summary.new): \(summary.words)")
    }

    static func line(_ difference: StoreDifference) -> String {
        switch difference {
        case .onlyInModel(let name, let isNew): return "\(isNew ? "+" : "-") model: \(name)"
        case .metadata(let key, let old, let new):
            return "metadata: \(ValueWords.plain(key)) \(old.map(ValueWords.plain) ?? "nil") → "
                + (new.map(ValueWords.plain) ?? "nil")
        case .added(let object): return "+ " + line(object)
        case .removed(let object): return "- " + line(object)
        case .changed(let object): return line(object)
        }
    }

    private static func line(_ object: ComparedObject) -> String {
        let properties = object.properties.map { "\($0.name) \(words($0.content))" }
        let label = ValueWords.label(object)
        return properties.isEmpty ? label : label + ": " + properties.joined(separator: ", ")
    }

    static func words(_ content: ComparedObject.Property.Content) -> String {
        switch content {
        case .value(let value): return ValueWords.text(value)
        case .members(let names): return "[\(names.map(ValueWords.plain).joined(separator: ", "))]"
        case .changed(let old, let new): return "\(ValueWords.text(old)) → \(ValueWords.text(new))"
        case .changedMembers(let added, let removed, let isReordered):
            let parts =
                removed.map { "- " + ValueWords.plain($0) } + added.map { "+ " + ValueWords.plain($0) }
                + (isReordered ? ["in another order"] : [])
            return parts.joined(separator: " ")
        }
    }
}
