import ObjectModel
import StoreFormat

/// Compares the objects of two stores.
///
/// ```swift
/// let counts = try StoreDiff(old: .init(path: "A.sqlite"), new: .init(path: "B.sqlite")).run { print($0) }
/// ```
///
/// SQL over both files finds the matching objects and their differences, so memory does not grow with the stores.
package struct StoreDiff: Sendable {
    private let old: ComparedStore
    private let new: ComparedStore
    private let choice: ComparisonChoice

    /// Prepares a comparison.
    package init(old: ComparedStore, new: ComparedStore, choice: ComparisonChoice = .init()) {
        self.old = old
        self.new = new
        self.choice = choice
    }

    /// Passes each difference to `body`, entity by entity in binary order of their names: removed, added and changed
    /// objects, each in the order of the objects' names.
    ///
    /// - Parameters:
    ///   - reportsObjects: whether objects that differ are reported, or only counted.
    ///   - opened: called when both stores are open, before anything else.
    /// - Returns: the number of differing objects of each compared entity.
    /// - Throws: ``ComparisonError``, `StoreError`, `DatabaseError`, `FileError`, and the errors of `body`.
    package func run(
        reportsObjects: Bool = true, opened: () -> Void = {}, _ body: (StoreDifference) throws -> Void
    ) throws -> [DifferenceCount] {
        let pair = try StorePair(old, new)
        let unknown = choice.unknownNames(in: [pair.old.model, pair.new.model])
        guard unknown.isEmpty else { throw ComparisonError.unknownNames(unknown) }
        let choice = choice.noting(pair.old.store, pair.new.store)
        opened()
        try StoredText.register(
            on: pair.connection, folders: [old.path, new.path].map { ExternalValues.folder(ofStore: $0) })
        if choice.entities.isEmpty { try MetadataDifference(pair).report(body) }
        let matching = try ObjectMatching(pair, choice)
        try matching.run()
        var comparison = EntityComparison(pair, matching, choice, reportsObjects: reportsObjects)
        var counts: [DifferenceCount] = []
        let names = Set(pair.old.model.entities.map(\.name) + pair.new.model.entities.map(\.name))
        for name in names.sorted(by: { $0.precedesInBinaryOrder($1) }) {
            let former = pair.old.model.entity(named: name)
            let current = pair.new.model.entity(named: name)
            let isIncluded =
                former.map { choice.includes($0, in: pair.old.model) }
                ?? current.map { choice.includes($0, in: pair.new.model) } ?? false
            guard isIncluded else { continue }
            if let count = try comparison.compare(former, current, body) { counts.append(count) }
        }
        try pair.checkUnchanged()
        return counts
    }
}

/// The reason that stores cannot be compared as requested.
package enum ComparisonError: Error, Equatable {
    /// Neither model has these entities and properties.
    case unknownNames([String])
}
