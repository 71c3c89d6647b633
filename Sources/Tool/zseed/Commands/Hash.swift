import ArgumentParser
import Messages
import Migration
import ObjectModel
import StoreFormat
import SwiftDataSource

/// `zseed hash`: prints the version hashes with which Core Data decides whether a store opens.
struct Hash: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Print the version hashes of a model or a store.",
        discussion: """
            One line per entity, its name and its hash in hexadecimal, separated by a tab; then \
            `checksum` and `digest`, in Base64, as in a store's metadata. The hashes are computed from the \
            model; if the file itself declares others, a warning is printed on standard error. For the \
            source of a SwiftData app, the migration plan is checked too: exits with 1 \
            if the plan would crash the app at launch, for example because two schemas are the same model.
            """
    ).partOfZSeed

    @Argument(help: "An .xcdatamodel(d), .mom, .momd, Swift source, or a store.")
    var file: String

    @OptionGroup(title: HelpText.modelOptions)
    var choosing: ModelChoiceOptions

    func run() throws {
        try Failures.reported(about: file) {
            let (subject, issues) = try open()
            LaunchRenderer.report(issues)
            if case .model(let file) = subject { ModelSourceRenderer.report(file.modelIssues) }
            let declared = try subject.declaredHashes()
            var hashes = subject.model.versionHashes
            if subject.model.isInferred {
                guard let declared else { throw StoreError(.noModel, path: file) }
                Diagnostics.emit(
                    "the store contains no model: these are the hashes in its "
                        + "metadata", about: file, .warning)
                hashes = declared.hashes
            } else {
                for words in try Self.warnings(subject, declared) {
                    Diagnostics.emit(words, about: file, .warning)
                }
            }
            for name in hashes.entityNames {
                Terminal.print("\(name)\t\(hashes.hexadecimal(name) ?? "")")
            }
            Terminal.print("checksum\t\(hashes.checksum)")
            Terminal.print("digest\t\(hashes.digest)")
            if issues.contains(where: { $0.severity == .error }) { throw ExitStatus.data.code }
        }
    }

    /// Opens the file, and returns the problems with the app's migration plan. If the user chose a schema, only its
    /// problems are returned.
    private func open() throws -> (ModelSubject, [LaunchIssue]) {
        let choice = choosing.choice
        let path = try ModelFile.located(file, choice)
        guard try ModelFile.isSource(path) else { return (try ModelSubject.open(file, choice: choice), []) }
        let source = try SwiftModelReader.versionedModels(path: path, choice: choice)
        let subject = try ModelSubject.model(source.current.get())
        guard !source.isOwnChoice else { return (subject, source.launchIssues) }
        let asked = source.schemas.compactMap(\.schema).first { name in
            choice.schema.map { name == $0 || name.hasSuffix("." + $0) } ?? false
        }
        return (subject, source.launchIssues.filter { issue in asked.map(issue.isAbout) ?? false })
    }

    private static func warnings(
        _ subject: ModelSubject, _ declared: ModelFile.DeclaredHashes?
    ) throws -> [String] {
        var lines = try ModelJudgement(subject).ofHashes.map { IssueRenderer.words($0) }
        guard let declared else { return lines }
        let computed = subject.model.versionHashes
        let verdict = VersionVerdict(declared.hashes, computed)
        lines += verdict.differing.map {
            IssueRenderer.words(.declaredHashDiffers(entity: $0))
        }
        if !verdict.onlyInLeft.isEmpty || !verdict.onlyInRight.isEmpty {
            let warning = ModelWarning.declaredEntitiesDiffer(
                onlyDeclared: verdict.onlyInLeft, onlyInModel: verdict.onlyInRight)
            lines.append(IssueRenderer.words(warning))
        }
        if let checksum = declared.checksum, checksum != computed.checksum, verdict.willOpen {
            lines.append("the file declares another checksum: \(checksum)")
        }
        if let digest = declared.digest, digest != computed.digest, verdict.willOpen {
            lines.append("the file declares another digest: \(digest)")
        }
        return lines
    }
}
