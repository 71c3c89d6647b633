import Comparing
import Files
import Foundation
import MergeRules
import ObjectLayer
import ObjectModel
import StoreFormat

/// A file of changes, read for a user's store.
struct EditionFile {
    /// The path of the file.
    let path: String
    /// The changes in the file.
    let changes: SeedMerge.ChangesFile
    /// The metadata entries that differ between the editions.
    let metadata: SeedMetadata

    /// Reads a file, which must have the model of the user's store.
    ///
    /// - Throws: ``MergeError``, `StoreError`, `FileError`.
    init(path: String, user: OpenedStore) throws {
        self.path = path
        do {
            let document = try SeedMerge.ChangesDocument(Self.bytes(of: path))
            try user.checkModel(
                of: VersionHashes(entities: document.model.mapValues { Array($0) }), path: path)
            changes = try SeedMerge.ChangesFile(document, SeedMerge.Schema(user.layout))
        } catch let error as SeedMerge.MergeError {
            throw MergeError(error, path: path, user.layout)
        }
        func entries(_ bytes: Data?) throws -> [String: WrittenPropertyList] {
            guard let bytes else { return [:] }
            guard let entries = try? WrittenPropertyList(bytes: Array(bytes)).entries else {
                throw MergeError(SeedMerge.MergeError.badChanges(.metadata), path: path, user.layout)
            }
            return entries
        }
        metadata = SeedMetadata(
            old: try entries(changes.metadata?.old), new: try entries(changes.metadata?.new))
    }

    private static func bytes(of path: String) throws -> Data {
        guard let status = try FileStatus(path: path) else { throw StoreError(.missing, path: path) }
        guard !status.isFolder else { throw StoreError(.isFolder, path: path) }
        let limit = Limits.changesBytes
        let bytes = try FileBytes.first(limit.most + 1, of: path)
        guard bytes.count <= limit.most else {
            throw MergeError(.badChanges("it is larger than \(limit.amount)"), path: path)
        }
        return Data(bytes)
    }

    /// Sorts files so that each starts from the edition that the previous one leads to, beginning with the edition that
    /// the user's store holds.
    ///
    /// - Throws: ``MergeError`` if a file does not continue the others, or starts from another edition.
    static func chain(_ all: [EditionFile], for store: OpenedStore) throws -> [EditionFile] {
        let present = try AppMetadata.entries(of: store.inspection)
        let note = EditionNote(of: store.inspection) == nil ? nil : EditionNote.note(of: store.inspection)
        do {
            let chain = try SeedMerge.chain(all.map(\.changes), noted: note) { changes, isNew in
                let file = all.first { $0.changes === changes }
                return file?.metadata.isStored(isNew: isNew, in: present) ?? true
            }
            return chain.compactMap { changes in all.first { $0.changes === changes } }
        } catch let error as SeedMerge.ChainError {
            switch error {
            case .unnamed(let index): throw MergeError(.unnamedEditions, path: all[index].path)
            case .otherEdition(let noted, let begins):
                throw MergeError(.otherEdition(noted: noted, begins: begins), path: all[0].path)
            case .broken(let index, let begins, let ends, let beside):
                throw MergeError(
                    .brokenChain(begins: begins, ends: ends, beside: beside.map { all[$0].path }),
                    path: all[index].path)
            }
        }
    }
}

extension MergeError {
    /// Converts an error of the merge rules to one of this module.
    init(_ error: SeedMerge.MergeError, path: String, _ layout: StoreLayout) {
        self.init(Self.problem(error, layout), path: path)
    }

    private static func problem(_ error: SeedMerge.MergeError, _ layout: StoreLayout) -> Problem {
        switch error {
        case .unknownFormat(version: nil):
            .badChanges("its format is not \(SeedMerge.ChangesDocument.format)")
        case .unknownFormat(version: 0?):
            .badChanges("it is not JSON as written by `zseed diff --changes`")
        case .unknownFormat(let version?):
            .badChanges(
                "version \(version) is not known"
                    + (version < SeedMerge.ChangesDocument.version
                        ? ": write it again with `zseed diff --changes`" : ""))
        case .badChanges(let change): .badChanges(words(change, layout))
        case .otherModel: .otherModel(entities: [])
        case .otherEdition, .otherBase: .otherBase
        case .contradictingBase(let contradictions, let matches):
            .contradictingBase(contradictions: contradictions, matches: matches, isFile: true)
        case .missingFile(let entity, let key, let file):
            .missingFile(entity: entity, key: key, file: file)
        case .notUnique(let entity): .notUnique(entity: entity)
        }
    }

    private static func words(_ change: SeedMerge.BadChange, _ layout: StoreLayout) -> String {
        switch change {
        case .unknownEntity(let name): "there is no entity \(name)"
        case .unknownProperty(let entity, let name): "\(entity) has no property \(name)"
        case .value(let entity, let name, _):
            if let type = layout.entity(named: entity)?.attribute(name)?.attribute.type {
                "a value of \(entity).\(name) is no \(type.xcodeName)"
            } else {
                "a value of \(entity).\(name) is not one of its cases"
            }
        case .destination(let entity, let name, let destination): "\(entity).\(name) leads to \(destination)"
        case .unknownObject(let number): "there is no object \(number)"
        case .change(let kind): "an object cannot be \(kind)"
        case .sum:
            "its content does not match its checksum; write it again with `zseed diff --changes`, or remove "
                + "`sum` if you "
                + "edited it"
        case .primaryKeys: "its primary keys are not ranges"
        case .identity: "its editions have no identifiers with 32 digits"
        case .metadata: "its metadata is not a property list"
        }
    }
}
