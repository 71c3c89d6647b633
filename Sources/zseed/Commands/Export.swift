import ArgumentParser
import Exporting
import Files
import Seeding
import StoreFormat
import SwiftDataSource

/// `zseed export`: turns a store back into CSV files and a plan.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write a store's objects as CSV files, with a plan that builds it again.",
        discussion: """
            One file per entity and one per many-to-many relationship, for people to edit, and \
            seed.yml, whose reference is the exported store. The folder appears whole or not at \
            all; the store is never changed.

            With --exact one file per table, with every value as it is stored: primary keys, \
            version counters and history included.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Option(name: [.short, .long], help: "The folder to write: a new one, or an empty one.")
    var output: String

    @Flag(help: "Write tables as they are, so that a build gives the same rows again.")
    var exact = false

    @Option(help: "A model file, for a store that carries no model.")
    var model: String?

    @OptionGroup
    var choosing: ModelOptions

    @Flag(name: [.short, .long], help: "Print nothing but warnings and errors.")
    var quiet = false

    func run() throws {
        try Failures.reported(about: store) {
            let reference = try ReferenceStore(
                path: store, modelPath: model, modelChoice: choosing.choice)
            ModelSourceRenderer.report(reference.sourceIssues)
            var inputs = InputFiles()
            inputs.addDatabase(store)
            inputs.add(ExternalValues.folder(ofStore: store))
            if let model { inputs.addModel(model) }
            let report =
                exact
                ? try ExactExporter(reference, modelPath: model, inputs: inputs)
                    .export(to: output)
                : try StoreExporter(reference, modelPath: model, inputs: inputs)
                    .export(to: output)
            for omission in report.omissions {
                Diagnostics.tell(ExportRenderer.words(omission), about: store, .warning)
            }
            guard !quiet else { return }
            for line in ExportRenderer.lines(report, path: output) { Terminal.print(line) }
        }
    }
}
