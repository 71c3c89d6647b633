import ArgumentParser
import Messages
import Migration
import ObjectModel
import StoreFormat

// Messages know neither the terminal nor the parser of command lines: here they are printed.

extension ExitStatus {
    var code: ExitCode { ExitCode(rawValue) }
}

extension Failure {
    /// Reports the errors on standard error.
    func report() {
        for error in errors { Diagnostics.emit(error) }
        guard isCutShort else { return }
        let count = errors.count
        Terminal.report("stopped after \(count) error\(count == 1 ? "" : "s"); nothing was written")
    }
}

extension IssueRenderer {
    /// Reports the uncertain version hashes of a model.
    static func report(hashesOf judgement: ModelJudgement, about path: String) {
        for doubt in judgement.ofHashes { Diagnostics.emit(words(doubt), about: path, .warning) }
    }

    /// Reports the parts of its model that a new store lacks.
    static func report(
        _ problems: [SchemaProblem], leftOut omissions: [ModelArchiveError] = [], about path: String
    ) {
        for words in problems.map(words) + omissions.map(words(leftOut:)) {
            Diagnostics.emit(words, about: path, .warning)
        }
    }
}

extension ModelSourceRenderer {
    /// Prints the choices and the uncertain parts to standard error.
    ///
    /// - Parameter showsDefaults: whether to report defaults of the app that are not defaults of the seed.
    static func report(_ issues: [ModelSourceIssue], showsDefaults: Bool = false) {
        var launched: [ModelSourceIssue] = []
        for issue in issues {
            switch issue.problem {
            case .launchDefault, .seedDefault: launched.append(issue)
            default:
                Diagnostics.emit(
                    IssueDescription(issue), issue.severity == .note ? .note : .warning)
            }
        }
        guard showsDefaults else { return }
        for issue in launched { Diagnostics.emit(IssueDescription(issue), .note) }
    }
}

extension LaunchRenderer {
    /// Prints the problems with migration plans to standard error.
    static func report(_ issues: [LaunchIssue]) {
        for issue in issues {
            Diagnostics.emit(IssueDescription(issue), issue.severity == .error ? .error : .warning)
        }
    }
}

extension GuardRenderer {
    /// Returns annotations for the output of a GitHub workflow
    /// (<https://docs.github.com/actions/reference/workflow-commands-for-github-actions>).
    func annotations(_ report: GuardReport) -> [String] {
        report.issues.map { issue in
            GitHubAnnotation(
                severity: severity(issue) == .error ? .error : .warning, path: issue.path,
                line: issue.line, title: "zseed guard", message: Self.words(issue)
            ).text
        }
    }
}
