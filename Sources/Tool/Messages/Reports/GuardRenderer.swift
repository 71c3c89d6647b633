import Migration
import ObjectModel

/// Describes the effects of a pull request on a model.
package struct GuardRenderer {
    /// Whether warnings count as errors.
    package let isStrict: Bool

    package init(isStrict: Bool) { self.isStrict = isStrict }

    package func severity(_ issue: GuardIssue) -> GuardIssue.Severity { isStrict ? .error : issue.severity }

    package func isPassed(_ report: GuardReport) -> Bool {
        !report.issues.contains { severity($0) == .error }
    }

    /// Returns all lines, with the verdict last.
    package func lines(_ report: GuardReport, _ model: String) -> [String] {
        var lines = report.issues.map { issue in
            let location = [issue.path ?? model, issue.line.map(String.init)].compactMap(\.self)
            return "\(location.joined(separator: ":")): \(severity(issue).rawValue): \(Self.words(issue))"
        }
        if !lines.isEmpty { lines.append("") }
        lines += report.versions.map { version in
            "\(version.name): \(Self.words(version.verdict, to: report.current))"
        }
        if !report.versions.isEmpty { lines.append("") }
        lines.append("\(model): \(verdict(report))")
        return lines.map(IssueRenderer.printable)
    }

    /// Returns the result for the stores of a version, with the version that they migrate to.
    package static func words(_ verdict: MigrationReport.Verdict, to current: String) -> String {
        MigrationRenderer.words(verdict)
            + (verdict == .opensAsItIs || verdict == .crashesAtLaunch ? "" : " to \(current)")
    }

    /// Returns the verdict about the model as a whole.
    package func verdict(_ report: GuardReport) -> String {
        let errors = report.issues.count { severity($0) == .error }
        return report.isNew
            ? "is not in \(report.base) yet" + (errors == 0 ? "" : ", \(Count.text(errors, "error"))")
            : "compared with \(report.base), "
                + "\(errors == 0 ? "no objections" : Count.text(errors, "error"))"
    }

    /// Returns the message of an issue.
    package static func words(_ issue: GuardIssue) -> String {
        let text = ModelDifferenceText(left: "the base", right: "the working tree")
        let version = issue.version
        return switch issue.kind {
        case .edited(let difference):
            "\(version) was published and must not be edited: \(text.describe(difference)); "
                + "add a version instead"
        case .editedHashes:
            "\(version) was published and must not be edited: its version hashes differ; "
                + "add a version instead"
        case .touched(let difference):
            "\(version) was published; this does not keep its stores from opening: "
                + text.describe(difference)
        case .removed: "\(version) is removed: its stores can no longer be migrated"
        case .notCurrent(let current): "\(version) is new, but \(current) is the current version"
        case .wentBack(let former): "\(version) is the current version, an older one than \(former)"
        case .sameAs(let other): "\(version) is new, but has the version hashes of \(other)"
        case .crash(let passage): "stores of \(version): \(LaunchRenderer.words(passage))"
        case .plan(let issue): LaunchRenderer.words(issue)
        case .unreadable(let failure):
            "\(version) cannot be read, so its stores are not checked: \(LaunchRenderer.reason(failure))"
        case .needsMapping(let difference), .losesData(let difference):
            "stores of \(version): \(MigrationRenderer.plainLine(difference))" + mirroring(difference)
        }
    }

    /// Returns the effect on stores that CloudKit mirrors, which the models do not show.
    package static func mirroring(_ difference: MigrationDifference) -> String {
        guard difference.kind == .entityRemoved else { return "" }
        return "; if CloudKit mirrors them, the migration fails on devices (ANSCKRECORDMETADATA): "
            + "keep the entity"
    }

    /// Returns the message of a git error.
    package static func words(_ error: GitError) -> String {
        switch error {
        case .missing: "git is not installed, but it is needed to read the earlier model"
        case .noRepository(let words): "is not in a git repository: \(words)"
        case .unknownRevision(let name): "git does not know the revision '\(name)'"
        case .noBase: "there is no main branch to compare with: set one with --base"
        case .notFetched(let file):
            "this partial clone lacks the base's `\(file)`, and zseed does not fetch: run `git fetch "
                + "--refetch --no-filter`"
        case .failed(let words): "git failed: \(words)"
        }
    }

    package static func status(_ error: GitError) -> ExitStatus {
        switch error {
        case .missing, .notFetched, .failed: .machine
        case .noRepository, .unknownRevision, .noBase: .plan
        }
    }
}
