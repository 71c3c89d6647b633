import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

/// What of an edition cannot be, beside what the user did: the merge begins anew without it.
struct MergeHolds: Error, Equatable {
    /// A to-one relationship of an object of the seed.
    struct Link: Hashable {
        let object: SeedObject
        let name: String
    }

    /// Why a new object is left out.
    struct Reason: Equatable {
        let kind: EditionConflict.Kind
        let property: String?
        /// What has its unique values; nil where that is yet to be found.
        var holder: Merger.Holder?
    }

    /// A member of a to-many relationship of an object of the seed.
    struct Membership: Hashable {
        let object: SeedObject
        let name: String
        let member: SeedObject
    }

    /// New objects that are left out, dropped ones that stay, and changed ones that do not take over unique values.
    var objects: [SeedObject: Reason] = [:]
    /// Relationships that do not follow the new edition: what has the partner needs it, a tree would be a circle, or members
    /// would be too many or too few.
    private(set) var links: [Link: EditionConflict.Kind] = [:]
    /// Members that neither come nor go, since they would be too many or too few.
    private(set) var members: [Membership: EditionConflict.Kind] = [:]

    /// Holds a relationship, for the first reason that is found.
    mutating func hold(_ link: Link, _ kind: EditionConflict.Kind) { links[link] = links[link] ?? kind }

    /// Holds a member, for the first reason that is found.
    mutating func hold(_ member: Membership, _ kind: EditionConflict.Kind) {
        members[member] = members[member] ?? kind
    }
}

extension Merger {
    /// An object of the user's store, by its place there, and one of its relationships.
    struct Former: Hashable {
        let family: Int
        let key: Int64
        let name: String
    }

    /// The primary keys of objects without what they cannot be without, by entity and relationship.
    typealias Lacking = [String: [String: Set<Int64>]]

    /// What the user's store lacks already is no fault of the merge.
    func lackingRequired() throws -> Lacking {
        var lacking: Lacking = [:]
        for entity in layout.entities where !entity.isAbstract {
            for toOne in entity.toOnes where !toOne.relationship.isOptional {
                let keys = try connection.rows(
                    "SELECT Z_PK FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number) "
                        + "AND \(toOne.column.sqlIdentifier) IS NULL"
                ) { $0.integer(at: 0) }
                if !keys.isEmpty { lacking[entity.name, default: [:]][toOne.relationship.name] = Set(keys) }
            }
        }
        return lacking
    }

    /// Makes sure that nothing lost, or did not get, what it cannot be without, that nothing came without its owner, that
    /// no tree became a circle, and that members are as many as the model asks for.
    ///
    /// - Throws: ``MergeHolds`` with what cannot be, where there is a way without it.
    func checkNeeds(of additions: [SeedChange], besides former: Lacking) throws {
        var found = holds
        let new = Dictionary(
            inserted.compactMap { seed in
                targets[seed].map { (Former(family: seed.family, key: $0, name: ""), seed) }
            }, uniquingKeysWith: { first, _ in first })
        for (entity, relationships) in try lackingRequired() {
            guard let family = families.index(ofEntity: entity) else { continue }
            for (name, keys) in relationships {
                for key in keys.subtracting(former[entity]?[name] ?? []) {
                    if let seed = new[Former(family: family, key: key, name: "")] {
                        found.objects[seed] = .init(kind: .needsMissing, property: name)
                    } else if let taker = takers[Former(family: family, key: key, name: name)] {
                        found.hold(taker, .bothChanged)
                    }
                }
            }
        }
        try holdOrphans(among: additions, &found)
        try holdCircles(&found)
        try holdCounts(&found)
        if found != holds { throw found }
    }

    /// Notes who takes the partner of an object.
    func note(taker change: SeedChange, _ name: String, of object: ManagedObject?, _ inverse: String) {
        guard let former = former(object, inverse) else { return }
        takers[former] = .init(object: change.object, name: name)
    }

    /// The place of an object with one of its relationships; nil for what has none yet.
    func former(_ object: ManagedObject?, _ name: String) -> Former? {
        guard let object, let key = object.objectID.primaryKey,
            let family = families.index(ofEntity: object.objectID.entityName)
        else { return nil }
        return Former(family: family, key: key, name: name)
    }
}
