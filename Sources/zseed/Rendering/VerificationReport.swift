import StoreFormat
import Verification

/// Everything that `zseed verify` found out about a store, for text, JSON, JUnit and SARIF.
struct VerificationReport {
    /// Whether an app with the model given opens the store.
    struct Compatibility {
        let isPassed: Bool
        /// What no file has shown of the model; nothing where it is known to open.
        var doubts: [ModelJudgement.Doubt] = []
        /// The reasons, for people.
        let lines: [String]
    }

    /// The store's path, as it was given.
    let store: String
    /// Nil where no model was given.
    var compatibility: Compatibility?
    var results: [StoreVerifier.Result] = []
    /// Why the checks could not be made: the file is no store, or what was to be compared with it
    /// no model; nil where they were made.
    var unreadable: StoreVerifier.Result?

    init(store: String) { self.store = store }

    /// The report on a file that is no store, or on a model that cannot be read.
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

    /// The results of the checks, behind those of the two questions that come before them.
    var allResults: [StoreVerifier.Result] {
        var before: [StoreVerifier.Result] = []
        if let unreadable { before.append(unreadable) }
        if let compatibility {
            // One thing is wrong, whatever number of lines explain it.
            before.append(
                Self.result(
                    Self.appModel, Self.appModelPurpose,
                    compatibility.isPassed ? [] : [compatibility.lines.joined(separator: "\n")]))
        }
        return before + results
    }

    /// The same with a verdict that follows from the checks, too: equal version hashes do not help an app that asks for
    /// a table or column that is missing.
    var concluded: VerificationReport {
        let obstacles = results.flatMap(\.outcome.examples).filter(\.stopsApp)
        guard compatibility?.isPassed == true, !obstacles.isEmpty else { return self }
        var report = self
        report.compatibility = Compatibility(
            isPassed: false, lines: obstacles.map { "will not open: \($0.line)" })
        return report
    }

    /// The names of what is looked at before the checks; `docs/checks.md` describes them too.
    static let storeFile = "store file"
    static let appModel = "app model"
    private static let appModelPurpose =
        "an app with the model given opens the store without migrating it"

    /// Where a check is described, from the root of the project.
    static func page(of name: String) -> String {
        "docs/checks.md#\(CheckIdentifier.text(of: name))"
    }

    /// The same as it is published: a link that leads there from everywhere.
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
