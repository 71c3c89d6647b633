import ArgumentParser
import Foundation
import StoreFormat

/// `zseed inspect`: prints what a store says of itself.
struct Inspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Show the entities, tables and metadata of a store.")

    @Argument(help: "The store, or SQL text that makes one.")
    var store: String

    @Flag(help: "Print JSON, for programs.")
    var json = false

    func run() throws {
        try Failures.reported {
            let reference = try ReferenceStore(path: store)
            let description = try StoreDescription(reference)
            if json {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
                Terminal.print(String(decoding: try encoder.encode(description), as: UTF8.self))
            } else {
                for line in description.lines { Terminal.print(line) }
            }
        }
    }
}
