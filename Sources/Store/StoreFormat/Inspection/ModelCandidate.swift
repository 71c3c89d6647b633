import Files
import ObjectModel
import SQLite
import SwiftDataSource

/// A model with which a store may have been made: a version of a model file, another store, or a versioned schema of
/// Swift source.
package struct ModelCandidate: Sendable {
    /// The place of a model.
    package struct Place: Sendable {
        /// The file or folder.
        package let path: String
        /// The target of a project or workspace; nil for other files.
        package var target: String?
        /// The versioned schema of Swift source; nil for the models that the app uses, and for files.
        package var schema: String?
        /// The names of the models, if Swift source has several sets and this is one of them; otherwise empty.
        package var models: [String] = []
    }

    /// The place.
    package let place: Place
    /// The kind of file.
    package let kind: ModelFile.Kind
    /// The version hashes that the file declares, or those of its model.
    package let hashes: VersionHashes
    /// The model; nil for a store that contains none.
    package let model: ManagedObjectModel?

    /// Returns the entities with the same hash in a store.
    package func equalEntities(_ other: VersionHashes) -> [String] {
        hashes.entityNames.filter { hashes[$0] == other[$0] }
    }

    /// Returns whether a store with these hashes was made with the model (docs/internals/format.md#version-hashes).
    package func isModel(of other: VersionHashes) -> Bool {
        hashes.entityNames == other.entityNames
            && hashes.entityNames.allSatisfy { hashes[$0] == other[$0] }
    }
}

/// All models in files and folders.
package struct ModelCandidates {
    /// The models, in the order of the paths.
    package private(set) var all: [ModelCandidate] = []
    /// The files that looked like models and could not be read.
    package private(set) var failures: [(place: ModelCandidate.Place, error: any Error)] = []
    /// Warnings about missing or omitted parts of projects.
    package private(set) var issues: [ModelSourceIssue] = []
    private let excluded: String?
    private var visited: Set<FileIdentity> = []
    private static let deepest = Limits.folderLevels.most

    /// Looks for models.
    ///
    /// - Parameters:
    ///   - paths: stores, model files, Swift source, and folders with any of these.
    ///   - store: the store in question, which is not a candidate.
    /// - Throws: `ModelError` if a file or folder does not exist, `FileError`.
    package init(in paths: [String], besides store: String? = nil) throws {
        excluded = store
        for path in paths {
            guard try FileStatus(path: path) != nil else {
                throw ModelError(.fileNotFound, path: path)
            }
            visited = []
            var models: [String] = []
            var isProject = true
            do {
                if let targets = try SwiftModelReader.targets(of: path) {
                    models = targets.all.flatMap(\.models)
                    addSources(of: targets, path)
                } else {
                    isProject = false
                }
            } catch {
                failures.append((ModelCandidate.Place(path: path), error))
            }
            if !isProject, try SwiftModelReader.isSource(path) {
                addSource(ModelCandidate.Place(path: path)) { try SwiftModelReader.readVersions(path: path) }
            }
            // Models in the folder itself are found there.
            if FilePath(path).fileExtension.hasPrefix("xc") {
                for model in Set(models).sortedInBinaryOrder() { add(model, isNamed: true, depth: 0) }
            }
            add(path, isNamed: !isProject, depth: 0)
        }
    }

    private mutating func addSources(of targets: SwiftModelReader.Targets, _ path: String) {
        for target in targets.all where target.hasClasses {
            addSource(ModelCandidate.Place(path: path, target: target.name)) {
                try targets.versions(of: target)
            }
        }
        issues += targets.issues
    }

    private mutating func add(_ path: String, isNamed: Bool, depth: Int) {
        let found: FileStatus?
        do {
            found = try FileStatus(path: path)
        } catch {
            failures.append((ModelCandidate.Place(path: path), error))
            return
        }
        guard let status = found else { return }
        guard depth < Self.deepest else {
            let error = ModelError(.tooMany(what: "nested folders", limit: Self.deepest), path: path)
            return failures.append((ModelCandidate.Place(path: path), error))
        }
        let name = FilePath(path).name
        guard status.isFolder else {
            return addFile(path, name, isNamed: isNamed)
        }
        if name.hasSuffix(".xcdatamodel") { return read(path) }
        let names: [String]
        do {
            // Links may form circles.
            if let identity = try FileIdentity(path), !visited.insert(identity).inserted { return }
            names = try Folder.names(in: path).sortedInBinaryOrder()
        } catch {
            failures.append((ModelCandidate.Place(path: path), error))
            return
        }
        if names.contains("contents"), isNamed { return read(path) }
        for inner in names where !inner.hasPrefix(".") && !Self.skipped.contains(inner) {
            add(FilePath(path).appending(inner).text, isNamed: false, depth: depth + 1)
        }
    }

    /// The names of folders with source code and products of others.
    private static let skipped: Set<String> = [
        "Pods", "Carthage", "DerivedData", "SourcePackages", "node_modules",
    ]

    private mutating func addFile(_ path: String, _ name: String, isNamed: Bool) {
        let head: [UInt8]
        let isExcluded: Bool
        do {
            head = try FileBytes.first(16, of: path)
            isExcluded = try excluded.map { try FileIdentity.isSame(path, $0) } ?? false
        } catch {
            failures.append((ModelCandidate.Place(path: path), error))
            return
        }
        if head.starts(with: StoreFile.magic) {
            if isExcluded { return }
            return addStore(path, isNamed: isNamed)
        }
        guard name.hasSuffix(".mom") || isNamed && !name.hasSuffix(".swift") else { return }
        read(path)
    }

    private mutating func read(_ path: String) {
        do {
            let file = try ModelFile.read(path: path)
            add(
                ModelCandidate.Place(path: path), file,
                file.declaredHashes?.hashes ?? file.model.versionHashes)
        } catch {
            failures.append((ModelCandidate.Place(path: path), error))
        }
    }

    private mutating func add(
        _ place: ModelCandidate.Place, _ file: ModelFile, _ hashes: VersionHashes
    ) {
        all.append(
            ModelCandidate(place: place, kind: file.origin.kind, hashes: hashes, model: file.model))
    }

    private mutating func addStore(_ path: String, isNamed: Bool) {
        do {
            let store = try ReferenceStore(path: path)
            let declared = try ModelFile.declaredHashes(of: store.connection)?.hashes
            let model = store.model.isInferred ? nil : store.model
            guard let hashes = declared ?? model?.versionHashes else { return }
            all.append(
                ModelCandidate(
                    place: ModelCandidate.Place(path: path), kind: .store, hashes: hashes, model: model))
        } catch {
            // Databases that are not stores are not candidates.
            if isNamed { failures.append((ModelCandidate.Place(path: path), error)) }
        }
    }

    private mutating func addSource(
        _ source: ModelCandidate.Place, _ versions: () throws -> [SwiftModelReader.Version]
    ) {
        do {
            let first = all.count
            for version in try versions() {
                var place = source
                (place.schema, place.models) = (version.schema, version.models)
                switch version.result {
                case .success(let file):
                    let hashes = file.model.versionHashes
                    // The models that the app uses are usually those of a version.
                    if version.schema == nil, all[first...].contains(where: { $0.isModel(of: hashes) }) {
                        continue
                    }
                    add(place, file, hashes)
                case .failure(let failure): failures.append((place, failure))
                }
            }
        } catch {
            failures.append((source, error))
        }
    }
}
