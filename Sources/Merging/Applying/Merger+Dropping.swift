import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

extension Merger {
    /// Finds out which of the objects that the new edition drops the user did not touch, before anything is
    /// changed.
    func examineDropped() throws {
        let changes = source.changes.filter { $0.kind == .removed && targets[$0.object] != nil }
        try forEachBatch(changes) { batch in
            for change in batch {
                guard case .object(let object) = try state(of: change.object),
                    let key = targets[change.object],
                    let entity = entity(change.entity)
                else { continue }
                if let reason = holds.objects[change.object] {
                    try tell(reason.kind, change, object, property: reason.property)
                } else if let property = try touched(object, entity, try source.properties(of: change)) {
                    try tell(.changedByUser, change, object, property: property)
                } else if own[change.object.family]?.contains(key) == true {
                    try tell(.addedByUser, change, object)
                } else {
                    removable.insert(change.object)
                }
            }
            context.reset()
        }
        // Only now it is known what stays.
        holders = [false: holds.objects.compactMapValues(\.holder)]
    }

    /// A property that the user changed; nil where there is none.
    private func touched(
        _ object: ManagedObject, _ entity: EntityLayout, _ properties: [ChangedProperty]
    ) throws -> String? {
        let old = Dictionary(
            properties.map { ($0.name, $0.old) }, uniquingKeysWith: { first, _ in first })
        for path in entity.valuePaths
        where try EditionReader.value(object, path) != old[path] ?? .nothing {
            return path
        }
        for toOne in entity.toOnes {
            let name = toOne.relationship.name
            let user = try object.object(forKey: name)?.objectID.primaryKey
            let former = try old[name]?.destination.flatMap {
                try self.former($0, by: toOne, user)
            }
            if user != former { return name }
        }
        for toMany in entity.toldToManys {
            let name = toMany.relationship.name
            let members = try object.objectIDs(forRelationshipNamed: name).compactMap(\.primaryKey)
            let former = try self.members(
                old[name]?.members ?? [], of: toMany, entity.name, inOld: true, among: Set(members))
            if case .inverseToOne = toMany.storage {
                // Whoever joined leads here, which is looked at later.
            } else if Set(members) != Set(former) {
                return name
            }
            if toMany.relationship.isOrdered,
                OrderMerge(old: former, user: members, new: former).isReorderedByUser
            {
                return name
            }
        }
        return nil
    }

    /// Removes what is dropped, untouched, and led to by nothing that stays.
    func removeDropped() throws {
        guard !removable.isEmpty else { return }
        try connection.execute(
            """
            CREATE TEMP TABLE dropped (family INTEGER, key INTEGER, PRIMARY KEY (family, key)) WITHOUT ROWID;
            CREATE TEMP TABLE stays (family INTEGER, key INTEGER, PRIMARY KEY (family, key)) WITHOUT ROWID;
            """)
        for change in source.changes where change.kind == .removed {
            guard let key = targets[change.object] else { continue }
            let table = removable.contains(change.object) ? "dropped" : "stays"
            try connection.execute(
                "INSERT OR IGNORE INTO temp.\(table) VALUES (\(change.object.family), \(key))")
        }
        try keepMembersOfUser()
        let statements = keepingStatements()
        var isSettled = false
        while !isSettled {
            isSettled = true
            for statement in statements {
                let before = try connection.integer("SELECT count(*) FROM temp.dropped")
                try connection.execute(
                    "INSERT OR IGNORE INTO temp.stays SELECT family, key FROM temp.dropped WHERE \(statement)"
                )
                try connection.execute(
                    "DELETE FROM temp.dropped WHERE (family, key) IN (SELECT * FROM temp.stays)")
                if try connection.integer("SELECT count(*) FROM temp.dropped") != before { isSettled = false }
            }
        }
        var goes: Set<SeedObject> = []
        for family in families.names.indices {
            let keys = try connection.rows("SELECT key FROM temp.dropped WHERE family = \(family)") {
                $0.integer(at: 0)
            }
            for key in keys {
                goes.insert(SeedObject(isNew: false, family: family, primaryKey: key))
            }
        }
        try connection.execute("DROP TABLE temp.dropped; DROP TABLE temp.stays")
        var victims: [(change: SeedChange, key: Int64)] = []
        var held = holds
        for change in source.changes where removable.contains(change.object) {
            guard let key = targets[change.object] else { continue }
            if goes.contains(SeedObject(isNew: false, family: change.object.family, primaryKey: key)) {
                victims.append((change, key))
            } else {
                try tell(.stillReferenced, change, try user(change.entity, key))
                // It needs its unique values itself.
                guard let successor = successors[change.object] else { continue }
                held.objects[successor] = .init(kind: .notUnique, property: nil)
            }
        }
        if held != holds { throw held }
        try delete(victims, goes)
    }

    /// Keeps what the user made a member of a to-many relationship without an inverse: nothing that the member
    /// has says so, and its owner may be an object that no edition changed.
    private func keepMembersOfUser() throws {
        var columns: [(family: Int, owners: Int, name: String, table: String, column: String)] = []
        for entity in layout.entities {
            for toMany in entity.toManys {
                guard case .column(let table, let column) = toMany.storage,
                    !columns.contains(where: { $0.table == table && $0.column == column }),
                    let family = families.index(ofEntity: toMany.destinationName),
                    let owners = families.index(ofEntity: entity.name)
                else { continue }
                columns.append((family, owners, toMany.relationship.name, table, column))
            }
        }
        guard !columns.isEmpty else { return }
        // The members as the old edition had them: each of their owners changed or is dropped, as they are.
        var former: [SeedObject: [String: Set<Int64>]] = [:]
        let owners = Set(columns.map(\.owners))
        let changes = source.changes.filter {
            $0.kind != .added && owners.contains($0.object.family) && targets[$0.object] != nil
        }
        try forEachBatch(changes) { batch in
            for change in batch {
                guard let key = targets[change.object] else { continue }
                let owner = SeedObject(isNew: false, family: change.object.family, primaryKey: key)
                for property in try source.properties(of: change) {
                    guard columns.contains(where: { $0.name == property.name }) else { continue }
                    former[owner, default: [:]][property.name] = Set(
                        property.old.members.compactMap { targets[$0] })
                }
            }
        }
        for (family, owners, name, table, column) in columns {
            let owner = column.sqlIdentifier
            let links = try connection.rows(
                "SELECT Z_PK, \(owner) FROM \(table.sqlIdentifier) WHERE \(owner) IS NOT NULL AND "
                    + "Z_PK IN (SELECT key FROM temp.dropped WHERE family = \(family))"
            ) { (member: $0.integer(at: 0), owner: $0.integer(at: 1)) }
            for link in links {
                let owner = SeedObject(isNew: false, family: owners, primaryKey: link.owner)
                guard former[owner]?[name]?.contains(link.member) != true else { continue }
                try connection.execute(
                    "INSERT OR IGNORE INTO temp.stays VALUES (\(family), \(link.member)); "
                        + "DELETE FROM temp.dropped WHERE family = \(family) AND key = \(link.member)")
            }
        }
    }

    /// Conditions for what is dropped and has to stay: what a to-one relationship of an object that stays
    /// leads to, and the members of dropped objects that stay.
    private func keepingStatements() -> [String] {
        var statements: Set<String> = []
        for entity in layout.entities {
            guard let own = families.index(ofEntity: entity.name) else { continue }
            for toOne in entity.toOnes {
                guard let family = families.index(ofEntity: toOne.destinationName) else { continue }
                let column = toOne.column.sqlIdentifier
                statements.insert(
                    "family = \(family) AND key IN (SELECT \(column) FROM \(entity.table.sqlIdentifier) "
                        + "WHERE \(column) IN (SELECT key FROM temp.dropped WHERE family = \(family)) AND "
                        + "Z_PK NOT IN (SELECT key FROM temp.dropped WHERE family = \(own)))")
            }
            for toMany in entity.toManys {
                guard let family = families.index(ofEntity: toMany.destinationName) else { continue }
                let (table, owner, member): (String, String, String)
                switch toMany.storage {
                // What an object that stays would take along stays with it.
                case .inverseToOne(let name, let column, _):
                    guard toMany.relationship.deleteRule == .cascade else { continue }
                    (table, owner, member) = (name, column, "Z_PK")
                case .column(let name, let column): (table, owner, member) = (name, column, "Z_PK")
                case .joinTable(let join, let one, let other, _):
                    (table, owner, member) = (join.name, one, other)
                }
                statements.insert(
                    "family = \(family) AND key IN (SELECT \(member.sqlIdentifier) FROM \(table.sqlIdentifier) "
                        + "WHERE \(owner.sqlIdentifier) IN (SELECT key FROM temp.stays WHERE family = \(own)))"
                )
            }
        }
        return statements.sortedInBinaryOrder()
    }

    /// Lets the memberships of dropped objects that stay follow the new edition, in which nothing is a member of them:
    /// no change of the other side says so.
    func partFromWhatStays() throws {
        let changes = source.changes.filter { $0.kind == .removed && targets[$0.object] != nil }
        try forEachBatch(changes) { batch in
            for change in batch {
                guard let entity = entity(change.entity),
                    case .object(let object) = try state(of: change.object),
                    try ifHeld({ try context.existingObject(with: object.objectID) }) != nil
                else { continue }
                for property in try source.properties(of: change) {
                    // A list is in the order that the user gave it.
                    guard let toMany = entity.toMany(property.name), case .joinTable = toMany.storage,
                        !toMany.relationship.isOrdered,
                        // What leads there needs it.
                        holds.objects[change.object]?.property != property.name
                    else { continue }
                    let kept = stoodFor[object.objectID]?[property.name] ?? []
                    var parted: [SeedObject] = []
                    for seed in property.old.members where targets[seed] == nil || !dropped.contains(seed) {
                        guard let other = try member(seed, of: toMany, change.entity, inOld: true),
                            !kept.contains(other.objectID),
                            try part(other, seed, from: object, by: toMany, change)
                        else { continue }
                        parted.append(seed)
                    }
                    guard !parted.isEmpty else { continue }
                    countUpdate(of: object)
                    try tell(
                        .membershipsDropped, change, object, property: property.name, user: .objects(parted),
                        kept: .seed)
                }
            }
            try save()
        }
    }

    /// Deletes objects; their delete rules take nothing along that stays.
    private func delete(_ victims: [(change: SeedChange, key: Int64)], _ goes: Set<SeedObject>) throws {
        func stays(_ object: ManagedObject) -> Bool {
            guard let family = families.index(ofEntity: object.objectID.entityName),
                let key = object.objectID.primaryKey
            else { return false }
            return !goes.contains(SeedObject(isNew: false, family: family, primaryKey: key))
        }
        // A rule may take along what comes later.
        for (change, key) in victims { try note(victim: change, key) }
        context.reset()
        for start in stride(from: 0, to: victims.count, by: Self.batch) {
            for (change, key) in victims[start..<min(start + Self.batch, victims.count)] {
                report.count(change.entity, \.removed)
                // A rule may have taken it along.
                guard let entity = entity(change.entity),
                    let object = try ifHeld({ try user(change.entity, key) }), !object.isDeleted,
                    try ifHeld({ try context.existingObject(with: object.objectID) }) != nil
                else { continue }
                for toOne in entity.toOnes where toOne.relationship.deleteRule == .cascade {
                    guard let other = try object.object(forKey: toOne.relationship.name), stays(other) else {
                        continue
                    }
                    try object.setObject(nil, forKey: toOne.relationship.name)
                }
                for toMany in entity.toManys where toMany.relationship.deleteRule == .cascade {
                    for other in try object.objects(forKey: toMany.relationship.name) where stays(other) {
                        try object.relatedObjects(forKey: toMany.relationship.name).remove(other)
                    }
                }
                try context.delete(object)
            }
            try save()
        }
    }
}
