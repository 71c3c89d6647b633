import ArgumentParser
import CodeGeneration
import Drafting
import Files
import Inputs
import Messages
import ObjectModel

/// `zseed model`: drafts a model from a database or files without a model.
struct ModelCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "model",
        abstract: "Draft a model from a database or files, and its plan.",
        discussion: """
            Tables become entities. Columns become attributes, whose types follow from the declarations and \
            from all values. Foreign keys and columns with the keys of other tables become to-one \
            relationships with inverses, tables of pairs become many-to-many relationships, and keys and \
            unique indexes become uniqueness constraints. Prints the result for each source, and all \
            guesses. `--plan` writes a tested plan that builds a store of the model with all rows. Nothing \
            is changed, except with `--update`: if the database has new tables or columns, the model gets a \
            new version with them, and the plan gets new lines. Your own names, types and removals are kept.
            """
    ).partOfZSeed

    @Argument(
        help: """
            SQLite databases (every table), SQL text that creates one, CSV files, workbooks (every sheet), \
            and files \
            of the other kinds that plans read.
            """)
    var sources: [String] = []

    @OptionGroup
    var inline: InlineInputOptions

    @Option(
        name: [.short, .long],
        help: "Write the model to a new App.xcdatamodeld for Core Data, or a new Models.swift for SwiftData.")
    var output: String

    @Option(help: "Write the plan to a new file. Its paths are relative to that file.")
    var plan: String?

    @Option(help: "Leave out a table, or another source; may be repeated.")
    var without: [String] = []

    @Flag(help: "Add what is new in the sources to the .xcdatamodeld, as a new version, and to the plan.")
    var update = false

    func validate() throws {
        guard !sources.isEmpty || !inline.source.isEmpty else {
            throw ValidationError("add at least one source")
        }
        // Unreadable files are reported when the drafter opens them.
        if let store = sources.first(where: { (try? SourceKinds.isStore($0)) == true }) {
            throw ValidationError(
                "\(store) is a Core Data store, which has a model: `zseed plan`, `zseed migrate` and `zseed export` read it"
            )
        }
        guard ["xcdatamodeld", "xcdatamodel", "swift"].contains(FilePath(output).fileExtension) else {
            throw ValidationError(
                "--output \(output): the name must end with .xcdatamodeld or .swift")
        }
        guard !update || FilePath(output).fileExtension == "xcdatamodeld" else {
            throw ValidationError("--update adds a version to an .xcdatamodeld: \(output) has no versions")
        }
    }

    func run() throws {
        guard !update else { return try runUpdate() }
        try Failures.reported(about: sources.first ?? "--source") {
            let isSwift = FilePath(output).fileExtension == "swift"
            if let plan { try PlanFile.check(plan) }
            // If a plan is also written, an existing model may come from an interrupted run.
            if try plan.map(isStream) ?? true { try checkOutput() }
            let folder = plan.map { FilePath($0).folder.text } ?? "."
            let line = ProgressLine.onTerminal()
            defer { line?.clear() }
            let drafter = try drafter(form: isSwift ? .swiftData : .coreData, planFolder: folder, line)
            // The inputs are now known, so the plan must not replace one of them.
            if let plan { try PlanFile.check(plan) }
            let trials = try TemporaryFolder(for: output)
            var number = 0
            let draft = try drafter.draft(
                writing: { model in
                    number += 1
                    let path = FilePath(trials.path).appending("\(number).\(isSwift ? "swift" : "xml")").text
                    let file = try FileWriter(creating: path, shownAs: output)
                    try file.write(text(of: model).utf8)
                    try file.finish()
                    return path
                },
                issueText: { PrivatePath.shown(IssueRenderer().reason($0)) })
            line?.clear()
            var outputs: [StagedOutput] = []
            if try !isAlreadyWritten(draft.model) {
                try checkOutput()
                outputs.append(try staged(draft.model, draft))
            }
            let drafted = try draft.plan(reference: output, output: storeName)
            if let plan, try !isStream(plan) { outputs.append(try staged(drafted, to: plan)) }
            try StagedOutput.place(outputs) {
                for line in DraftRenderer().lines(
                    draft, plan: plan, runsCommands: inline.runsCommands)
                { Terminal.print(line) }
                try Terminal.requireOutput()
            }
            if let plan, try isStream(plan) { try PlanFile.write(drafted, to: plan) }
            if !draft.stops.isEmpty { throw ExitStatus.data.code }
        }
    }

    /// Returns a drafter that has read the sources.
    ///
    /// - Parameter line: the line that shows the progress.
    func drafter(
        form: ModelDrafter.Form, planFolder: String, _ line: ProgressLine?
    ) throws -> ModelDrafter {
        var progress: (@Sendable (SeedProgress) -> Void)?
        if let line { progress = { line.show($0) } }
        return try ModelDrafter(
            sources: sources, inline: try inline.sources, allowsCommands: inline.allowCommands, form: form,
            planFolder: planFolder, without: without, progress: progress)
    }

    var storeName: String {
        FilePath(output).fileExtension == "swift" ? "seed.store" : "seed.sqlite"
    }

    func isStream(_ path: String) throws -> Bool {
        try FileStatus.isStandardStream(path) || FileStatus(path: path)?.isStream == true
    }

    /// Returns whether the model file already exists with the same bytes.
    private func isAlreadyWritten(_ model: ManagedObjectModel) throws -> Bool {
        let path = nameInFolder.isEmpty ? output : FilePath(output).appending(nameInFolder).text
        guard try FileStatus(path: path)?.isRegularFile == true else { return false }
        let bytes = try Array(text(of: model).utf8)
        return try InputFiles.lookingAtOutput { try FileBytes.first(bytes.count + 1, of: path) } == bytes
    }

    /// The path of the model file within the output.
    private var nameInFolder: String {
        switch FilePath(output).fileExtension {
        case "swift": ""
        case "xcdatamodeld": "\(FilePath(output).stem).xcdatamodel/contents"
        default: "contents"
        }
    }

    /// Throws if the output exists, because it may contain a developer's work.
    private func checkOutput() throws {
        guard try FileStatus(path: output, followsLinks: false) == nil else {
            throw SeedIssue(.output(.fileExists), at: .init(path: output))
        }
    }

    func staged(_ text: String, to path: String) throws -> StagedOutput {
        let output = try StagedOutput(.file, path: path)
        let file = try FileWriter(into: output.temporaryPath, shownAs: path)
        try file.write(text.utf8)
        try file.finish()
        return output
    }

    /// Returns the text of the model's file.
    private func text(of model: ManagedObjectModel) throws -> String {
        guard FilePath(output).fileExtension == "swift" else {
            return try ModelSource(of: model, generatesClasses: true).text
        }
        return try CodeGenerator(model: model, name: FilePath(output).stem, flavor: .swiftData).ownModels()
    }

    private func staged(_ model: ManagedObjectModel, _ draft: ModelDrafter.Draft) throws -> StagedOutput {
        let target = FilePath(output)
        guard target.fileExtension != "swift" else { return try staged(text(of: model), to: output) }
        let folder = try StagedOutput(.folder, path: output)
        if target.fileExtension == "xcdatamodeld" { try folder.makeFolder("\(target.stem).xcdatamodel") }
        let file = try FileWriter(creating: folder.file(named: nameInFolder), shownAs: output)
        try file.write(text(of: model).utf8)
        try file.finish()
        if target.fileExtension == "xcdatamodeld" {
            let record = try FileWriter(creating: folder.file(named: Self.recordName), shownAs: output)
            try record.write(draft.record(reference: output, output: storeName).utf8)
            try record.finish()
        }
        return folder
    }
}
