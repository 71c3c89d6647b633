import ArgumentParser
import Drafting
import Files
import Messages
import SQLite
import StoreFormat
import SwiftDataSource

/// `zseed plan`: drafts a plan for a reference and inputs.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Draft a plan that maps columns to attributes.",
        discussion: """
            Matches the headers of the sources with the attributes and relationships of the reference, \
            infers the formats of dates and numbers and the references between columns from the first rows, \
            and tries the plan. Uncertain lines, and lines at which a build would stop, have a comment. \
            Prints the result for each source and the columns and attributes without a match, on standard \
            error if the plan itself is printed. If no column matches, no plan is written. Nothing is \
            changed. With `--write-schema`, the first line of the plan names the schema with which editors \
            complete and check it: see `zseed schema`.
            """
    ).partOfZSeed

    @Argument(help: "A store, SQL text that creates one, or a model.")
    var reference: String

    @Argument(
        help: """
            CSV files, workbooks (every sheet is a source), SQLite databases (every table), and files of \
            the other kinds that plans read. `-` is standard input, for text that you paste.
            """)
    var sources: [String] = []

    @OptionGroup
    var inline: InlineInputOptions

    @Option(
        name: [.short, .long], help: "Write the plan to a new file. Its paths are relative to that file.")
    var output: String?

    @Flag(help: "Write the schema for editors beside the plan, with the names of the reference's model.")
    var writeSchema = false

    @Flag(
        help: """
            Ask about each uncertain line: enter the number of an answer, or press Enter for the first. The \
            plan contains the answers instead of the comments.
            """)
    var ask = false

    @Option(
        help: """
            Read the answers from a file: a line for each question, or lines such as `Item.quantity: 2`.
            """)
    var answers: String?

    @Flag(help: "Print the candidates for each column with their scores, and why.")
    var explain = false

    @OptionGroup
    var model: ModelOptions

    func validate() throws {
        guard !sources.isEmpty || !inline.source.isEmpty else {
            throw ValidationError("add at least one source after the model: zseed plan MODEL FILE …")
        }
        guard !ask || !sources.contains("-") else {
            throw ValidationError("--ask reads from standard input, as the source `-` does: use --answers")
        }
        guard !ask || answers == nil else {
            throw ValidationError("--ask and --answers exclude each other")
        }
        guard !writeSchema || output != nil else {
            throw ValidationError("--write-schema needs --output")
        }
    }

    /// Throws if an input is given before the model.
    private func checkOrder() throws {
        guard try !ModelSubject.isModel(reference), try FileStatus(path: reference) != nil,
            try !StoreFile.isSQLite(reference), !Connection.isScript(reference),
            let model = try sources.first(where: { try ModelSubject.isModel($0) })
        else { return }
        throw ValidationError("the model must be first: zseed plan \(model) \(reference) …")
    }

    func run() throws {
        try Failures.reported(about: reference) {
            try checkOrder()
            if let output { try PlanFile.check(output) }
            let store = try ReferenceStore(
                path: reference, modelPath: model.path, modelChoice: model.choice)
            ModelSourceRenderer.report(store.modelIssues)
            // The reference is now an input, even if it is a folder, so the plan must not replace it.
            if let output { try PlanFile.check(output) }
            let isFile = try output.map { try FileStatus(path: $0)?.isStream != true } ?? false
            let folder = isFile ? output.map { FilePath($0).folder.text } ?? "." : "."
            let drafter = try PlanDrafter(
                store, modelPath: model.path, sources: sources, inline: try inline.sources,
                allowsCommands: inline.allowCommands, planFolder: folder,
                issueText: { PrivatePath.shown(IssueRenderer().reason($0)) })
            var planDraft = try drafter.planDraft()
            if let answers {
                try DraftAnswers(path: answers).settle(&planDraft)
            } else if ask {
                DraftInterview { isFile ? Terminal.print($0) : Terminal.report($0) }.ask(&planDraft)
            }
            let (draft, summary) = try planDraft.finished()
            let name = PlanFile.schemaName(forPlan: isFile ? output : nil)
            // Editors use the file named in the first line.
            let text = writeSchema ? "# yaml-language-server: $schema=\(name)\n" + draft : draft
            let overview =
                (explain ? DraftRenderer().lines(drafter.explanation()) : [])
                + DraftRenderer().lines(
                    summary, path: isFile ? output : nil, runsCommands: inline.runsCommands,
                    firstLine: writeSchema ? 2 : 1)
            guard let output else {
                Terminal.printData(text)
                return overview.forEach { Terminal.report($0) }
            }
            let schema = writeSchema && isFile ? try JSONText.of(PlanSchema(store).schema) + "\n" : nil
            if isFile {
                for line in overview { Terminal.print(line) }
                try Terminal.requireOutput()
            }
            let other = try PlanFile.write(text, schema: schema, to: output)
            if let other {
                Diagnostics.emit(
                    "the file already exists and is kept: it is not the schema of "
                        + "this plan, which `zseed schema --model \(reference) -o \(other)` writes",
                    about: other, .warning)
            }
            if !isFile { overview.forEach { Terminal.report($0) } }
        }
    }
}
