/// What a merge did.
package struct MergeReport: Sendable {
    /// How many objects of an entity.
    package struct Count: Sendable, Equatable {
        /// Objects that were added.
        package var added = 0
        /// Objects that took over something.
        package var updated = 0
        /// Objects that were removed.
        package var removed = 0
        /// New objects that the user had already.
        package var found = 0

        /// Begins with none.
        package init() {}
    }

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

    mutating func count(_ entity: String, _ key: WritableKeyPath<Count, Int>) {
        counts[entity, default: Count()][keyPath: key] += 1
    }
}

/// Where the user and the new edition meet.
package struct EditionConflict: Sendable, Equatable {
    /// What happened.
    package enum Kind: String, Sendable, CaseIterable {
        /// Both changed a value or a destination.
        case bothChanged
        /// Both gave an ordered relationship another order.
        case bothReordered
        /// Both added an object with the same unique values, and they have other values otherwise.
        case bothAdded
        /// The new edition changed what is not in the store: the user deleted it, or an earlier merge left it out.
        case deletedByUser
        /// The new edition dropped what the user changed.
        case changedByUser
        /// The new edition dropped what the user had added, too.
        case addedByUser
        /// The new edition dropped what objects that stay lead to.
        case stillReferenced
        /// A new object needs one that is not in the store.
        case needsDeleted
        /// A new object needs what another one has that stays, or what was left out.
        case needsMissing
        /// The destination is not in the store.
        case destinationDeleted
        /// The destination of a one-to-one relationship has a partner that the user gave it.
        case destinationTaken
        /// Another object has the unique value.
        case notUnique
        /// A dropped object that stays is with others no more, as the new edition says.
        case membershipsDropped
        /// A to-many relationship would have more members than the model allows.
        case tooMany
        /// A to-many relationship would have fewer members than the model asks for.
        case tooFew
        /// Both changed an entry of the metadata, which is the name.
        case metadataChanged
    }

    /// What happened.
    package let kind: Kind
    /// The entity.
    package let entity: String
    /// Whether the object is a new one of the edition that the user's store lacks.
    package let isNew: Bool
    /// What the object is called; nil where nothing tells.
    package let name: String?
    /// The primary key in the user's store, or in the edition for an object that is not there.
    package let primaryKey: Int64
    /// The property; nil for the whole object.
    package let property: String?
    /// The user's value, in words.
    package let user: String?
    /// The new edition's value, in words.
    package let seed: String?
    /// Whose way it went.
    package let kept: MergeChoice.Preference
}
