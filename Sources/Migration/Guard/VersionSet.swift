import Files
import ObjectModel
import SwiftDataSource

/// The versions of a model side by side: a folder of versions, a single model, or Swift source with
/// versioned schemas.
package struct VersionSet {
    /// One version.
    package struct Version {
        /// Its name.
        package let name: String
        /// Its model, where it was read from.
        package let file: ModelFile
        var model: ManagedObjectModel { file.model }
        /// The version hashes: those that the file declares, or else those of its model.
        package var hashes: VersionHashes { file.declaredHashes?.hashes ?? file.model.versionHashes }
    }

    /// The versions, in their order.
    package let versions: [Version]
    /// The name of the current one.
    package let current: String
    /// Whether there can be several: a single model has no versions to leave alone.
    package let hasVersions: Bool

    /// Reads all versions.
    ///
    /// - Throws: `ModelError`, `ModelSourceFailure`.
    package init(path: String, choice: ModelChoice) throws {
        let path = try ModelFile.located(path, choice)
        var choice = choice
        if try !ModelFile.isSource(path) { choice.target = nil }
        let chosen = try ModelFile.read(path: path, choice: choice)
        let isSource = try ModelFile.isSource(path)
        let names =
            isSource
            ? try SwiftModelReader.schemas(path: path, target: choice.target)
            : try ModelFile.versions(path: path)
        guard !names.isEmpty, choice.models.isEmpty else {
            // The working folder has no name of its own.
            let name = FilePath(path).stem.isEmpty ? "model" : FilePath(path).stem
            versions = [Version(name: name, file: chosen)]
            current = name
            hasVersions = false
            return
        }
        versions = try names.map { name in
            var version = choice
            if isSource { version.schema = name } else { version.version = name }
            return Version(name: name, file: try ModelFile.read(path: path, choice: version))
        }
        hasVersions = true
        // Source says by its container or its plan which schema counts.
        current =
            isSource
            ? versions.last { VersionVerdict($0.hashes, chosen.model.versionHashes).willOpen }?.name
                ?? names[names.count - 1]
            : chosen.origin.version ?? names[names.count - 1]
    }

    func version(_ name: String) -> Version? { versions.first { $0.name == name } }
}
