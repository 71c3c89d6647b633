import Foundation

nonisolated extension SeedMerge {
    /// A context of an app, with the metadata of its store.
    public protocol AppContext: Context {
        /// An entry of the metadata.
        associatedtype Entry: Equatable

        /// The version hashes of the model's entities.
        var modelHashes: [String: Data] { get throws }
        /// The UUID of the store.
        var storeUUID: String { get throws }
        /// Returns the metadata.
        func metadata() throws -> [String: Entry]
        /// Returns the entries of a property list.
        func entries(of data: Data) throws -> [String: Entry]
        /// Returns an entry as this module reads it, or nil if it has another type.
        func plist(_ entry: Entry) -> Plist?
        /// An entry of the metadata.
        func entry(_ plist: Plist) -> Entry
        /// Sets entries of the metadata with the next save. A nil entry is removed.
        ///
        /// - Parameter entries: returns the entries once all objects have their primary keys.
        func setMetadataWhenSaving(
            _ entries: @escaping (_ primaryKey: (ID) -> Int64?) -> [String: Entry?]
        ) throws
        /// Saves the context.
        func save() throws
        /// Discards all changes that are not saved.
        func rollback()
    }

    /// Merges the changes of editions, one after the other, and saves after each. Changes that the store has already
    /// are left out, so an app can pass all its files at each launch. If a launch is interrupted, the next one
    /// continues the merge.
    ///
    /// - Parameters:
    ///   - files: the files that `zseed diff OLD NEW --changes FILE` wrote, in any order. They must form a chain, in
    ///     which each file starts from the edition that the previous one leads to.
    ///   - store: a context of the user's store only, without changes. If this method throws, roll the context back.
    ///   - side: the side whose value is kept if both changed the same value.
    ///   - saves: whether to save after each edition. Otherwise the app saves, and there may be only one file.
    /// - Returns: the conflicts.
    public static func merge<Store: AppContext>(
        _ files: [Foundation.URL], into store: Store, preferring side: Side, saves: Bool = true
    ) throws -> [Conflict] {
        let documents = try files.map { try ChangesDocument(Data(contentsOf: $0)) }
        guard try documents.allSatisfy({ try $0.model == store.modelHashes }) else {
            throw MergeError.otherModel
        }
        let all = try documents.map { try ChangesFile($0, store.schema) }
        // All files have the same model.
        let model = documents.first?.editions?.model ?? ""
        func noted() throws -> Plist? { try store.metadata()[Note.metadataKey].flatMap(store.plist) }
        let note = Note(try noted())
        let chain: [ChangesFile]
        do {
            chain = try self.chain(all, noted: note?.model == model ? note : nil) { file, isNew in
                guard let metadata = file.metadata else { return true }
                return try isStored(
                    isNew: isNew, old: store.entries(of: metadata.old),
                    new: store.entries(of: metadata.new), in: store.metadata())
            }
        } catch ChainError.unnamed {
            throw MergeError.unknownFormat(version: ChangesDocument.version)
        } catch is ChainError {
            throw MergeError.otherEdition
        }
        var conflicts: [Conflict] = []
        for file in chain {
            conflicts += try merge(file, into: store, model: model, noted: noted(), preferring: side)
            if saves { try store.save() }
        }
        return conflicts
    }

    private static func merge<Store: AppContext>(
        _ file: ChangesFile, into store: Store, model: String, noted: Plist?, preferring side: Side
    ) throws -> [Conflict] {
        let present = try store.metadata()
        var blocked = BlockedChanges()
        while true {
            let merge = try FileMerge(
                file, into: store,
                .init(
                    list: noted, isOfModel: Note(noted)?.model == model,
                    keys: EditionKeys(present[EditionKeys.metadataKey].flatMap(store.plist)),
                    uuid: store.storeUUID), preferring: side, without: blocked)
            do {
                try merge.merger.run()
            } catch let found as BlockedChanges {
                store.rollback()
                blocked = found
                continue
            }
            var conflicts = merge.merger.report.conflicts
            var entries: [String: Store.Entry?] = [:]
            let noted = merge.note(model: model).map { store.entry($0.plist) }
            entries.updateValue(noted, forKey: Note.metadataKey)
            if let metadata = file.metadata {
                let (changes, contested) = mergeMetadata(
                    old: try store.entries(of: metadata.old), new: try store.entries(of: metadata.new),
                    present: present, updates: false, preferring: side)
                entries.merge(changes) { $1 }
                conflicts += contested.map {
                    Conflict(
                        kind: .metadataChanged, entity: "", isNew: false, name: $0, primaryKey: 0,
                        editionKey: 0, property: nil, user: nil, seed: nil, kept: side)
                }
            }
            let keys = try merge.editionKeys()
            try store.setMetadataWhenSaving { primaryKey in
                let keys = keys(primaryKey)
                entries.updateValue(
                    keys.isEmpty ? nil : store.entry(keys.plist), forKey: EditionKeys.metadataKey)
                return entries
            }
            return conflicts
        }
    }
}
