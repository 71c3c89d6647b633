nonisolated extension SeedMerge {
    /// A relationship of an object of the seed.
    struct Link: Hashable {
        let object: Object
        let name: String
    }

    /// A member of a to-many relationship of an object of the seed.
    struct Membership: Hashable {
        let object: Object
        let name: String
        let member: Object
    }

    /// Changes of an edition that a merge found to be impossible. The merge is run again without them.
    public struct BlockedChanges: Error, Equatable {
        /// Why a new object is left out, or a dropped one is kept.
        struct Reason: Equatable {
            let kind: Conflict.Kind
            let property: String?
            /// The object of the user's store with the new object's unique values; nil if it has not been looked up.
            var holder: Holder?
        }

        /// An object of the user's store.
        struct Holder: Equatable {
            let root: String
            let primaryKey: Int64
        }

        /// New objects that are left out, dropped ones that are kept, and changed ones that do not take over unique
        /// values.
        var objects: [Object: Reason] = [:]
        /// Relationships that do not follow the new edition.
        private(set) var links: [Link: Conflict.Kind] = [:]
        /// Members that are neither added nor removed.
        private(set) var members: [Membership: Conflict.Kind] = [:]

        /// Creates an empty set.
        public init() {}

        /// Blocks a link, for the first reason that is found.
        mutating func block(_ link: Link, _ kind: Conflict.Kind) { links[link] = links[link] ?? kind }

        /// Blocks a membership, for the first reason that is found.
        mutating func block(_ member: Membership, _ kind: Conflict.Kind) {
            members[member] = members[member] ?? kind
        }
    }

    /// One end of a relationship: an object of the user's store and the name of its relationship.
    struct ObjectEnd<ID: Hashable>: Hashable {
        let family: Int
        let id: ID
        let name: String
    }
}

nonisolated extension SeedMerge.Merger {
    /// Checks that no object lacks a required destination or its owner, that no tree became a circle, and that
    /// relationships have as many members as the model allows.
    ///
    /// - Throws: ``SeedMerge/BlockedChanges`` with the impossible changes.
    func checkRequirements(of additions: [Change]) throws {
        var found = blocked
        let added = Swift.Dictionary(grouping: additions.filter { inserted.contains($0.object) }) {
            $0.entity
        }
        for entity in schema.entities {
            for toOne in entity.toOnes where toOne.isRequired {
                let new = (added[entity.name] ?? []).compactMap { change in
                    targets[change.object].map { ($0, change.object) }
                }
                let objects = Swift.Dictionary(new, uniquingKeysWith: { first, _ in first })
                let claims = partnerClaims.filter {
                    $0.key.name == toOne.name && $0.key.family == schema.family(entity.name)
                }
                let claimed = Swift.Dictionary(
                    claims.map { ($0.key.id, $0.value) }, uniquingKeysWith: { first, _ in first })
                guard !objects.isEmpty || !claimed.isEmpty else { continue }
                for id in try store.lacking(toOne, entity, among: Set(objects.keys).union(claimed.keys)) {
                    if let object = objects[id] {
                        found.objects[object] = .init(kind: .needsMissing, property: toOne.name)
                    } else if let link = claimed[id] {
                        found.block(link, .bothChanged)
                    }
                }
            }
        }
        try blockOrphans(added, &found)
        try blockCircles(&found)
        try blockCounts(&found)
        if found != blocked { throw found }
    }

    /// Records the link that takes the partner of an object.
    func record(claimOf change: Change, _ name: String, on object: Managed?, _ inverse: String) {
        guard let end = end(object, inverse) else { return }
        partnerClaims[end] = .init(object: change.object, name: name)
    }

    /// Returns one end of a relationship, or nil if the object's ID is about to change.
    func end(_ object: Managed?, _ name: String) -> End? {
        guard let object, let id = store.permanentID(of: object),
            let family = schema.family(store.entityName(of: object))
        else { return nil }
        return End(family: family, id: id, name: name)
    }
}
