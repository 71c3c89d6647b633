import ArgumentParser
import Messages
import ObjectLayer
import ObjectModel
import Seeding
import StoreFormat

/// `zseed metadata`: shows and changes an app's own metadata in a store.
struct MetadataCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "metadata",
        abstract: "Show or change the metadata that an app stores.",
        discussion: """
            Without keys, all entries except Core Data's own are shown. KEY shows one entry, KEY=VALUE sets \
            one: `true` and `false` are booleans, digits are numbers, other values are texts. A prefix sets \
            the type: text:, integer:, real:, boolean:, date: (ISO 8601) or data: (hexadecimal).

            All changes are made at once or not at all. See docs/guides/metadata.md.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Argument(help: ArgumentHelp("Entries to show or to set.", valueName: "key[=value]"))
    var entries: [String] = []

    @Option(help: ArgumentHelp("Remove an entry.", valueName: "key"))
    var delete: [String] = []

    @OptionGroup
    var printing: PrintOptions

    func validate() throws {
        for entry in entries where entry.hasPrefix("=") || entry.isEmpty {
            throw ValidationError("'\(entry)' has no key")
        }
        let changed = try changes.map(\.key) + delete
        if Set(changed).count < changed.count {
            throw ValidationError("a key is set twice, or set and removed")
        }
        let own = PersistentStoreCoordinator.reservedMetadataKeys
        if let key = changed.first(where: { own.contains($0) }) {
            throw ValidationError("\(key) belongs to Core Data and cannot be changed")
        }
    }

    private var changes: [(key: String, value: PropertyList)] {
        get throws {
            try entries.compactMap { entry in
                guard let mark = entry.firstIndex(of: "=") else { return nil }
                let text = String(entry[entry.index(after: mark)...])
                guard let value = MetadataText.value(text) else {
                    throw ValidationError("'\(entry)': the value does not fit its prefix")
                }
                return (String(entry[..<mark]), value)
            }
        }
    }

    func run() throws {
        try Failures.reported(about: store) {
            let edit = MetadataEdit(path: store)
            var present = try edit.entries()
            let changes = try changes
            let missing = (entries.filter { !$0.contains("=") } + delete).filter { present[$0] == nil }
            guard missing.isEmpty else {
                throw Failure(
                    errors: missing.map {
                        IssueDescription(
                            path: store, reason: "noMetadataKey",
                            message: "the metadata has no '\(IssueRenderer.printable($0))'")
                    }, status: .data)
            }
            if !changes.isEmpty || !delete.isEmpty {
                var values: [String: PropertyList?] = [:]
                for change in changes { values[change.key] = .some(change.value) }
                for key in delete { values[key] = .some(nil) }
                for (key, value) in values { present[key] = value }
                return try edit.set(values) {
                    if !printing.quiet { show(present) }
                    try Terminal.requireOutput()
                }
            }
            if !printing.quiet { show(present) }
        }
    }

    private func show(_ present: [String: PropertyList]) {
        var keys = entries.map { entry in String(entry.prefix { $0 != "=" }) }
        if keys.isEmpty, delete.isEmpty {
            keys = present.keys.filter(StoreMetadata.isOfApp).sortedInBinaryOrder()
        }
        let shown = keys.compactMap { key in present[key].map { (key, $0) } }
        guard !printing.json else {
            let lines = shown.map { key, value in
                "  \(QuotedText.json(key)): {\"type\": \"\(MetadataText.type(value))\", "
                    + "\"value\": \(MetadataText.json(value))}"
            }
            return Terminal.printData(
                lines.isEmpty ? "{}\n" : "{\n" + lines.joined(separator: ",\n") + "\n}\n")
        }
        for (key, value) in shown {
            Terminal.print(
                "\(ValueWords.plain(key)) = \(MetadataText.text(value))  (\(MetadataText.type(value)))")
        }
    }
}
