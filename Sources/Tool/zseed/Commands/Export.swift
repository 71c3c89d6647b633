import ArgumentParser
import Exporting
import Messages
import StoreFormat
import SwiftDataSource

/// `zseed export`: converts a store to CSV files and a plan.
struct Export: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "export",
        abstract: "Write objects as CSV files or as a plain database.",
        discussion: """
            One file per entity and one per many-to-many relationship, for people to edit, and seed.yml, \
            whose reference is the exported store. The folder is written completely or not at all; the store \
            is never changed.

            With --exact, one file per table, with every value as it is stored, including primary keys, \
            version counters and history.

            With --to, one SQLite database instead of a folder, for programs that do not know Core Data: \
            tables and columns with the names of the model, dates as text, foreign keys, and a table for \
            each many-to-many relationship. `zseed plan STORE PLAIN.sqlite` drafts the plan that builds the \
            store from it again. With --views, the SQL text of views that show the store itself in the same \
            way.
            """
    ).partOfZSeed

    @Argument(help: "The store.")
    var store: String

    @Option(name: [.short, .long], help: "The folder to write, which must be new or empty.")
    var output: String?

    @Option(
        help: ArgumentHelp(
            "Write a plain SQLite database instead. An existing file is replaced.", valueName: "database"))
    var to: String?

    @Flag(help: "Print CREATE VIEW statements instead, for reading the store in place.")
    var views = false

    @Flag(help: "With --views: temporary views, so that nothing is written into the store.")
    var temporary = false

    @Flag(help: "Write tables as they are stored, so that a build gives the same rows again.")
    var exact = false

    @Flag(name: .customLong("bom"), help: "Begin each CSV file with a byte order mark, for Excel.")
    var writesByteOrderMarks = false

    @OptionGroup
    var model: ModelOptions

    @Flag(name: [.short, .long], help: HelpText.quiet)
    var quiet = false

    func validate() throws {
        let chosen = [output != nil, to != nil, views].count { $0 }
        guard chosen == 1 else {
            throw ValidationError(
                chosen == 0
                    ? "the target is missing: --output for a folder, --to for a database, or --views"
                    : "--output, --to and --views exclude each other")
        }
        guard !exact || output != nil else {
            throw ValidationError("--exact needs --output")
        }
        guard !writesByteOrderMarks || output != nil && !exact else {
            throw ValidationError("--bom needs --output, without --exact")
        }
        guard !temporary || views else { throw ValidationError("--temporary needs --views") }
    }

    func run() throws {
        try Failures.reported(about: store) {
            let reference = try ReferenceStore(
                path: store, modelPath: model.path, modelChoice: model.choice)
            ModelSourceRenderer.report(reference.modelIssues)
            if views {
                return Terminal.printData(try StoreViews(reference, isTemporary: temporary).text())
            }
            guard let output else {
                _ = try PlainExporter(reference).export(to: to ?? "", reporting: printResults)
                return
            }
            _ =
                exact
                ? try ExactExporter(reference, modelPath: model.path).export(
                    to: output, reporting: printResults)
                : try StoreExporter(
                    reference, modelPath: model.path, writesByteOrderMarks: writesByteOrderMarks
                ).export(to: output, reporting: printResults)
        }
    }

    private func printResults(_ report: ExportReport) throws {
        for omission in report.omissions {
            Diagnostics.emit(ExportRenderer.words(omission), about: store, .warning)
        }
        guard !quiet else { return }
        let lines = ExportRenderer.lines(
            report, path: output ?? to ?? report.path, part: to == nil ? "file" : "table")
        for line in lines { Terminal.print(line) }
        try Terminal.requireOutput()
    }
}
