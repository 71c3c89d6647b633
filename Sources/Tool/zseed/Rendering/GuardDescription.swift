import Messages
import Migration
import StoreFormat

/// The effects of a pull request on a model for programs: the content of `zseed guard --json`.
struct GuardDescription: Encodable {
    struct Version: Encodable {
        let name: String
        /// `opensAsItIs`, `lightweight`, `losesData`, `needsMapping` or `crashesAtLaunch`.
        let verdict: String
        /// The path of its stores through the app's migration plan; nil if there is no plan, or if the stores open
        /// without migration.
        let passage: PassageDescription?
    }

    struct Issue: Encodable {
        let severity: String
        /// The stable name of the kind of issue.
        let kind: IssueCode
        let version: String
        let path: String?
        let line: Int?
        let message: String
    }

    let base: String
    let commit: String
    let current: String
    let isPassed: Bool
    /// Whether the base lacks the model.
    let isNew: Bool
    let versions: [Version]
    let issues: [Issue]
    /// The parts of the current model that no file has shown.
    let doubts: [ModelDoubt]

    init(_ report: GuardReport, _ renderer: GuardRenderer, _ judgement: ModelJudgement?) {
        doubts = judgement?.doubts.map(ModelDoubt.init) ?? []
        base = report.base
        commit = report.commit
        current = report.current
        isPassed = renderer.isPassed(report)
        isNew = report.isNew
        versions = report.versions.map {
            Version(
                name: $0.name, verdict: $0.verdict.rawValue, passage: $0.passage.map(PassageDescription.init))
        }
        issues = report.issues.map { issue in
            var kind = IssueCode(issue.kind)
            if case .plan(let issue) = issue.kind { kind = IssueCode(issue.kind) }
            return Issue(
                severity: renderer.severity(issue).rawValue, kind: kind,
                version: issue.version, path: issue.path, line: issue.line,
                message: GuardRenderer.words(issue))
        }
    }
}
