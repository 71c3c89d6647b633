import Verification

/// The results of `zseed verify` for programs: the content of `zseed verify --json`.
struct VerificationDescription: Encodable {
    struct Check: Encodable {
        let identifier: String
        let name: String
        let purpose: String
        /// `passed`, `warned`, `failed` or `skipped`.
        let status: String
        let examined: Int64
        let errors: Int64
        let warnings: Int64
        /// The reason why the check, or a part of it, was skipped.
        let skipped: String?
        let documentation: String
        /// At most 20 of the errors, 20 of the warnings and 20 notes.
        let findings: [Example]
    }

    struct Example: Encodable {
        /// `error`, `warning` or `note`.
        let severity: String
        /// The kind of problem, for checks with several kinds.
        let code: String?
        let entity: String?
        let primaryKey: Int64?
        let property: String?
        /// The destination of the relationship.
        let target: String?
        /// The finding as a line for people.
        let text: String
    }

    let store: String
    let isPassed: Bool
    /// Whether the app opens the store; nil if no model was given.
    let willOpen: Bool?
    /// The uncertain parts of the given model; if there are any, the store should open, but that is not certain.
    let doubts: [ModelDoubt]?
    let checks: [Check]

    init(_ report: VerificationReport) {
        store = report.store
        isPassed = report.isPassed
        willOpen = report.compatibility?.isPassed
        doubts = report.compatibility?.doubts.map(ModelDoubt.init)
        checks = report.allResults.map(Self.check)
    }

    /// Returns the JSON text. Equal reports give equal texts.
    func text() throws -> String {
        try JSONText.of(self)
    }

    private static func check(_ result: StoreVerifier.Result) -> Check {
        let outcome = result.outcome
        return Check(
            identifier: CheckIdentifier.text(of: result.name), name: result.name,
            purpose: result.purpose, status: status(result), examined: outcome.examined,
            errors: outcome.wrong, warnings: outcome.warned, skipped: outcome.skipped,
            documentation: VerificationReport.page(of: result.name),
            findings: outcome.examples.map { example($0, "error") }
                + outcome.warnings.map { example($0, "warning") }
                + outcome.notes.map { example($0, "note") })
    }

    private static func status(_ result: StoreVerifier.Result) -> String {
        if !result.isPassed { return "failed" }
        if result.outcome.warned > 0 { return "warned" }
        return result.outcome.skipped == nil ? "passed" : "skipped"
    }

    private static func example(_ finding: Finding, _ severity: String) -> Example {
        Example(
            severity: severity, code: finding.code, entity: finding.entity,
            primaryKey: finding.primaryKey,
            property: finding.property, target: finding.target, text: finding.line)
    }
}
