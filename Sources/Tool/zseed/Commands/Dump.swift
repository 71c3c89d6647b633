import ArgumentParser
import Comparing
import Messages
import ObjectModel
import SwiftDataSource

/// `zseed dump`: prints all objects of a store as text for comparison line by line.
struct Dump: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump",
        abstract: "Show all objects as sorted text, for git diff.",
        discussion: """
            The app's metadata, then entity by entity each object with its values and the objects of its \
            relationships. Objects are named and sorted by their identifying values, so stores with equal \
            content give equal text, even if their primary keys differ. With a line in .gitattributes, `git \
            diff` shows changes in a store; see docs/guides/comparing.md.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @OptionGroup
    var options: ComparisonOptions

    func run() throws {
        try options.reported(about: store) {
            let dump = StoreDump(
                ComparedStore(path: store, model: try options.model.app()), choice: options.choice)
            let lines = LineBuffer()
            // Objects that were read before an error are printed.
            defer { lines.flush() }
            try dump.run(
                metadata: { entries in
                    guard !entries.isEmpty else { return }
                    lines.print("metadata")
                    for entry in entries {
                        lines.print("  \(ValueWords.plain(entry.key)): \(ValueWords.plain(entry.value))")
                    }
                    lines.print("")
                }
            ) { object in
                // A primary key, which belongs only to this store, would make equal contents differ.
                lines.add(object.entity)
                if let name = object.name {
                    lines.add(" ")
                    lines.add(QuotedText.json(name))
                }
                lines.endLine()
                for property in object.properties {
                    switch property.content {
                    case .value(let value):
                        lines.add("  ")
                        lines.add(property.name)
                        lines.add(": ")
                        lines.print(ValueWords.text(value))
                    case .members(let names):
                        lines.print("  \(property.name):")
                        for name in names { lines.print("    \(ValueWords.plain(name))") }
                    case .changed, .changedMembers: break
                    }
                }
                lines.print("")
                if Terminal.failure != nil { throw ExitStatus.machine.code }
            }
        }
    }
}
