import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

// A new object comes with its owner, whose deletion would delete it, too: else nothing would ever find or delete it.
extension Merger {
    /// What has a new object in a to-many relationship with the delete rule *cascade*, of which the object itself has no
    /// destination.
    struct Owner {
        let object: SeedObject
        let toMany: ToManyStorage
    }

    /// The owners of new objects in the edition, by to-many relationships without an inverse or to many.
    func ownersOfNew() throws -> [SeedObject: [Owner]] {
        var owning: [String: [String: ToManyStorage]] = [:]
        for entity in layout.entities {
            for toMany in entity.toManys where toMany.relationship.deleteRule == .cascade {
                if case .inverseToOne = toMany.storage { continue }
                owning[entity.name, default: [:]][toMany.relationship.name] = toMany
            }
        }
        guard !owning.isEmpty else { return [:] }
        var owners: [SeedObject: [Owner]] = [:]
        // Of a many-to-many relationship the side of the new object alone may say so.
        let owned = Set(
            layout.entities.filter { $0.toManys.contains { $0.inverse?.deleteRule == .cascade } }.map(\.name))
        let changes = source.changes.filter {
            $0.kind != .removed && owning[$0.entity] != nil || $0.kind == .added && owned.contains($0.entity)
        }
        try forEachBatch(changes) { batch in
            for change in batch {
                for property in try source.properties(of: change) {
                    if change.kind == .added, let back = entity(change.entity)?.toMany(property.name),
                        let toMany = back.inverse.flatMap({ owning[back.destinationName]?[$0.name] })
                    {
                        owners[change.object, default: []] += property.new.members.map {
                            Owner(object: $0, toMany: toMany)
                        }
                    }
                    guard let toMany = owning[change.entity]?[property.name] else { continue }
                    for member in property.new.members where member.isNew && targets[member] == nil {
                        owners[member, default: []].append(Owner(object: change.object, toMany: toMany))
                    }
                }
            }
        }
        return owners
    }

    /// Whether one of the owners of a new object is there, or will be.
    func mayBeOwned(_ seed: SeedObject) throws -> Bool {
        try (owners[seed] ?? []).contains {
            try open.contains($0.object) || owner($0.object, of: $0.toMany) != nil
        }
    }

    /// Notes the new objects that came without what owns them in the edition.
    func holdOrphans(among additions: [SeedChange], _ found: inout MergeHolds) throws {
        for (seed, owners) in owners where inserted.contains(seed) {
            guard let key = targets[seed], try !owners.contains(where: { try owns($0.toMany, key) }) else {
                continue
            }
            found.objects[seed] = .init(kind: .needsMissing, property: nil)
        }
        let owned = Dictionary(
            grouping: additions.filter { inserted.contains($0.object) }, by: \.entity
        )
        for (name, changes) in owned {
            guard let entity = entity(name) else { continue }
            for toOne in entity.toOnes where toOne.inverse?.deleteRule == .cascade {
                let sql =
                    "SELECT Z_PK FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number) "
                    + "AND \(toOne.column.sqlIdentifier) IS NULL"
                let lacking = Set(try connection.rows(sql) { $0.integer(at: 0) })
                let orphans = changes.filter { targets[$0.object].map(lacking.contains) == true }
                try forEachBatch(orphans) { batch in
                    for change in batch {
                        let name = toOne.relationship.name
                        let property = try source.properties(of: change).first { $0.name == name }
                        guard property?.new.destination != nil else { continue }
                        found.objects[change.object] = .init(kind: .needsMissing, property: name)
                    }
                }
            }
        }
    }

    /// Whether an object of the store is a member of a relationship of something.
    private func owns(_ toMany: ToManyStorage, _ member: Int64) throws -> Bool {
        switch toMany.storage {
        case .inverseToOne: true
        case .column(let table, let column):
            try connection.integer(
                "SELECT 1 FROM \(table.sqlIdentifier) WHERE Z_PK = \(member) AND \(column.sqlIdentifier) NOT NULL"
            ) != nil
        case .joinTable(let table, _, let other, _):
            try connection.integer(
                "SELECT 1 FROM \(table.name.sqlIdentifier) WHERE \(other.sqlIdentifier) = \(member)") != nil
        }
    }
}
