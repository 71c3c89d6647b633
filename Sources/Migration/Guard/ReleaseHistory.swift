import Files
import ObjectModel
import SwiftDataSource

/// What each release of an app does with the stores of the releases before it: the tags of its repository in their
/// order, and then the working tree.
///
/// ```swift
/// let report = try ReleaseHistory(path: "App.xcodeproj").report()
/// report.releases.filter { !$0.isSound }.map(\.name)
/// ```
package struct ReleaseHistory {
    /// One release.
    package struct Release: Sendable {
        /// The tag; nil for the working tree.
        package let tag: String?
        /// The model that it opens: the name of the version; nil if it has none, or if it cannot be read.
        package internal(set) var current: String?
        /// Why its model cannot be read; nil if it can, and if there is none.
        package internal(set) var failure: (any Error & Sendable)?
        /// What is wrong with its migration plan.
        package internal(set) var launchIssues: [LaunchIssue] = []
        /// What becomes of the stores of earlier releases, one for each model.
        package internal(set) var stores: [Stores] = []

        /// Whether the app opens all stores of earlier releases, or migrates them by itself.
        package var isSound: Bool {
            !launchIssues.contains { $0.severity == .error }
                && !stores.contains { $0.verdict == .crashesAtLaunch || $0.verdict == .needsMapping }
        }
    }

    /// The stores of earlier releases with one model.
    package struct Stores: Sendable {
        /// The tags of the releases; `SchemaV1 of v1.0` for an older version of a release.
        package let tags: [String]
        package let verdict: MigrationReport.Verdict
        package let differences: [MigrationDifference]
        /// Their way through the app's migration plan.
        package let passage: StagedPassage?
    }

    /// All releases.
    package struct Report: Sendable {
        package internal(set) var releases: [Release] = []
        /// How many older releases are left out.
        package internal(set) var omitted = 0

        /// Whether every release opens all stores of the releases before it.
        package var isSound: Bool { releases.allSatisfy(\.isSound) }
    }

    private let path: String
    private let choice: ModelChoice

    /// Prepares a look at the releases of the app with a model.
    package init(path: String, choice: ModelChoice = .current) {
        self.path = path
        self.choice = choice
    }

    /// Reads the models of all releases, and compares each with those before.
    ///
    /// - Throws: ``GitError``, `FileError`; `ModelError` and `ModelSourceFailure` if the model of the working tree
    ///   cannot be read.
    package func report() throws -> Report {
        let repository = try ModelRepository(path: path)
        let now = try VersionSet(path: path, choice: choice)
        var report = Report()
        var models: [(version: VersionSet.Version, tags: [String])] = []
        var former: (files: [GitRepository.Entry], versions: VersionSet)?
        let tags = try repository.git.tags()
        report.omitted = max(tags.count - Limits.releases.most, 0)
        for (tag, commit) in tags.suffix(Limits.releases.most) {
            var release = Release(tag: tag)
            let files = try repository.files(in: commit)
            do {
                let same = former.flatMap { $0.files == files ? $0.versions : nil }
                if let versions = try same ?? repository.versions(files, of: commit, choice) {
                    former = (files, versions)
                    judge(&release, versions, models)
                    let isFirst = models.isEmpty
                    Self.add(versions.opened, of: tag, to: &models)
                    // Stores of older versions are from before all tags.
                    for version in isFirst ? versions.versions : [] {
                        Self.add(version, of: tag, to: &models, isCurrent: false)
                    }
                }
            } catch let error as ModelSourceFailure {
                release.failure = error
            } catch let error as ModelError {
                release.failure = error
            }
            report.releases.append(release)
        }
        var release = Release(tag: nil)
        judge(&release, now, models)
        report.releases.append(release)
        return report
    }

    private func judge(
        _ release: inout Release, _ app: VersionSet, _ models: [(version: VersionSet.Version, tags: [String])]
    ) {
        release.current = app.current
        release.launchIssues = app.launchIssues
        for (version, tags) in models {
            let outcome = StoreOutcome(of: version, in: app)
            release.stores.append(
                Stores(
                    tags: tags, verdict: outcome.verdict, differences: outcome.mapping + outcome.gone,
                    passage: outcome.passage))
        }
    }

    /// Notes that the stores of a release have a model: one for all releases with its version hashes.
    ///
    /// - Parameter isCurrent: false for an older version of the release, whose stores are from before all tags.
    private static func add(
        _ version: VersionSet.Version, of tag: String,
        to models: inout [(version: VersionSet.Version, tags: [String])], isCurrent: Bool = true
    ) {
        if let index = models.firstIndex(where: { VersionVerdict($0.version.hashes, version.hashes).willOpen }
        ) {
            if isCurrent { models[index].tags.append(tag) }
        } else {
            models.append((version, [isCurrent ? tag : "\(version.name) of \(tag)"]))
        }
    }
}
