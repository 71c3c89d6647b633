import Files
import ObjectModel
import SQLite
import SwiftDataSource

/// A file that the user names: a store, SQL text that creates one, or a model file.
package enum ModelSubject {
    /// A store, open for reading.
    case store(ReferenceStore)
    /// A model of an app.
    case model(ModelFile)

    /// Opens the file or folder at a path, by its content.
    ///
    /// - Parameters:
    ///   - choice: the model in a folder of versions or in source code. It applies to `modelPath` if that is given.
    ///   - modelPath: a model file for a store that contains no model.
    /// - Throws: ``StoreError``, `ModelError`, `ModelSourceFailure`; also if a version of a single model is
    ///   requested.
    package static func open(
        _ path: String, choice: ModelChoice = .current, modelPath: String? = nil
    ) throws -> ModelSubject {
        if try isModel(path) { return .model(try ModelFile.read(path: path, choice: choice)) }
        let store = try ReferenceStore(path: path, modelPath: modelPath, modelChoice: choice)
        guard choice == .current || modelPath != nil else {
            throw ModelError(.noVersions, path: path)
        }
        return .store(store)
    }

    /// Returns whether a path names a model file, a folder of model versions, or Swift source.
    ///
    /// - Throws: `FileError` if the path cannot be examined.
    package static func isModel(_ path: String) throws -> Bool {
        guard let status = try FileStatus(path: path) else { return false }
        if status.isFolder {
            return try isModelFolder(path) || ModelFile.isSource(path) || ModelFile.holdsModel(path)
        }
        return try ModelFile.isSource(path) || !Connection.isScript(path) && looksLikeModel(path)
    }

    /// The model.
    package var model: ManagedObjectModel {
        switch self {
        case .store(let reference): reference.model
        case .model(let file): file.model
        }
    }

    /// The places of the rows of the model's entities: those in the store, or those of the rules.
    package var layout: StoreLayout {
        switch self {
        case .store(let reference): reference.layout
        case .model(let file): StoreLayout(model: file.model)
        }
    }

    /// Returns the version hashes that the file declares; nil if it declares none.
    package func declaredHashes() throws -> ModelFile.DeclaredHashes? {
        switch self {
        case .store(let reference): try ModelFile.declaredHashes(of: reference.connection)
        case .model(let file): file.declaredHashes
        }
    }

    /// Returns whether the folder is a model by its name or its contents. Tools that unpack models often rename the
    /// folder.
    private static func isModelFolder(_ path: String) throws -> Bool {
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        let endings = [".xcdatamodel", ".xcdatamodeld", ".momd"]
        if endings.contains(where: { name.hasSuffix($0) }) { return true }
        return try Folder.names(in: path).contains {
            try $0.hasSuffix(".xcdatamodel") || $0 == "VersionInfo.plist"
                || ($0 == "contents" && looksLikeModel(path + "/contents"))
        }
    }

    /// Returns whether a file begins like XML or a property list.
    private static func looksLikeModel(_ path: String) throws -> Bool {
        guard try FileStatus(path: path)?.isFolder == false else { return false }
        let head = try FileBytes.first(512, of: path)
        if head.starts(with: StoreFile.magic) { return false }
        if head.starts(with: Array("bplist".utf8)) { return true }
        let text = String(decoding: head, as: UTF8.self)
        return text.contains("<?xml") || text.contains("<model") || text.contains("<plist")
    }
}
