import ArgumentParser
import Comparing
import Merging
import Messages
import ObjectModel
import StoreFormat
import SwiftDataSource
import Verification

/// `zseed merge`: merges a new edition of a seed into a store with a user's changes.
struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Merge a new edition of a seed into a user's store.",
        discussion: """
            With --base, the edition that the user's store began with, objects that the user did not change \
            follow the new edition, and the user's changes are kept. Objects that the new edition dropped \
            are removed if the user did not change them and no kept object refers to them. Without --base, \
            missing objects are added; with --update, existing objects get the new edition's values.

            The user's objects keep their primary keys, and the store its UUID, metadata and history. If \
            both changed a value, the user's value wins and the conflict is printed; with --prefer seed, the \
            new edition's value wins. The result is verified, and written completely or not at all; no input \
            is ever changed. See docs/guides/merging.md for each case.
            """
    ).partOfZSeed

    @Argument(help: "The store in which a user has worked.")
    var store: String

    @Option(name: .customLong("from"), help: ArgumentHelp("The new edition of the seed.", valueName: "store"))
    var new: String?

    @Option(
        help: ArgumentHelp("The edition that the user's store began with.", valueName: "store"))
    var base: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Instead of both editions, the files of changes that `zseed diff --changes` wrote, in any order.",
            valueName: "file"))
    var changes: [String] = []

    @Option(name: [.short, .long], help: "The path of the merged store.")
    var output: String

    @Option(
        help: ArgumentHelp(
            "Whose value wins if both changed it: user or seed.", valueName: "side"))
    var prefer = MergeChoice.Preference.user

    @Flag(help: "Without --base: existing objects get the new edition's values.")
    var update = false

    @OptionGroup
    var identity: KeyOption

    @OptionGroup
    var model: ModelOptions

    @OptionGroup
    var result: ResultOptions

    func validate() throws {
        try model.requirePath()
        guard (new == nil) != changes.isEmpty else {
            throw ValidationError(
                new == nil
                    ? "--from with the new edition is missing, or --changes with its changes"
                    : "--from and --changes exclude each other")
        }
        guard changes.isEmpty || (base == nil && identity.key.isEmpty && !update) else {
            throw ValidationError(
                "--changes contains the editions and the changes: omit --base, --key and --update")
        }
        guard !update || base == nil else {
            throw ValidationError("--update is only for merges without --base")
        }
    }

    func run() throws {
        do {
            try Failures.reported(about: store) { try merge() }
        } catch ComparisonError.unknownNames(let names) {
            throw ValidationError(
                "the model has no \(names.map { "'\($0)'" }.joined(separator: ", ")) "
                    + "(--key needs names of entities and attributes)")
        }
    }

    private func merge() throws {
        let app = try model.app()
        let choice = MergeChoice(
            comparison: ComparisonChoice(keys: identity.keys), preference: prefer,
            updates: update)
        let user = ComparedStore(path: store, model: app)
        let merge =
            if new == nil {
                StoreMerge(store: user, changes: changes, choice: choice)
            } else {
                StoreMerge(
                    store: user, new: ComparedStore(path: new ?? "", model: app),
                    base: base.map { ComparedStore(path: $0, model: app) }, choice: choice)
            }
        let finished = try merge.merge(to: output)
        let results = result.verify ? try verified(finished) : []
        if finished.missingFiles > 0 {
            Diagnostics.emit(
                "\(Count.text(finished.missingFiles, "file")) of large values "
                    + "\(finished.missingFiles == 1 ? "was" : "were") missing already", about: store, .warning
            )
        }
        try finished.store.place {
            try printResults(finished, results)
            try Terminal.requireOutput()
        }
    }

    private func printResults(_ finished: FinishedMerge, _ results: [StoreVerifier.Result]) throws {
        let renderer = MergeRenderer(
            store: store, new: new ?? changes.joined(separator: " "), base: base,
            isTwoWay: base == nil && changes.isEmpty,
            output: output, rules: finished.rules)
        if result.json {
            return Terminal.printData(try JSONText.of(renderer.description(finished.report, results)) + "\n")
        }
        guard !result.quiet else { return }
        for line in renderer.lines(finished.report) { Terminal.print(line) }
        Terminal.print(result.line(output, [renderer.summary(finished.report)], results))
        if let note = renderer.note(finished.report) { Terminal.report("note: \(note)") }
    }

    /// Verifies the merged store. A check that already failed for the user's store is not an error of the merge.
    private func verified(_ finished: FinishedMerge) throws -> [StoreVerifier.Result] {
        let carriesModel = try !ModelSubject.open(store).model.isInferred
        func check(_ path: String) throws -> [StoreVerifier.Result] {
            try StoreVerifier().verify(
                path: path, modelPath: carriesModel ? nil : model.path,
                modelChoice: carriesModel ? .current : model.choice)
        }
        return try ResultCheck(path: output, former: "the user's store")
            .passed(try check(finished.store.temporaryPath)) { try check(store) }
    }
}

extension MergeChoice.Preference: ExpressibleByArgument {}
