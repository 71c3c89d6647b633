import Comparing
import Files
import ObjectLayer
import ObjectModel
import Seeding
import SQLite
import StoreFormat

/// Brings a new edition of a seed into a store in which a user has worked.
///
/// ```swift
/// let finished = try StoreMerge(store: .init(path: "User.sqlite"), new: .init(path: "New.sqlite"),
///     base: .init(path: "Old.sqlite")).merge(to: "Merged.sqlite")
/// // … verify finished.temporaryPath …
/// try finished.place()
/// ```
package struct StoreMerge: Sendable {
    private let store: ComparedStore
    private let edition: Edition
    private let choice: MergeChoice

    /// What comes.
    private enum Edition {
        case stores(new: ComparedStore, base: ComparedStore?)
        case changes(String)

        var stores: [ComparedStore] {
            if case .stores(let new, let base) = self { [new, base].compactMap(\.self) } else { [] }
        }
    }

    /// Names the stores.
    ///
    /// - Parameter base: the edition that the user's store began as; nil where it is not known.
    package init(
        store: ComparedStore, new: ComparedStore, base: ComparedStore? = nil, choice: MergeChoice = .init()
    ) {
        self.store = store
        edition = .stores(new: new, base: base)
        self.choice = choice
    }

    /// Names a store, and the file with the changes between the edition that it began as and the new one.
    package init(store: ComparedStore, changes: String, choice: MergeChoice = .init()) {
        self.store = store
        edition = .changes(changes)
        self.choice = choice
    }

    /// Merges; the result waits beside the output to be put in place.
    ///
    /// - Throws: ``MergeError``, `ComparisonError`, `StoreError`, `OutputError`, `ManagedObjectError`,
    ///   `PersistentStoreError`, `DatabaseError`, `FileError`.
    package func merge(to output: String) throws -> FinishedMerge {
        try checkFiles()
        let user = try store.open()
        guard user.modelOrigin != .inferred else { throw StoreError(.noModel, path: store.path) }
        let run = try run(user)
        let staged = try StagedOutput(.database, path: output)
        let external = try ExternalFiles(store: staged)
        let copy = try PrivateCopy(of: user, at: store.path)
        let (report, rules) = try run(copy)
        do {
            let result = try Connection(path: staged.temporaryPath, mode: .readWrite)
            let pragmas =
                "PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF"
            try result.execute(pragmas)
            try Connection(path: copy.path, mode: .readOnly).backup(to: result)
        }
        let names = try ExternalValues(layout: user.layout).fileNames(
            in: Connection(path: staged.temporaryPath, mode: .immutable))
        let missing = try external.keep(names, ofStore: copy.path)
        guard try user.connection.isUnchanged else {
            throw FileError(
                path: store.path, action: .read, reason: "another process changed it meanwhile")
        }
        return FinishedMerge(
            report: report, rules: rules, missingFiles: missing, output: staged, external: external)
    }

    /// Opens what comes; what is returned merges it into a copy of the user's store.
    private func run(_ user: OpenedStore) throws -> (PrivateCopy) throws -> (MergeReport, [String: String]) {
        switch edition {
        case .stores(let new, let base):
            let opened = try EditionReader.open(new, like: user)
            let former = try base.map { try ($0.path, EditionReader.open($0, like: user)) }
            return { copy in
                try MergeRun(user: copy, new: (new.path, opened), base: former, choice: choice).run()
            }
        case .changes(let path):
            let changes = try FileChanges(path: path, user: user)
            return { copy in
                let opened = try copy.open()
                let targets = try changes.targets(in: opened)
                guard
                    opened.store.inspection.uuid.uppercased() == changes.baseUUID || !targets.isEmpty
                        || !changes.objects.contains(where: { !$0.seed.isNew })
                else { throw MergeError(.otherBase, path: path) }
                let report = try MergeRun.apply(changes, to: opened, targets, choice) {
                    try changes.editionKeys(opened.store, $1, $0)
                }
                return (report, [:])
            }
        }
    }

    private func checkFiles() throws {
        let all = [store.path] + edition.stores.map(\.path)
        for (index, path) in all.enumerated() {
            for other in all[..<index] where try FileIdentity.isSame(other, path) {
                throw MergeError(.sameFile(other), path: path)
            }
        }
    }
}
