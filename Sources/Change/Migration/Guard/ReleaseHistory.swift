import Files
import ObjectModel
import SwiftDataSource

/// A check of each release of an app with the stores of all earlier releases. The releases are the tags of the
/// repository in their order, and then the working tree.
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
        /// The name of the version that the app opens; nil if the release has no model, or if it cannot be read.
        package internal(set) var current: String?
        /// The reason why its model cannot be read; nil if it can be read, or if there is none.
        package internal(set) var failure: (any Error & Sendable)?
        /// The problems with its migration plan.
        package internal(set) var launchIssues: [LaunchIssue] = []
        /// The results for the stores of earlier releases, one for each model.
        package internal(set) var stores: [Stores] = []

        /// Whether the app opens or automatically migrates all stores of earlier releases.
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
        /// The path of the stores through the app's migration plan.
        package let passage: StagedPassage?
    }

    /// All releases.
    package struct Report: Sendable {
        package internal(set) var releases: [Release] = []
        /// The number of older releases that are left out.
        package internal(set) var omitted = 0

        /// Whether every release opens all stores of the releases before it.
        package var isSound: Bool { releases.allSatisfy(\.isSound) }
    }

    private let path: String
    private let choice: ModelChoice

    /// Creates a history of the releases of the app with this model.
    package init(path: String, choice: ModelChoice = .current) {
        self.path = path
        self.choice = choice
    }

    /// Reads the models of all releases, and compares each with the earlier ones.
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
                    // Stores of older versions can only be from before the first tag.
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

    /// Records that the stores of a release have this model. Releases with equal version hashes share one entry.
    ///
    /// - Parameter isCurrent: Whether this is the current version of the release. Stores of an older version are from
    ///   before the first tag.
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
