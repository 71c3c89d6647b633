import ArgumentParser
import ObjectModel
import StoreFormat

/// `zseed hash`: prints the version hashes by which Core Data tells whether a store opens.
struct Hash: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "hash",
        abstract: "Print the version hashes of a model or a store.",
        discussion: """
            One line per entity, its name and its hash in hexadecimal, separated by a tab; then \
            `checksum` and `digest`, in Base64, as a store's metadata has them. The hashes are \
            computed from the model; a warning on standard error tells where the file itself \
            declares others.
            """
    ).partOfZSeed

    @Argument(help: "An .xcdatamodel(d), .mom, .momd, Swift source, or a store.")
    var file: String

    @OptionGroup
    var choosing: ModelOptions

    func run() throws {
        try Failures.reported(about: file) {
            let subject = try ModelSubject.open(file, choice: choosing.choice)
            if case .model(let file) = subject { ModelSourceRenderer.report(file.sourceIssues) }
            let declared = try subject.declaredHashes()
            var hashes = subject.model.versionHashes
            if subject.model.isInferred {
                guard let declared else { throw StoreError(.noModel, path: file) }
                Terminal.report(
                    "\(file): warning: the store carries no model: "
                        + "these are the hashes that its metadata declares")
                hashes = declared.hashes
            } else {
                for line in Self.warnings(subject, declared, path: file) { Terminal.report(line) }
            }
            for name in hashes.entityNames {
                Terminal.print("\(name)\t\(hashes.hexadecimal(name) ?? "")")
            }
            Terminal.print("checksum\t\(hashes.checksum)")
            Terminal.print("digest\t\(hashes.digest)")
        }
    }

    private static func warnings(
        _ subject: ModelSubject, _ declared: ModelFile.DeclaredHashes?, path: String
    ) -> [String] {
        let renderer = IssueRenderer()
        var lines = subject.model.unsampledDerivations.map { renderer.line($0, path: path) }
        guard let declared else { return lines }
        let computed = subject.model.versionHashes
        let verdict = VersionVerdict(declared.hashes, computed)
        lines += verdict.differing.map {
            renderer.line(.declaredHashDiffers(entity: $0), path: path)
        }
        if !verdict.onlyInLeft.isEmpty || !verdict.onlyInRight.isEmpty {
            let warning = ModelWarning.declaredEntitiesDiffer(
                onlyDeclared: verdict.onlyInLeft, onlyInModel: verdict.onlyInRight)
            lines.append(renderer.line(warning, path: path))
        }
        if let checksum = declared.checksum, checksum != computed.checksum, verdict.willOpen {
            lines.append("\(path): warning: the file declares another checksum: \(checksum)")
        }
        if let digest = declared.digest, digest != computed.digest, verdict.willOpen {
            lines.append("\(path): warning: the file declares another digest: \(digest)")
        }
        return lines
    }
}
