import StoreFormat
import Verification

/// Everything that `zseed verify` found out about a store, for text, JSON, JUnit and SARIF.
struct VerificationReport {
    /// Whether an app with the model given opens the store.
    struct Compatibility {
        let isPassed: Bool
        /// The reasons, for people.
        let lines: [String]
    }

    /// The store's path, as it was given.
    let store: String
    /// Nil where no model was given.
    var compatibility: Compatibility?
    var results: [StoreVerifier.Result] = []
    /// Why the file is no store at all; nil where it is one.
    var unreadable: String?

    init(store: String) { self.store = store }

    /// The report on a file that is no store.
    static func unreadable(_ error: StoreError) -> VerificationReport {
        var report = VerificationReport(store: error.path)
        report.unreadable = IssueRenderer.words(error.problem)
        return report
    }

    /// Whether the app opens the store and no check failed.
    var isPassed: Bool { allResults.allSatisfy { $0.isPassed } }

    /// The results of the checks, behind those of the two questions that come before them.
    var allResults: [StoreVerifier.Result] {
        var before: [StoreVerifier.Result] = []
        if let unreadable {
            before.append(
                Self.result(Self.storeFile, "the file is a Core Data store", [unreadable]))
        }
        if let compatibility {
            before.append(
                Self.result(
                    Self.appModel,
                    "an app with the model given opens the store without migrating it",
                    compatibility.isPassed ? [] : compatibility.lines))
        }
        return before + results
    }

    /// The names of what is looked at before the checks; `docs/checks.md` describes them too.
    static let storeFile = "store file"
    static let appModel = "app model"

    /// Where a check is described, from the root of the project.
    static func page(of name: String) -> String {
        "docs/checks.md#\(CheckIdentifier.text(of: name))"
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
