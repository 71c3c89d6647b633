import ArgumentParser
import Messages
import Migration
import ObjectModel
import Seeding
import StoreFormat
import SwiftDataSource

/// `zseed guard`: reports the effects of a pull request on the versions of a model.
struct Guard: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "guard",
        abstract: "Check a pull request's changes to model versions.",
        discussion: """
            Compares the model in the working tree with that of the base branch, by git: a version of the \
            base must not be edited or removed, and a changed model must be a new, current version. Prints \
            for each version of the base whether its stores migrate to the current one, and the data that \
            they lose.

            Exits with 1 if users' stores would not open: an edited or removed version, a new version \
            that is not the current one, a migration that needs a mapping. With --strict, also if data is \
            lost. No check can prevent an app with an older model from opening a newer store and dropping the \
            newer columns (iOS 18.3.1).

            The migration plan of a SwiftData app is checked as well: equal schemas, versions that no stage \
            names, stores that no schema created, and other known crashes at launch, with the error of each.

            With --history, checks each release of the app, which is each tag of the repository and then the \
            working tree, with the stores of the releases before it. Exits with 1 if some do not open. \
            See docs/guides/migrating.md.
            """
    ).partOfZSeed

    @Argument(help: "The model in the working tree: an .xcdatamodel(d), .momd, or Swift source.")
    var model: String

    @Option(
        help: """
            The branch, tag or commit to compare with. By default, the base of the pull request, or the main \
            branch.
            """)
    var base: String?

    @Flag(
        help: "Check each release with the stores of earlier ones; the repository's tags are the releases.")
    var history = false

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    @Flag(help: "Fail on warnings too.")
    var strict = false

    @Flag(help: HelpText.json)
    var json = false

    @Flag(help: "Print annotations for code reviews on GitHub.")
    var github = false

    @Flag(help: "Print Markdown, for a pull request's comment or the summary of a job.")
    var markdown = false

    func validate() throws {
        guard [json, github, markdown].count(where: \.self) <= 1 else {
            throw ValidationError("--json, --github and --markdown exclude each other")
        }
        guard !history || base == nil && !github && !markdown && !strict else {
            throw ValidationError("--history excludes --base, --github, --markdown and --strict")
        }
        guard base.map({ !$0.isEmpty && !$0.hasPrefix("-") }) ?? true else {
            throw ValidationError("--base needs the name of a branch, tag or commit")
        }
    }

    func run() throws {
        try Failures.reported(about: model) {
            guard !history else { return try judgeReleases() }
            let report = try asked {
                try VersionGuard(path: model, choice: choosing.choice, base: base).report()
            }
            // The guard itself reports why a model cannot be read.
            let judgement = try? ModelJudgement(ModelSubject.open(model, choice: choosing.choice))
            if let judgement { IssueRenderer.report(hashesOf: judgement, about: model) }
            let renderer = GuardRenderer(isStrict: strict)
            if json {
                Terminal.printData(try JSONText.of(GuardDescription(report, renderer, judgement)) + "\n")
            } else {
                let lines =
                    github
                    ? renderer.annotations(report)
                    : markdown
                        ? GuardMarkdown(renderer: renderer).lines(report, model)
                        : renderer.lines(report, model)
                for line in lines { Terminal.print(line) }
                if !github, GitHubAnnotation.areWanted {
                    for line in renderer.annotations(report) { Terminal.report(line) }
                }
            }
            guard renderer.isPassed(report) else { throw ExitStatus.data.code }
        }
    }

    private func judgeReleases() throws {
        let report = try asked { try ReleaseHistory(path: model, choice: choosing.choice).report() }
        let renderer = ReleaseHistoryRenderer(model: model)
        if json {
            Terminal.printData(try renderer.json(report) + "\n")
        } else {
            for line in renderer.lines(report) { Terminal.print(line) }
        }
        guard report.isSound else { throw ExitStatus.data.code }
    }

    /// Runs `body`, which uses git, and explains its errors.
    private func asked<Answer>(_ body: () throws -> Answer) throws -> Answer {
        do {
            return try body()
        } catch let error as GitError {
            throw Failure(
                errors: [
                    IssueDescription(
                        path: model, reason: IssueCode(error), message: GuardRenderer.words(error))
                ], status: GuardRenderer.status(error))
        }
    }
}
