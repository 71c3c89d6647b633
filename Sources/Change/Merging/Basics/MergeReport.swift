import MergeRules

package typealias EditionConflict = SeedMerge.Conflict

/// The results of a merge.
package struct MergeReport: Sendable {
    /// The numbers of objects of an entity that were added, updated, removed or found.
    package typealias Count = SeedMerge.Count

    /// The counts of each affected entity.
    package var counts: [String: Count] = [:]
    /// Conflicts and changes that could not be made, sorted by entity and primary key.
    package var conflicts: [EditionConflict] = []
    /// The metadata entries that the store took over from the new edition; nil for removed entries.
    package var metadata: [String: String?] = [:]
    /// The entities whose objects in the two editions were matched only by likeness, with the number of matches.
    package var likely: [String: Int] = [:]
    /// The number of changed objects by entity that have no keys, and so cannot be found in a store that does not
    /// record the old edition.
    package var unsearchable: [String: Int] = [:]
    /// Whether there was nothing to do because the store records the new edition already.
    package var isMergedAlready = false

    /// Creates an empty report.
    package init() {}

    /// Whether nothing was changed in the store.
    package var isEmpty: Bool {
        metadata.isEmpty && counts.values.allSatisfy { $0.added + $0.updated + $0.removed == 0 }
    }

    /// Creates a report from that of the merge rules.
    init(_ report: SeedMerge.Report) {
        counts = report.counts
        conflicts = report.conflicts
    }

    /// Adds the report of later changes.
    mutating func add(_ other: MergeReport) {
        counts.merge(other.counts) { one, other in
            var sum = one
            for key in [\Count.added, \.updated, \.removed, \.found] {
                sum[keyPath: key] += other[keyPath: key]
            }
            return sum
        }
        conflicts += other.conflicts
        metadata.merge(other.metadata) { _, later in later }
        unsearchable.merge(other.unsearchable, uniquingKeysWith: +)
    }
}
