import ArgumentParser
import Comparing
import Files
import Merging
import Messages
import SwiftDataSource

/// `zseed diff`: shows the differences between the objects of two stores.
struct Diff: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "diff",
        abstract: "Show which objects of two stores differ, and how.",
        discussion: """
            Added, removed and changed objects, not rows: values, destinations, members and order of \
            relationships, and the app's metadata. Objects are matched by the attributes of --key, or else \
            by a uniqueness constraint, by primary keys if both stores have the same UUID, or by all their \
            values.

            With --changes, the changes are also written as data, which `zseed merge` and the code of `zseed \
            codegen` apply to stores of users: docs/guides/merging.md.

            Exits with 0 if the stores are equal, 1 if they differ. To compare models and version hashes, \
            use `zseed compare`. See docs/guides/comparing.md.
            """
    ).partOfZSeed

    @Argument(help: "The old store.")
    var old: String

    @Argument(help: "The new store.")
    var new: String

    @OptionGroup
    var options: ComparisonOptions

    @Option(
        help: ArgumentHelp(
            "Write the changes as data, for `zseed merge --changes` and for the app's code.",
            valueName: "file"))
    var changes: String?

    @Flag(help: HelpText.json)
    var json = false

    @Flag(help: "Print a Markdown table, for a comment in a review.")
    var markdown = false

    @Flag(help: "Print only the number of differing objects per entity.")
    var stat = false

    @Flag(name: [.short, .long], help: "Print nothing; use the exit code.")
    var quiet = false

    func validate() throws {
        let forms = [("--json", json), ("--markdown", markdown), ("--stat", stat), ("--quiet", quiet)]
            .filter(\.1).map(\.0)
        guard changes == nil || (options.entity.isEmpty && options.ignore.isEmpty) else {
            throw ValidationError("--changes needs all changes: omit --entity and --ignore")
        }
        guard forms.count < 2 else {
            throw ValidationError("\(forms.joined(separator: " and ")) exclude each other")
        }
    }

    private var renderer: any DiffRenderer {
        if quiet || stat { return StatRenderer(isQuiet: quiet) }
        if json { return JSONDiffRenderer(old: old, new: new) }
        return markdown ? MarkdownDiffRenderer() : TextDiffRenderer()
    }

    func run() throws {
        try options.reported(about: old) {
            let app = try options.model.app()
            let pair = [old, new].map { ComparedStore(path: $0, model: app) }
            var isEqual = true
            if let changes {
                let export = ChangesExport(old: pair[0], new: pair[1], choice: options.choice)
                let likely = try export.write(to: changes) {
                    isEqual = try printResults(StoreDiff(old: pair[0], new: pair[1], choice: options.choice))
                    try Terminal.requireOutput()
                }
                if let note = MergeRenderer.note(likely: likely), !quiet { Terminal.report("note: \(note)") }
                if let size = try FileStatus(path: changes)?.size, size > Limits.changesBytes.most {
                    Terminal.report(
                        "\(IssueRenderer.printable(changes)): warning: is larger than "
                            + "\(Limits.changesBytes.amount), which `zseed merge` does not read: pass both "
                            + "editions with --from and --base"
                    )
                }
            } else {
                isEqual = try printResults(StoreDiff(old: pair[0], new: pair[1], choice: options.choice))
            }
            guard isEqual else { throw ExitStatus.data.code }
        }
    }

    /// Prints all differences.
    ///
    /// - Returns: whether there are none.
    private func printResults(_ diff: StoreDiff) throws -> Bool {
        let renderer = self.renderer
        var others = 0
        let counts = try diff.run(reportsObjects: !quiet && !stat, opened: renderer.begin) { difference in
            switch difference {
            case .metadata, .onlyInModel: others += 1
            case .added, .removed, .changed: break
            }
            renderer.show(difference)
            // The reader of the output may have closed it.
            if Terminal.failure != nil { throw ExitStatus.machine.code }
        }
        renderer.end(counts, DiffSummary(old: old, new: new, counts: counts, others: others))
        let guesses = counts.filter { $0.rule == "value" && $0.added > 0 && $0.removed > 0 }
        if !guesses.isEmpty, !quiet {
            Terminal.report(
                "note: objects of \(guesses.map(\.entity).joined(separator: ", ")) are matched only by "
                    + "all their values, so a changed object is one removed and one added: see --key")
        }
        return others == 0 && counts.allSatisfy(\.isEqual)
    }
}
