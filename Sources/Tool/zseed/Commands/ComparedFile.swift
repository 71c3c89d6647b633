import ObjectModel
import StoreFormat
import SwiftDataSource

/// A store or a model file in `zseed compare` and `zseed verify`.
struct ComparedFile {
    let path: String
    let isStore: Bool
    /// The version hashes that the file declares, or else those of its model (docs/internals/format.md#version-hashes).
    let hashes: VersionHashes
    /// Whether the file itself declares them.
    let declaresHashes: Bool
    /// The model; nil for a store without a model.
    let model: ModelFile?

    /// Opens a file.
    ///
    /// - Throws: `StoreError`, also if a store has neither a model nor hashes; `ModelError`.
    init(path: String, choice: ModelChoice = .current) throws {
        try self.init(ModelSubject.open(path, choice: choice), path: path)
    }

    /// Creates a compared file from an open one.
    ///
    /// - Throws: `StoreError` if a store has neither a model nor hashes; `ModelError`.
    init(_ subject: ModelSubject, path: String) throws {
        self.path = path
        let declared = try subject.declaredHashes()?.hashes
        declaresHashes = declared != nil
        switch subject {
        case .model(let file):
            isStore = false
            model = file
            hashes = declared ?? file.model.versionHashes
        case .store(let reference):
            isStore = true
            guard reference.model.isInferred else {
                model = try ModelFile.read(store: reference.connection, path: path)
                hashes = declared ?? reference.model.versionHashes
                return
            }
            guard let declared else { throw StoreError(.noModel, path: path) }
            model = nil
            hashes = declared
        }
    }

    /// Returns the names of two files for messages: a store and a model by their kinds, two files of one kind by the
    /// shortest endings of their paths that differ.
    static func names(_ one: ComparedFile, _ other: ComparedFile) -> (left: String, right: String) {
        guard one.isStore == other.isStore else {
            return one.isStore ? ("the store", "the model") : ("the model", "the store")
        }
        let parts = (one.path.split(separator: "/"), other.path.split(separator: "/"))
        for count in 1...max(parts.0.count, parts.1.count, 1) {
            let ends = (
                parts.0.suffix(count).joined(separator: "/"),
                parts.1.suffix(count).joined(separator: "/")
            )
            if ends.0 != ends.1 { return ends }
        }
        return (one.path, other.path)
    }
}
