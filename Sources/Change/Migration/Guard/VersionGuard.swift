import Files
import ObjectModel
import SwiftDataSource

/// Guards the versions of a model that stores of users have: a published version does not change, a changed model is a
/// new, current version, and stores of old versions migrate to it.
///
/// ```swift
/// let report = try VersionGuard(path: "App.xcdatamodeld", base: "main").report()
/// ```
package struct VersionGuard {
    /// The model in the working tree.
    private let path: String
    private let base: String?
    private let choice: ModelChoice

    /// Creates a guard.
    ///
    /// - Parameter base: A branch, tag or commit; nil for the target branch of a pull request, or for the main branch.
    package init(path: String, choice: ModelChoice = .current, base: String? = nil) {
        self.path = path
        self.base = base
        self.choice = choice
    }

    /// Compares the model with the model of the base.
    ///
    /// - Throws: ``GitError``, `ModelError`, `ModelSourceFailure`, `FileError`.
    package func report() throws -> GuardReport {
        let now = try VersionSet(path: path, choice: choice)
        let repository = try ModelRepository(path: path)
        let (name, commit) = try repository.git.start(of: base)
        var report = GuardReport(base: name, commit: commit, current: now.current, isNew: true)
        report.issues = findings(of: now)
        guard let before = try repository.versions(repository.files(in: commit), of: commit, choice) else {
            return report
        }
        report.isNew = false
        try compare(before, now, &report)
        return report
    }

    /// Returns the problems of the working tree itself, independent of the base.
    private func findings(of now: VersionSet) -> [GuardIssue] {
        let planned = Set(now.plan?.versions?.map(\.name) ?? [])
        return now.launchIssues.map {
            GuardIssue(kind: .plan($0), version: now.current, path: $0.place.path, line: $0.place.line)
        }
            // Unreadable versions of the plan are among the plan's issues already.
            + now.failures.filter { !planned.contains($0.name) }.map {
                GuardIssue(kind: .unreadable($0.failure), version: $0.name, path: path, line: nil)
            }
    }

    // MARK: Rules

    private func compare(_ before: VersionSet, _ now: VersionSet, _ report: inout GuardReport) throws {
        // A single model that becomes the first of several versions is still the same model.
        func counterpart(_ version: VersionSet.Version) -> VersionSet.Version? {
            now.version(version.name) ?? (before.hasVersions ? nil : now.versions.first)
        }
        for version in before.versions {
            guard let same = counterpart(version) else {
                if now.failures.contains(where: { $0.name == version.name }) { continue }
                report.issues.append(
                    GuardIssue(kind: .removed, version: version.name, path: path, line: nil))
                continue
            }
            // SwiftData migrates stores automatically if there are no versions. Core Data does not.
            if !now.hasVersions, try ModelFile.isSource(ModelFile.located(path, choice)) { continue }
            report.issues += try changes(of: version, to: same)
        }
        report.issues += currency(before, now)
        for failure in before.failures where !now.failures.contains(where: { $0.name == failure.name }) {
            report.issues.append(
                GuardIssue(kind: .unreadable(failure.failure), version: failure.name, path: path, line: nil))
        }
        for version in before.withOpened { try judge(version, now, &report) }
    }

    /// Returns the changes of a version.
    private func changes(
        of version: VersionSet.Version, to same: VersionSet.Version
    ) throws -> [GuardIssue] {
        let comparison = ModelComparison(
            version.model, same.model, leftHashes: version.hashes, rightHashes: same.hashes)
        let lines = try ModelSourceLines(path: same.file.origin.path)
        func issue(_ kind: GuardIssue.Kind, _ difference: ModelDifference?) -> GuardIssue {
            GuardIssue(
                kind: kind, version: same.name, path: shown(same),
                line: lines.line(entity: difference?.entityName, property: difference?.propertyName?.property)
            )
        }
        let touched = comparison.others.map { issue(.touched($0), $0) }
        guard !comparison.verdict.willOpen else { return touched }
        let edited = comparison.reasons.map { issue(.edited($0), $0) }
        return (edited.isEmpty ? [issue(.editedHashes, nil)] : edited) + touched
    }

    /// Checks that new versions are in use.
    private func currency(_ before: VersionSet, _ now: VersionSet) -> [GuardIssue] {
        guard before.hasVersions, now.hasVersions else { return [] }
        let added = now.versions.filter { before.version($0.name) == nil }
        func issue(_ kind: GuardIssue.Kind, _ version: VersionSet.Version) -> GuardIssue {
            GuardIssue(kind: kind, version: version.name, path: shown(version), line: nil)
        }
        var issues = added.compactMap { version in
            before.versions.first { VersionVerdict($0.hashes, version.hashes).willOpen }
                .map { issue(.sameAs($0.name), version) }
        }
        if !added.isEmpty, !added.contains(where: { $0.name == now.current }) {
            issues += added.suffix(1).map { issue(.notCurrent(current: now.current), $0) }
        } else if added.isEmpty, now.current != before.current, let version = now.version(now.current),
            let index = now.versions.firstIndex(where: { $0.name == now.current }),
            let former = now.versions.firstIndex(where: { $0.name == before.current }), index < former
        {
            issues.append(issue(.wentBack(from: before.current), version))
        }
        return issues
    }

    /// Determines the result of migrating the stores of an old version.
    private func judge(
        _ version: VersionSet.Version, _ now: VersionSet, _ report: inout GuardReport
    ) throws {
        let lines = try ModelSourceLines(path: now.opened.file.origin.path)
        let outcome = StoreOutcome(of: version, in: now)
        func add(_ kind: GuardIssue.Kind, _ difference: MigrationDifference?) {
            report.issues.append(
                GuardIssue(
                    kind: kind, version: version.name, path: shown(now.opened),
                    line: lines.line(entity: difference?.entity, property: difference?.property)))
        }
        if let passage = outcome.passage, passage.crashes {
            add(.crash(passage), nil)
        } else {
            for difference in outcome.gone { add(.losesData(difference), difference) }
            for difference in outcome.mapping where difference.consequence == .refusal {
                add(.needsMapping(difference), difference)
            }
            for difference in outcome.mapping where difference.mayLose {
                add(.losesData(difference), difference)
            }
        }
        report.versions.append(
            .init(
                name: version.name, verdict: outcome.verdict, differences: outcome.mapping + outcome.gone,
                passage: outcome.passage))
    }

    /// Returns the file of a version, as the user would name it.
    private func shown(_ version: VersionSet.Version) -> String {
        version.file.origin.path.isEmpty ? path : version.file.origin.path
    }
}

/// The lines of entities and properties in the XML of a model, for code reviews.
struct ModelSourceLines {
    private let lines: [Substring]

    /// Reads a file. A file that is not text has no lines.
    ///
    /// - Throws: `FileError`.
    init(path: String) throws(FileError) {
        guard try FileStatus(path: path)?.isRegularFile == true else {
            lines = []
            return
        }
        let text = String(bytes: try FileBytes.first(.max, of: path), encoding: .utf8) ?? ""
        lines =
            text.hasPrefix("<?xml") ? text.split(separator: "\n", omittingEmptySubsequences: false) : []
    }

    /// Returns the line, counted from 1, where an entity or one of its properties begins. If it has no such property,
    /// returns the line of the entity; nil if there is no such entity.
    func line(entity: String?, property: String?) -> Int? {
        guard let entity,
            let start = lines.firstIndex(where: { $0.contains("<entity name=\"\(entity)\"") })
        else { return nil }
        guard let property else { return start + 1 }
        let end = lines[start...].firstIndex { $0.contains("</entity>") } ?? lines.count - 1
        let name = property.prefix { $0 != "." }
        let found = lines[start...end].dropFirst().firstIndex { $0.contains(" name=\"\(name)\"") }
        return (found ?? start) + 1
    }
}
