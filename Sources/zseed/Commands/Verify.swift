import ArgumentParser
import ObjectModel
import StoreFormat
import Verification

/// `zseed verify`: makes every check on a store.
struct Verify: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Check that a store is sound, and that an app's model opens it.",
        discussion: """
            Prints each check with its result; exits with 1 if one fails. With --model, says \
            first whether an app with that model will open the store without migrating it.
            """)

    @Argument(help: "The store, an SQLite file written by Core Data, SwiftData or zseed.")
    var store: String

    @Option(help: "The app's model: an .xcdatamodel(d), .mom, .momd, or another store.")
    var model: String?

    @Option(help: "The version of --model, where that has several; the current one otherwise.")
    var version: String?

    func validate() throws {
        guard version == nil || model != nil else {
            throw ValidationError("--version is about --model, which is missing")
        }
    }

    func run() throws {
        try Failures.reported(about: store) {
            guard !ModelSubject.isModel(store) else { throw StoreError(.isModel, path: store) }
            let app = try model.map { try ComparedFile(path: $0, version: version) }
            let opens = try app.map(willOpen)
            // The app's model lets more be checked where the store carries none.
            let completes = try opens == true && app?.model != nil && !hasModel()
            let results = try StoreVerifier().verify(
                path: store, modelPath: completes ? model : nil,
                modelVersion: completes ? version : nil)
            for line in VerificationRenderer().lines(results) { Terminal.print(line) }
            Terminal.print("")
            let verdict = opens.map { $0 ? "will open, " : "will not open, " } ?? ""
            Terminal.print("\(store): \(verdict)\(VerificationRenderer().tally(results))")
            guard opens != false, results.allSatisfy(\.isPassed) else {
                throw ExitStatus.data.code
            }
        }
    }

    /// Says whether an app with the model opens the store, and why not.
    private func willOpen(_ app: ComparedFile) throws -> Bool {
        let file = try ComparedFile(path: store)
        guard file.declaresHashes else {
            throw StoreError(.badBookkeeping("its metadata has no version hashes"), path: store)
        }
        let names = ComparedFile.names(file, app)
        let text = ModelDifferenceText(left: names.left, right: names.right)
        let verdict = VersionVerdict(file.hashes, app.hashes)
        if let own = file.model, let other = app.model {
            let comparison = ModelComparison(own, other)
            for line in ComparisonRenderer(text: text).reasonLines(comparison) {
                Terminal.print(line)
            }
        } else {
            Terminal.print(text.describe(verdict))
        }
        Terminal.print("")
        return verdict.willOpen
    }

    private func hasModel() throws -> Bool {
        try !ModelSubject.open(store).model.isInferred
    }
}
