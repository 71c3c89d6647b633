import Comparing
import Files
import MergeRules
import ObjectModel
import SQLite
import StoreFormat
import StoreMaking

/// A merged store that has not been put in place yet.
package struct FinishedMerge {
    /// The results of the merge.
    package let report: MergeReport
    /// The rule by which the objects of each entity were matched: `uniqueness`, `key`, `primaryKey`, `likeness` or
    /// `value`.
    package let rules: [String: String]
    /// The number of files of large values that were already missing in the user's store.
    package let missingFiles: Int
    /// The store.
    package let store: FinishedStore
}

/// Merges a new edition of a seed into a store in which a user has worked.
///
/// ```swift
/// let finished = try StoreMerge(store: .init(path: "User.sqlite"), new: .init(path: "New.sqlite"),
///     base: .init(path: "Old.sqlite")).merge(to: "Merged.sqlite")
/// // … verify finished.store.temporaryPath …
/// try finished.store.place()
/// ```
package struct StoreMerge: Sendable {
    private let store: ComparedStore
    private let edition: Edition
    private let choice: MergeChoice

    /// The edition to merge: stores, or files of changes.
    private enum Edition {
        case stores(new: ComparedStore, base: ComparedStore?)
        case changes([String])
    }

    /// Creates a merge of a store.
    ///
    /// - Parameter base: the edition that the user's store started as; nil if it is unknown.
    package init(
        store: ComparedStore, new: ComparedStore, base: ComparedStore? = nil, choice: MergeChoice = .init()
    ) {
        self.store = store
        edition = .stores(new: new, base: base)
        self.choice = choice
    }

    /// Creates a merge of files of changes, in any order, which begin with the edition that the user's store started
    /// as.
    package init(store: ComparedStore, changes: [String], choice: MergeChoice = .init()) {
        self.store = store
        edition = .changes(changes)
        self.choice = choice
    }

    /// Merges into a temporary file beside the output. The caller puts it in place.
    ///
    /// - Throws: ``MergeError``, `ComparisonError`, `StoreError`, `OutputError`, `ManagedObjectError`,
    ///   `PersistentStoreError`, `DatabaseError`, `FileError`.
    package func merge(to output: String) throws -> FinishedMerge {
        try checkFiles()
        let user = try store.open()
        guard user.modelOrigin != .inferred else { throw StoreError(.noModel, path: store.path) }
        let run = try run(user)
        let staged = try StagedStore(path: output)
        let (copy, (report, rules)) = try attempts(run, user)
        let closed = try staged.write { try Connection(path: copy.path, mode: .readOnly).backup(to: $0) }
        let finished = try staged.finish(closed)
        let missing = try staged.external.keep(of: user.layout, ofStore: copy.path)
        try user.connection.checkUnchanged(shownAs: store.path)
        return FinishedMerge(report: report, rules: rules, missingFiles: missing, store: finished)
    }

    /// Merges into a private copy. If changes turn out to be impossible, starts again without them.
    private func attempts(
        _ run: Run, _ user: OpenedStore
    ) throws -> (PrivateCopy, (MergeReport, [String: String])) {
        var blocked: [Int: SeedMerge.BlockedChanges] = [:]
        while true {
            let copy = try PrivateCopy(of: user, at: store.path)
            do {
                return (copy, try run(copy, blocked))
            } catch let retry as MergeRetry {
                blocked[retry.step] = retry.blocked
            }
        }
    }

    /// A closure that merges into a copy, without the blocked changes of each step.
    private typealias Run = (PrivateCopy, [Int: SeedMerge.BlockedChanges]) throws -> (
        MergeReport, [String: String]
    )

    /// The impossible changes that a step of a merge found.
    private struct MergeRetry: Error {
        let step: Int
        let blocked: SeedMerge.BlockedChanges

        static func step<Result>(_ number: Int, _ body: () throws -> Result) throws -> Result {
            do {
                return try body()
            } catch let blocked as SeedMerge.BlockedChanges {
                throw MergeRetry(step: number, blocked: blocked)
            }
        }
    }

    /// Opens the edition, and returns a closure that merges it into a copy of the user's store.
    private func run(_ user: OpenedStore) throws -> Run {
        switch edition {
        case .stores(let new, let base):
            let opened = try EditionReader.open(new, like: user)
            let former = try base.map { try ($0.path, EditionReader.open($0, like: user)) }
            // The edition's own record may be outdated, so its identity is computed.
            let identity = try EditionIdentity(of: opened)
            let status = try EditionStatus(
                of: user, old: former.map { try EditionIdentity(of: $0.1) }, new: identity,
                path: base?.path ?? new.path)
            if case .merged = status {
                // Two editions may have the same rows but differ in the metadata of their plans.
                guard former == nil else { return { _, _ in Self.nothing } }
                return { [choice] copy, _ in
                    (try MergeRun.mergeMetadata(of: (new.path, opened), into: copy, choice), [:])
                }
            }
            var choice = choice
            choice.comparison = choice.comparison.noting(former?.1 ?? user, opened)
            return { [choice] copy, blocked in
                try MergeRetry.step(0) {
                    try MergeRun(
                        user: copy, new: (new.path, opened), base: former, choice: choice, identity: identity,
                        status: status, blocked: blocked[0] ?? SeedMerge.BlockedChanges()
                    ).run()
                }
            }
        case .changes(let paths):
            let chain = try EditionFile.chain(
                paths.map { try EditionFile(path: $0, user: user) }, for: user)
            guard !chain.isEmpty else { return { _, _ in Self.nothing } }
            return { copy, blocked in
                var report = MergeReport()
                for (step, changes) in chain.enumerated() {
                    try MergeRetry.step(step) {
                        report.add(
                            try changes.merge(into: copy, choice, blocked[step] ?? SeedMerge.BlockedChanges())
                        )
                    }
                }
                report.conflicts.sort(by: EditionConflict.areInOrder)
                return (report, [:])
            }
        }
    }

    private static var nothing: (MergeReport, [String: String]) {
        var report = MergeReport()
        report.isMergedAlready = true
        return (report, [:])
    }

    private func checkFiles() throws {
        // Comparing with the user's store is unnecessary: it may be the unchanged old edition, or the new one.
        var pairs: [(String, String)] = []
        switch edition {
        case .stores(let new, let base):
            pairs = base.map { [($0.path, new.path)] } ?? []
        case .changes(let paths):
            for (index, path) in paths.enumerated() { pairs += paths[..<index].map { ($0, path) } }
        }
        for (one, other) in pairs where try FileIdentity.isSame(one, other) {
            throw MergeError(.sameFile(one), path: other)
        }
    }
}
