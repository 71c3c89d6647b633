import MergeRules

package typealias EditionConflict = SeedMerge.Conflict

/// What a merge did.
package struct MergeReport: Sendable {
    /// How many objects of an entity were added, changed, removed or found.
    package typealias Count = SeedMerge.Count

    /// The counts of each entity with any.
    package var counts: [String: Count] = [:]
    /// What both sides changed, and what could not be done, in the order of entities and primary keys.
    package var conflicts: [EditionConflict] = []
    /// What the new edition says in the metadata, and the store says now; nil for what is not there any more.
    package var metadata: [String: String?] = [:]
    /// The entities of which nothing but likeness tells which objects of both editions are the same, with how many
    /// it matched.
    package var likely: [String: Int] = [:]
    /// How many objects of an entity changes name that nothing tells apart, and that a store which does not note the
    /// old edition cannot be searched for.
    package var unsought: [String: Int] = [:]
    /// Whether there was nothing to do: the store notes the new edition already.
    package var isMergedAlready = false

    /// Begins with nothing.
    package init() {}

    /// Whether anything was written.
    package var isEmpty: Bool {
        metadata.isEmpty && counts.values.allSatisfy { $0.added + $0.updated + $0.removed == 0 }
    }

    /// Begins with what the rules did.
    init(_ report: SeedMerge.Report) {
        counts = report.counts
        conflicts = report.conflicts
    }

    /// Brings conflicts into the order of entities and primary keys.
    mutating func sortConflicts() {
        conflicts.sort {
            ($0.entity, $0.primaryKey, $0.property ?? "", $0.kind.rawValue)
                < ($1.entity, $1.primaryKey, $1.property ?? "", $1.kind.rawValue)
        }
    }

    /// Adds what the changes after these did.
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
        unsought.merge(other.unsought, uniquingKeysWith: +)
    }
}
