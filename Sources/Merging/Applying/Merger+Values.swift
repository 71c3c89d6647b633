import ObjectLayer
import ObjectModel
import SQLite
import StoreFormat

extension Merger {
    /// Sets an attribute.
    func set(_ value: ChangedValue, _ path: String, of object: ManagedObject) throws {
        try noteHolder(object, of: path)
        switch value {
        case .value(let value): try object.setAttributeValue(value, forKey: path)
        case .missingFile(let file):
            throw MergeError(
                .missingFile(entity: object.objectID.entityName, key: path, file: file), path: source.path)
        case .nothing, .object, .objects: try object.setAttributeValue(nil, forKey: path)
        }
    }

    /// Leads a to-one relationship to an object; one that has a partner which the user gave it keeps it.
    ///
    /// - Returns: whether it does so now.
    @discardableResult
    func lead(
        _ object: ManagedObject, to destination: ManagedObject, _ target: SeedObject, by toOne: ToOneColumn,
        _ change: SeedChange, _ value: ChangedValue
    ) throws -> Bool {
        if let inverse = toOne.inverse, !inverse.isToMany,
            try destination.object(forKey: inverse.name) == nil,
            try property(inverse.name, of: target)?.new.destination == change.object,
            try change.kind == .added
                || isLeft(destination, inverse.name, of: target)
                    && !isLeft(object, toOne.relationship.name, of: change.object)
        {
            // The destination says so itself, and whether the user touched it.
            return false
        }
        if let inverse = toOne.inverse, !inverse.isToMany,
            let partner = try destination.object(forKey: inverse.name), partner !== object
        {
            if holds.links[.init(object: change.object, name: toOne.relationship.name)] != nil {
                try tell(.destinationTaken, change, object, property: toOne.relationship.name, seed: value)
                return false
            }
            if try isSeeds(partner, by: inverse.name, of: target) {
                // A new object's partner says so itself, once it is known that nobody touched it.
                if change.kind == .added { return false }
            } else {
                try tell(
                    .destinationTaken, change, object, property: toOne.relationship.name, seed: value,
                    kept: choice.preference)
                guard choice.preference == .seed else { return false }
            }
        }
        try setDestination(of: object, to: destination, by: toOne, change)
        return true
    }

    /// Sets a destination, and notes whose partners go with that.
    func setDestination(
        of object: ManagedObject, to destination: ManagedObject?, by toOne: ToOneColumn, _ change: SeedChange
    ) throws {
        let name = toOne.relationship.name
        if let inverse = toOne.inverse, !inverse.isToMany {
            if let former = try object.object(forKey: name) {
                freed.insert(End(former, inverse.name))
                note(taker: change, name, of: former, inverse.name)
            }
            if let former = try destination?.object(forKey: inverse.name) {
                freed.insert(End(former, name))
                note(taker: change, name, of: former, name)
            }
        }
        try note(move: change, of: object, to: destination, by: toOne)
        if destination != nil { note(leader: change, toOne, of: object.objectID.primaryKey) }
        try noteHolder(object, of: name)
        try object.setObject(destination, forKey: name)
    }

    /// One end of a one-to-one relationship.
    struct End: Hashable {
        private let root: ManagedObjectID
        private let name: String

        init(_ object: ManagedObject, _ name: String) {
            root = object.objectID
            self.name = name
        }
    }

    /// Whether the old edition gave an object its partner, and the new one gives it another.
    private func isSeeds(_ partner: ManagedObject, by name: String, of seed: SeedObject) throws -> Bool {
        guard let old = try property(name, of: seed)?.old.destination else { return false }
        return targets[old] == partner.objectID.primaryKey
    }

    /// Whether the user took the partner of an object away that the old edition gave it.
    private func isLeft(_ object: ManagedObject, _ name: String, of seed: SeedObject) throws -> Bool {
        guard let old = try property(name, of: seed)?.old.destination, targets[old] != nil else {
            return false
        }
        return try object.object(forKey: name) == nil && !freed.contains(End(object, name))
    }

    /// What the new edition does with a property of an object that both editions have; nil for nothing.
    private func property(_ name: String, of seed: SeedObject) throws -> ChangedProperty? {
        try changed[seed].flatMap { index in
            try source.properties(of: source.changes[index]).first { $0.name == name }
        }
    }

    /// Makes an object a member of a relationship without order.
    ///
    /// - Returns: whether it was none.
    @discardableResult
    func join(
        _ member: ManagedObject, _ seed: SeedObject, to owner: ManagedObject, by toMany: ToManyStorage,
        _ change: SeedChange, isNew: Bool = false
    ) throws -> Bool {
        let name = toMany.relationship.name
        if case .column(let table, let column) = toMany.storage, let key = member.objectID.primaryKey,
            let other = try connection.integer(
                "SELECT \(column.sqlIdentifier) FROM \(table.sqlIdentifier) WHERE Z_PK = \(key)"),
            other != owner.objectID.primaryKey
        {
            var ends = MergeHolds.Membership(object: change.object, name: name, member: seed)
            if let former = try lettingGo(seed, by: name, family: change.object.family, other) {
                ends = .init(object: former, name: name, member: seed)
                // It stays where it is, as is told there.
                guard holds.members[ends] == nil else { return false }
            } else {
                let kept = holds.members[ends] == nil ? choice.preference : .user
                try tell(.destinationTaken, change, owner, property: name, seed: .object(seed), kept: kept)
                guard kept == .seed else { return false }
            }
            if toMany.relationship.isBounded {
                moves.append(
                    Move(
                        owner: Former(family: change.object.family, key: other, name: name), isAdded: false,
                        hold: .membership(ends)))
            }
        }
        guard try isMember(member, of: owner, by: toMany) != true,
            try !isHeld(seed, member, of: owner, by: toMany, change, isAdded: true)
        else { return false }
        try owner.relatedObjects(forKey: name).add(member)
        return true
    }

    /// Takes a member from a relationship without order.
    ///
    /// - Returns: whether it may have been one.
    @discardableResult
    func part(
        _ member: ManagedObject, _ seed: SeedObject, from owner: ManagedObject, by toMany: ToManyStorage,
        _ change: SeedChange
    ) throws -> Bool {
        guard try isMember(member, of: owner, by: toMany) != false,
            try !isHeld(seed, member, of: owner, by: toMany, change, isAdded: false)
        else { return false }
        try owner.relatedObjects(forKey: toMany.relationship.name).remove(member)
        return true
    }

    /// Whether the store has an object in a relationship of another one: what is there already is
    /// no change, and long lists need not be read for that. nil where that is not known.
    private func isMember(
        _ member: ManagedObject, of owner: ManagedObject, by toMany: ToManyStorage
    ) throws -> Bool? {
        if case .inverseToOne = toMany.storage { return nil }
        let (table, own, other, _) = toMany.storage.rows
        guard let memberKey = member.objectID.primaryKey, let ownerKey = owner.objectID.primaryKey else {
            return nil
        }
        let sql =
            "SELECT 1 FROM \(table.sqlIdentifier) WHERE \(own.sqlIdentifier) = ?1 "
            + "AND \(other.sqlIdentifier) = ?2"
        let statement = try membershipStatements[sql] ?? connection.prepare(sql, isPersistent: true)
        membershipStatements[sql] = statement
        defer { statement.reset() }
        try statement.bind(ownerKey, at: 1)
        try statement.bind(memberKey, at: 2)
        return try statement.step()
    }

    /// The owner from which the new edition takes a member; nil where it does not.
    private func lettingGo(
        _ member: SeedObject, by name: String, family: Int, _ owner: Int64
    ) throws -> SeedObject? {
        let owner = SeedObject(isNew: false, family: family, primaryKey: owner)
        guard let change = changeOfUsers[owner] else { return nil }
        let letsGo = try source.properties(of: change).contains {
            $0.name == name && $0.old.members.contains(member)
        }
        return letsGo ? change.object : nil
    }

    /// Where a value of the user's stands between two editions.
    enum Standing {
        /// It is the old edition's: the new one is followed.
        case untouched
        /// It is the new edition's already.
        case equal
        /// The user gave it another.
        case touched
    }

    static func standing<Value: Equatable>(of user: Value, old: Value, new: Value) -> Standing {
        if user == new { return .equal }
        return user == old ? .untouched : .touched
    }
}
