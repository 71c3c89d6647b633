import ObjectLayer
import ObjectModel
import Printing

/// Prints the transactions of a persistent history one by one.
struct HistoryPrinter {
    let isJSON: Bool
    private var count = 0
    private var changeCount = 0

    init(isJSON: Bool) { self.isJSON = isJSON }

    mutating func print(
        _ transaction: PersistentHistoryTransaction, _ changes: [PersistentHistoryChange]
    ) {
        count += 1
        changeCount += changes.count
        guard !isJSON else {
            Terminal.printData((count == 1 ? "[\n  " : ",\n  ") + Self.json(transaction, changes))
            return
        }
        var head = ["transaction \(transaction.transactionNumber)", Self.time(transaction)]
        for (name, text) in Self.facts(transaction) {
            if let text { head.append("\(name) \(text)") }
        }
        Terminal.print(head.joined(separator: "  "))
        for change in changes { Terminal.print("  " + Self.line(change)) }
    }

    func finish() {
        guard !isJSON else {
            Terminal.printData(count == 0 ? "[]\n" : "\n]\n")
            return
        }
        guard count > 0 else { return }
        Terminal.print("")
        Terminal.print(
            "\(count) \(count == 1 ? "transaction" : "transactions"), "
                + "\(changeCount) \(changeCount == 1 ? "change" : "changes")")
    }

    // MARK: Text

    private static func facts(
        _ transaction: PersistentHistoryTransaction
    ) -> [(name: String, text: String?)] {
        [
            ("author", transaction.author), ("context", transaction.contextName),
            ("bundle", transaction.bundleID), ("process", transaction.processID),
        ]
    }

    private static func time(_ transaction: PersistentHistoryTransaction) -> String {
        ISO8601Text.text(referenceSeconds: transaction.timestamp) ?? "\(transaction.timestamp)"
    }

    private static func line(_ change: PersistentHistoryChange) -> String {
        var line = "\(change.changeType) \(change.entityName)/p\(change.primaryKey)"
        if change.changeType == .update {
            line += ": " + (change.updatedProperties?.joined(separator: ", ") ?? "unknown properties")
        }
        let values = change.tombstone.sorted { $0.key.precedesInBinaryOrder($1.key) }.map {
            "\($0.key) \(text($0.value))"
        }
        return values.isEmpty ? line : line + ": " + values.joined(separator: ", ")
    }

    private static func text(_ value: PropertyValue) -> String {
        CellText(reader: .people).text(
            .value(value), TableColumn.plain)
    }

    // MARK: JSON

    private static func json(
        _ transaction: PersistentHistoryTransaction, _ changes: [PersistentHistoryChange]
    ) -> String {
        var members = [
            "\"transaction\": \(transaction.transactionNumber)",
            "\"timestamp\": \(QuotedText.json(time(transaction)))",
        ]
        for (name, text) in facts(transaction) {
            members.append("\"\(name)\": \(text.map(QuotedText.json) ?? "null")")
        }
        let lines = changes.map { "\n    " + json($0) }.joined(separator: ",")
        members.append("\"changes\": [\(lines)\(lines.isEmpty ? "" : "\n  ")]")
        return "{" + members.joined(separator: ", ") + "}"
    }

    private static func json(_ change: PersistentHistoryChange) -> String {
        var members = [
            "\"change\": \(change.changeID)", "\"type\": \"\(change.changeType)\"",
            "\"entity\": \(QuotedText.json(change.entityName))",
            "\"objectID\": \(QuotedText.json("\(change.entityName)/p\(change.primaryKey)"))",
        ]
        if change.changeType == .update {
            let names = change.updatedProperties.map { names in
                "[" + names.map(QuotedText.json).joined(separator: ", ") + "]"
            }
            members.append("\"updatedProperties\": \(names ?? "null")")
        }
        if change.changeType == .delete {
            let values = change.tombstone.sorted { $0.key.precedesInBinaryOrder($1.key) }.map {
                QuotedText.json($0.key) + ": " + CellText.json(.value($0.value), TableColumn.plain)
            }
            members.append("\"tombstone\": {\(values.joined(separator: ", "))}")
        }
        return "{" + members.joined(separator: ", ") + "}"
    }
}
