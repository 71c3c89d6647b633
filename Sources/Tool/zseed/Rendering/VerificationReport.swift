import Messages
import StoreFormat
import Verification

/// All results of `zseed verify` for a store, for text, JSON and JUnit.
struct VerificationReport {
    /// Whether an app with the given model opens the store.
    struct Compatibility {
        let isPassed: Bool
        /// The uncertain parts of the model; empty if it is certain that the store opens.
        var doubts: [ModelJudgement.Doubt] = []
        /// The reasons, as lines for people.
        let lines: [String]
    }

    /// The store's path, as the user gave it.
    let store: String
    /// The compatibility with the given model; nil if no model was given.
    var compatibility: Compatibility?
    var results: [StoreVerifier.Result] = []
    /// The reason why the checks could not run, because the file is not a store, or the given model cannot be read; nil
    /// if they ran.
    var unreadable: StoreVerifier.Result?

    /// Returns the report about a file that is not a store, or a model that cannot be read.
    static func unreadable(_ failure: Failure, store: String) -> VerificationReport {
        var report = VerificationReport(store: store)
        let isAboutStore = failure.errors.allSatisfy { $0.path.hasPrefix(store) }
        report.unreadable = result(
            isAboutStore ? storeFile : appModel,
            isAboutStore ? "the file is a Core Data store" : appModelPurpose,
            failure.errors.map { $0.path == store ? $0.message : "\($0.path): \($0.message)" })
        return report
    }

    /// Whether the app opens the store and no check failed.
    var isPassed: Bool { allResults.allSatisfy { $0.isPassed } }

    /// The results of the checks, preceded by those about the store file and the app's model.
    var allResults: [StoreVerifier.Result] {
        var before: [StoreVerifier.Result] = []
        if let unreadable { before.append(unreadable) }
        if let compatibility {
            // This is one problem, however many lines explain it.
            before.append(
                Self.result(
                    Self.appModel, Self.appModelPurpose,
                    compatibility.isPassed ? [] : [compatibility.lines.joined(separator: "\n")]))
        }
        return before + results
    }

    /// The report with a verdict that also considers the checks: with equal version hashes, an app still fails if a
    /// required table or column is missing.
    var concluded: VerificationReport {
        let obstacles = results.flatMap(\.outcome.examples).filter(\.stopsApp)
        guard compatibility?.isPassed == true, !obstacles.isEmpty else { return self }
        var report = self
        report.compatibility = Compatibility(
            isPassed: false, lines: obstacles.map { "will not open: \($0.line)" })
        return report
    }

    /// The names of the items before the checks; `docs/reference/checks.md` describes them too.
    static let storeFile = "store file"
    static let appModel = "app model"
    private static let appModelPurpose =
        "an app with the model given opens the store without migrating it"

    /// Returns the place that describes a check, relative to the root of the project.
    static func page(of name: String) -> String {
        "docs/reference/checks.md#\(CheckIdentifier.text(of: name))"
    }

    /// Returns the published page of a check, as an absolute link.
    static func publishedPage(of name: String) -> String {
        "\(ProgramVersions.publication)/\(page(of: name))"
    }

    private static func result(
        _ name: String, _ purpose: String, _ failures: [String]
    ) -> StoreVerifier.Result {
        var outcome = CheckOutcome()
        outcome.examine(1)
        for words in failures { outcome.report(Finding(words)) }
        return StoreVerifier.Result(name: name, purpose: purpose, outcome: outcome)
    }
}
