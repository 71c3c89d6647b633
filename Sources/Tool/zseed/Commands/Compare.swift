import ArgumentParser
import Files
import Messages
import ObjectModel
import StoreFormat
import SwiftDataSource

/// `zseed compare`: prints the differences between two models, including the models of stores.
struct Compare: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "compare",
        abstract: "Show the differences between two models.",
        discussion: """
            Prints whether a store of one model opens with the other, by their version hashes, and then each \
            difference on a line: first those that prevent opening, then the others. If one side is Swift \
            source, the declarations follow that would make its entities equal to the other's, and the \
            differences that no declaration can remove. Exits with 1 if a store would not open.
            """
    ).partOfZSeed

    @Argument(help: "A store, a model file or Swift source.")
    var left: String

    @Argument(help: "A store, a model file or Swift source.")
    var right: String

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    func run() throws {
        try Failures.reported(about: left) {
            let sides = (try open(left, beside: right), try open(right, beside: left))
            let names = ComparedFile.names(sides.0, sides.1)
            let text = ModelDifferenceText(left: names.left, right: names.right)
            let verdict = VersionVerdict(sides.0.hashes, sides.1.hashes)
            if let one = sides.0.model, let other = sides.1.model {
                let comparison = ModelComparison(one, other)
                for line in ComparisonRenderer(text: text).lines(comparison) {
                    Terminal.print(line)
                }
                for line in Self.declarations(sides.0, sides.1, names) { Terminal.print(line) }
            } else {
                Terminal.print(text.describe(verdict))
                for side in [sides.0, sides.1] where side.model == nil {
                    Diagnostics.emit(
                        "the store contains no model: only the version hashes in its metadata are "
                            + "compared", about: side.path, .warning)
                }
            }
            guard verdict.willOpen else { throw ExitStatus.data.code }
        }
    }

    /// Returns the declarations to write if only one side is Swift source.
    private static func declarations(
        _ left: ComparedFile, _ right: ComparedFile, _ names: (left: String, right: String)
    ) -> [String] {
        guard let one = left.model, let other = right.model else { return [] }
        switch (one.origin.kind == .swift, other.origin.kind == .swift) {
        case (true, false):
            return NeededDeclarations(of: one, as: other, called: (names.left, names.right)).lines
        case (false, true):
            return NeededDeclarations(of: other, as: one, called: (names.right, names.left)).lines
        default: return []
        }
    }

    /// Opens a side. If a target has one model file, and that is the other side, its `@Model` classes are used.
    private func open(_ path: String, beside other: String) throws -> ComparedFile {
        do {
            return try open(path, choosing.choice)
        } catch let failure as ModelSourceFailure {
            guard case .severalModels(let models, hasClasses: true)? = failure.issues.first?.problem,
                models.count == 1,
                try FilePath(other).resolved.leads(through: FilePath(models[0]).resolved)
            else { throw failure }
            var choice = choosing.choice
            choice.takesClasses = true
            return try open(path, choice)
        }
    }

    /// Opens a side. The options apply only to models that offer a choice.
    private func open(_ path: String, _ choice: ModelChoice) throws -> ComparedFile {
        var choice = choice
        if try !ModelFile.isSource(path) {
            choice = ModelChoice(version: try ModelSubject.isModel(path) ? choosing.modelVersion : nil)
        }
        let file = try ComparedFile(path: path, choice: choice)
        ModelSourceRenderer.report(file.model?.modelIssues ?? [])
        return file
    }
}
