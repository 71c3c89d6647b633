import Files
import ObjectModel
import SwiftDataSource

/// All versions of a model: a folder of versions, a single model, or Swift source with versioned schemas.
package struct VersionSet {
    /// One version.
    package struct Version {
        /// The name of the version.
        package let name: String
        /// The model of the version, with its origin.
        package let file: ModelFile
        var model: ManagedObjectModel { file.model }
        /// The version hashes that the file declares, or else those of its model.
        package var hashes: VersionHashes { file.declaredHashes?.hashes ?? file.model.versionHashes }
    }

    /// The versions that can be read, in their order.
    package let versions: [Version]
    /// The versioned schemas that cannot be read.
    package private(set) var failures: [(name: String, failure: ModelSourceFailure)] = []
    /// The current version: the model that the app opens.
    package let opened: Version
    /// Whether the model can have several versions. A single model has no old versions that must be kept.
    package let hasVersions: Bool
    /// The problems with the app's migration plan; empty if there is none.
    package private(set) var launchIssues: [LaunchIssue] = []
    /// The models of Swift source in all versions; nil for other models.
    private var source: SwiftModelReader.VersionedModels?

    /// The name of the current version.
    package var current: String { opened.name }
    /// The app's migration plan; nil if there is none.
    package var plan: StagedMigrationPlan? { source?.plan }

    /// Reads all versions.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`.
    package init(path: String, choice: ModelChoice) throws {
        let path = try ModelFile.located(path, choice)
        var choice = choice
        if try ModelFile.isSource(path) {
            try self.init(SwiftModelReader.versionedModels(path: path, choice: choice), path: path, choice)
            return
        }
        choice.target = nil
        let chosen = try ModelFile.read(path: path, choice: choice)
        let names = try ModelFile.versions(path: path)
        guard !names.isEmpty else {
            self.init(single: chosen, path: path)
            return
        }
        let versions = try names.map { name in
            choice.version = name
            return Version(name: name, file: try ModelFile.read(path: path, choice: choice))
        }
        self.init(
            versions: versions,
            opened: Version(name: chosen.origin.version ?? names[names.count - 1], file: chosen),
            hasVersions: true)
    }

    /// Uses the versions of Swift source. The container or the migration plan of the source decides which version is
    /// current.
    private init(
        _ source: SwiftModelReader.VersionedModels, path: String, _ choice: ModelChoice
    ) throws {
        let chosen = try source.current.get()
        guard !source.schemas.isEmpty, choice.models.isEmpty else {
            self.init(single: chosen, path: path)
            return
        }
        let versions = source.schemas.compactMap { schema in
            (try? schema.result.get()).map { Version(name: schema.schema ?? "", file: $0) }
        }
        let same = versions.last { VersionVerdict($0.hashes, chosen.model.versionHashes).willOpen }
        self.init(
            versions: versions, opened: Version(name: same?.name ?? "the app's models", file: chosen),
            hasVersions: true)
        self.source = source
        launchIssues = source.launchIssues
        failures = source.schemas.compactMap { schema in
            guard case .failure(let failure) = schema.result else { return nil }
            return (schema.schema ?? "", failure)
        }
    }

    private init(single file: ModelFile, path: String) {
        // The working folder `.` has no name.
        let stem = FilePath(path).stem
        let version = Version(name: stem.isEmpty ? "model" : stem, file: file)
        self.init(versions: [version], opened: version, hasVersions: false)
    }

    private init(versions: [Version], opened: Version, hasVersions: Bool) {
        self.versions = versions
        self.opened = opened
        self.hasVersions = hasVersions
    }

    /// The versions, with the current one added if it is not one of them.
    var withOpened: [Version] {
        versions.contains { $0.name == current } ? versions : versions + [opened]
    }

    /// Returns the path of a store through the app's migration plan; nil if there is no plan, or if the app opens the
    /// store without migration.
    func passage(of version: Version) -> StagedPassage? {
        plan.flatMap {
            StagedPassage(
                of: version.hashes, model: version.model, through: $0, launchIssues, to: opened.hashes)
        }
    }

    func version(_ name: String) -> Version? { versions.first { $0.name == name } }
}
