import Comparing
import ObjectModel

/// Prints differences as one JSON document.
final class JSONDiffRenderer: DiffRenderer {
    private let old: String
    private let new: String
    private var isFirst = true

    init(old: String, new: String) {
        self.old = old
        self.new = new
    }

    func begin() {
        Terminal.printData(
            "{\n  \"old\": \(QuotedText.json(old)),\n  \"new\": \(QuotedText.json(new)),\n  \"differences\": ["
        )
    }

    func show(_ difference: StoreDifference) {
        Terminal.printData((isFirst ? "\n    " : ",\n    ") + Self.json(difference))
        isFirst = false
    }

    func end(_ counts: [DifferenceCount], _ summary: DiffSummary) {
        let entries = counts.map { count in
            "    {\"entity\": \(QuotedText.json(count.entity)), \"sameBy\": \"\(count.rule)\", "
                + "\"removed\": \(count.removed), \"added\": \(count.added), \"changed\": \(count.changed)}"
        }
        Terminal.printData(
            (isFirst ? "]" : "\n  ]") + ",\n  \"entities\": ["
                + (entries.isEmpty ? "]" : "\n" + entries.joined(separator: ",\n") + "\n  ]")
                + ",\n  \"isEqual\": \(summary.isEqual)\n}\n")
    }

    private static func json(_ difference: StoreDifference) -> String {
        switch difference {
        case .onlyInModel(let name, let isNew):
            return "{\"kind\": \"model\", \"name\": \(QuotedText.json(name)), \"isNew\": \(isNew)}"
        case .metadata(let key, let old, let new):
            return "{\"kind\": \"metadata\", \"key\": \(QuotedText.json(key)), "
                + "\"old\": \(old.map(QuotedText.json) ?? "null"), \"new\": \(new.map(QuotedText.json) ?? "null")}"
        case .added(let object): return json("added", object)
        case .removed(let object): return json("removed", object)
        case .changed(let object): return json("changed", object)
        }
    }

    private static func json(_ kind: String, _ object: ComparedObject) -> String {
        let properties = object.properties.map {
            "{\"name\": \(QuotedText.json($0.name)), \(json($0.content))}"
        }
        return "{\"kind\": \"\(kind)\", \"entity\": \(QuotedText.json(object.entity)), "
            + "\"name\": \(object.name.map(QuotedText.json) ?? "null"), \"primaryKey\": \(object.primaryKey), "
            + "\"properties\": [\(properties.joined(separator: ", "))]}"
    }

    private static func json(_ content: ComparedObject.Property.Content) -> String {
        func list(_ names: [String]) -> String { "[\(names.map(QuotedText.json).joined(separator: ", "))]" }
        return switch content {
        case .value(let value): "\"value\": \(ValueWords.json(value))"
        case .members(let names): "\"members\": \(list(names))"
        case .changed(let old, let new): "\"old\": \(ValueWords.json(old)), \"new\": \(ValueWords.json(new))"
        case .changedMembers(let added, let removed, let isReordered):
            "\"added\": \(list(added)), \"removed\": \(list(removed)), \"isReordered\": \(isReordered)"
        }
    }
}
