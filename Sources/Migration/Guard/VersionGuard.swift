import Files
import Foundation
import ObjectModel
import SwiftDataSource

/// Guards the versions of a model that stores of customers have: a version that was published stays
/// as it is, a changed model is a new, current version, and stores of old versions migrate to it.
///
/// ```swift
/// let report = try VersionGuard(path: "App.xcdatamodeld", base: "main").report()
/// ```
package struct VersionGuard {
    /// The model in the working tree.
    private let path: String
    private let base: String?
    private let choice: ModelChoice

    /// Prepares a look.
    ///
    /// - Parameter base: a branch, tag or commit; nil for the one that a pull request goes to, or the
    ///   main branch.
    package init(path: String, choice: ModelChoice = .current, base: String? = nil) {
        self.path = path
        self.base = base
        self.choice = choice
    }

    /// Compares the model with what the base has.
    ///
    /// - Throws: ``GitError``, `ModelError`, `ModelSourceFailure`, `FileError`.
    package func report() throws -> GuardReport {
        let now = try VersionSet(path: path, choice: choice)
        let file = try FilePath(path).resolved
        // A model may be the folder itself; of Swift source any folder may be the outermost one of its repository.
        let isProject = try SwiftModelReader.isProject(path)
        let isSource = try isProject || FileStatus(path: path)?.isFolder == true && ModelFile.isSource(path)
        var repository = try GitRepository(folder: isSource ? file.text : file.folder.text)
        var place = file.name
        if isSource {
            // What belongs to it may lie anywhere beside it.
            repository = try GitRepository(folder: repository.top())
            place = try file.relative(toFolder: FilePath(repository.folder))
        }
        let (name, commit) = try repository.start(of: base)
        var files = try repository.files(of: isProject ? "." : place, in: commit)
        if isSource { files = files.filter(SwiftModelReader.isPartOfProjects) }
        guard !files.isEmpty else {
            return GuardReport(base: name, commit: commit, current: now.current, isNew: true)
        }
        // To projects it is a repository: they may lead to what is in it.
        let folder = try TemporaryFolder(files: [".git"] + GitRepository.withFolders(files), for: path)
        try Folder.make(folder.path + "/.git")
        try repository.extract(files, of: commit, to: folder.path)
        let old = folder.path + "/" + place
        guard try FileStatus(path: old) != nil else {
            return GuardReport(base: name, commit: commit, current: now.current, isNew: true)
        }
        let before = try VersionSet(path: old, choice: choice)
        var report = GuardReport(base: name, commit: commit, current: now.current, isNew: false)
        try compare(before, now, &report)
        return report
    }

    // MARK: Rules

    private func compare(_ before: VersionSet, _ now: VersionSet, _ report: inout GuardReport) throws {
        // A single model becomes the first of several versions without being another one.
        func counterpart(_ version: VersionSet.Version) -> VersionSet.Version? {
            now.version(version.name) ?? (before.hasVersions ? nil : now.versions.first)
        }
        for version in before.versions {
            guard let same = counterpart(version) else {
                report.issues.append(
                    GuardIssue(kind: .removed, version: version.name, path: path, line: nil))
                continue
            }
            // Without versions SwiftData migrates by itself; a model of Core Data's does not.
            if !now.hasVersions, try ModelFile.isSource(ModelFile.located(path, choice)) { continue }
            report.issues += try changes(of: version, to: same)
        }
        report.issues += currency(before, now)
        guard let current = now.version(now.current) else { return }
        for version in before.versions { try judge(version, current, now, &report) }
    }

    /// What was edited in a version.
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

    /// Whether new versions are in use.
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

    /// What becomes of the stores of an old version.
    private func judge(
        _ version: VersionSet.Version, _ current: VersionSet.Version, _ now: VersionSet,
        _ report: inout GuardReport
    ) throws {
        let lines = try ModelSourceLines(path: current.file.origin.path)
        func tell(_ difference: MigrationDifference, _ kind: GuardIssue.Kind) {
            report.issues.append(
                GuardIssue(
                    kind: kind, version: version.name, path: shown(current),
                    line: lines.line(entity: difference.entity, property: difference.property)))
        }
        let gone = EnumerationCases.removed(
            from: version.file.sourceValues, to: current.file.sourceValues, of: current.model)
        for difference in gone { tell(difference, .losesData(difference)) }
        guard !VersionVerdict(version.hashes, current.hashes).willOpen else {
            report.versions.append(
                .init(
                    name: version.name, verdict: gone.isEmpty ? .opensAsItIs : .losesData, differences: gone))
            return
        }
        let direct = InferredMapping(from: version.model, to: current.model)
        let refused = direct.differences.filter { $0.consequence == .refusal }
        for difference in refused { tell(difference, .needsMapping(difference)) }
        let lost = direct.differences.filter(\.mayLose)
        for difference in lost { tell(difference, .losesData(difference)) }
        report.versions.append(
            .init(
                name: version.name,
                verdict: !refused.isEmpty
                    ? .needsMapping : lost.isEmpty && gone.isEmpty ? .lightweight : .losesData,
                differences: direct.differences + gone))
    }

    /// The file of a version, as the user would name it.
    private func shown(_ version: VersionSet.Version) -> String {
        version.file.origin.path.isEmpty ? path : version.file.origin.path
    }
}

/// Finds the lines of entities and properties in the XML of a model, for reviews of code.
struct ModelSourceLines {
    private let lines: [Substring]

    /// Reads a file; one that is no text has no lines.
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

    /// The line, from 1, where an entity or one of its properties begins; that of the entity where it
    /// has no such property; nil where there is none.
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
