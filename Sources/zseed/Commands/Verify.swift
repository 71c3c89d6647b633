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

    @Option(help: "The version of an .xcdatamodeld or .momd; the current one otherwise.")
    var version: String?

    func run() throws {
        try Failures.reported(about: store) {
            let opens = try model.map(willOpen) ?? true
            let results = try StoreVerifier().verify(
                path: store, modelPath: opens ? modelOfStoreWithoutOne() : nil)
            for line in VerificationRenderer().lines(results) { Terminal.print(line) }
            Terminal.print("")
            let verdict = model == nil ? "" : opens ? "will open, " : "will not open, "
            Terminal.print("\(store): \(verdict)\(VerificationRenderer().tally(results))")
            guard opens, results.allSatisfy(\.isPassed) else { throw ExitStatus.data.code }
        }
    }

    /// Says whether an app with the model opens the store, and why not.
    private func willOpen(_ model: String) throws -> Bool {
        let app = try ModelSubject.open(model, version: version)
        guard case .store(let reference) = try ModelSubject.open(store) else {
            throw StoreError(.notSQLite, path: store)
        }
        let appHashes = try app.declaredHashes()?.hashes
        guard !app.model.isInferred || appHashes != nil else {
            throw StoreError(.noModel, path: model)
        }
        guard let declared = try ModelFile.declaredHashes(of: reference.connection)?.hashes else {
            throw StoreError(
                .badBookkeeping("its metadata has no version hashes"), path: store)
        }
        let verdict = VersionVerdict(declared, appHashes ?? app.model.versionHashes)
        let text = ModelDifferenceText()
        Terminal.print(text.describe(verdict))
        if !verdict.willOpen, !reference.model.isInferred, !app.model.isInferred {
            let comparison = ModelComparison(reference.model, app.model)
            for difference in comparison.differences { Terminal.print("  " + text.describe(difference)) }
        }
        Terminal.print("")
        return verdict.willOpen
    }

    /// The app's model lets more be checked where the store carries none.
    private func modelOfStoreWithoutOne() throws -> String? {
        guard let model, case .store(let reference) = try ModelSubject.open(store),
            reference.model.isInferred, case .model = try ModelSubject.open(model, version: version),
            version == nil
        else { return nil }
        return model
    }
}
