import ArgumentParser
import Drafting
import Files
import SQLite
import StoreFormat
import SwiftDataSource

/// `zseed plan`: drafts a plan for a reference and inputs.
struct PlanCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Draft a plan: which column becomes which attribute.",
        discussion: """
            Matches the headers of the sources with the attributes and relationships of the \
            reference, tells from the first rows how dates and numbers are written and which column \
            refers to which, and tries the plan. What it is unsure of, and what a build would stop \
            at, has a comment. Prints what became of which source, and what got nothing: on standard error \
            where the plan itself is printed. Where no column fits anything, there is no plan. Nothing is \
            changed. With `--write-schema` the first line of the plan names the schema by which editors complete and \
            check it: see `zseed schema`.
            """
    ).partOfZSeed

    @Argument(help: "A store, SQL text that makes one, or a model.")
    var reference: String

    @Argument(
        help: """
            CSV files, workbooks (every sheet is a source), SQLite databases (every table), and files of \
            the other kinds that plans read.
            """)
    var sources: [String] = []

    @OptionGroup
    var inline: InlineInputOptions

    @Option(name: [.short, .long], help: "Write the plan to a new file; paths in it begin there.")
    var output: String?

    @Flag(help: "Write the schema for editors beside the plan, with the names of the reference's model.")
    var writeSchema = false

    @Flag(
        help: """
            Go through what the draft is unsure of: the number of an answer, or Enter for the first. The plan has \
            the answers, without the comments that they settle.
            """)
    var ask = false

    @Option(help: "Take the answers from a file: a line for each question, or `Item.quantity: 2`.")
    var answers: String?

    @Flag(help: "Print the candidates for each column with their scores, and why.")
    var explain = false

    @OptionGroup
    var model: ModelOptions

    func validate() throws {
        guard !sources.isEmpty || !inline.source.isEmpty else {
            throw ValidationError("name at least one source behind the model: zseed plan MODEL FILE …")
        }
        guard !ask || answers == nil else {
            throw ValidationError("--ask and --answers exclude each other")
        }
        guard !writeSchema || output != nil else {
            throw ValidationError("--write-schema is about the file of --output, which is missing")
        }
    }

    /// Throws if an input is given before the model.
    private func checkOrder() throws {
        guard try !ModelSubject.isModel(reference), try FileStatus(path: reference) != nil,
            try !StoreFile.isSQLite(reference), !Connection.isScript(reference),
            let model = try sources.first(where: { try ModelSubject.isModel($0) })
        else { return }
        throw ValidationError("the model comes first: zseed plan \(model) \(reference) …")
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
                    "the file was there already and stays: it is not the schema of "
                        + "this plan, which `zseed schema --model \(reference) -o \(other)` writes",
                    about: other, .warning)
            }
            if !isFile { overview.forEach { Terminal.report($0) } }
        }
    }
}
