import ArgumentParser
import Comparing
import Merging
import ObjectModel
import StoreFormat
import SwiftDataSource
import Verification

/// `zseed merge`: merges a new edition of a seed into a store with a user's changes.
struct Merge: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "merge",
        abstract: "Bring a new edition of a seed into a user's store.",
        discussion: """
            With --base, the edition that the user's store began as, what the user did not touch follows \
            the new edition, and what the user changed stays. What the new edition dropped goes where the \
            user did not touch it and nothing that stays leads to it. Without --base what is missing is \
            added; with --update objects that are there take over the new edition's values.

            Objects of the user's keep their primary keys, the store its UUID, metadata and history. Where \
            both changed the same, the user's value stays and a line tells; --prefer seed takes the other. \
            The result is verified and appears whole or not at all; no input is ever changed. \
            docs/guides/merging.md tells what happens in each case.
            """
    ).partOfZSeed

    @Argument(help: "The store in which a user has worked.")
    var store: String

    @Option(name: .customLong("from"), help: ArgumentHelp("The new edition of the seed.", valueName: "store"))
    var new: String?

    @Option(
        help: ArgumentHelp("The edition that the user's store began as.", valueName: "store"))
    var base: String?

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "In place of both editions, what `zseed diff --changes` wrote of them; several files in any order.",
            valueName: "file"))
    var changes: [String] = []

    @Option(name: [.short, .long], help: "Where the merged store goes.")
    var output: String

    @Option(
        help: ArgumentHelp(
            "Whose value stays where both changed it: user or seed.", valueName: "side"))
    var prefer = MergeChoice.Preference.user

    @Flag(help: "Without --base: objects that are there take over the new edition's values.")
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
                    ? "--from is missing: the new edition, or --changes with what changed"
                    : "--from and --changes exclude each other")
        }
        guard changes.isEmpty || (base == nil && identity.key.isEmpty && !update) else {
            throw ValidationError(
                "--changes says what changed from which edition: leave --base, --key and --update out")
        }
        guard !update || base == nil else {
            throw ValidationError("--update is for merges without --base, which tells what the user changed")
        }
    }

    func run() throws {
        do {
            try Failures.reported(about: store) { try merge() }
        } catch ComparisonError.unknownNames(let names) {
            throw ValidationError(
                "the model has no \(names.map { "'\($0)'" }.joined(separator: ", ")) "
                    + "(--key takes names of entities and attributes)")
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
            try tell(finished, results)
            try Terminal.requireOutput()
        }
    }

    private func tell(_ finished: FinishedMerge, _ results: [StoreVerifier.Result]) throws {
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
