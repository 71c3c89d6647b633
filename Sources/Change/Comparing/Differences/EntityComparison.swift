import ObjectModel
import SQLite
import StoreFormat

/// Compares the objects of each entity after they are matched.
struct EntityComparison {
    let pair: StorePair
    let matching: ObjectMatching
    let choice: ComparisonChoice
    /// Whether objects that differ are reported, or only counted.
    private let reportsObjects: Bool
    private let old: ObjectValues
    private let new: ObjectValues
    var hasTables = false

    init(
        _ pair: StorePair, _ matching: ObjectMatching, _ choice: ComparisonChoice, reportsObjects: Bool = true
    ) {
        self.reportsObjects = reportsObjects
        self.pair = pair
        self.matching = matching
        self.choice = choice
        old = ObjectValues(ObjectNames(pair.connection, pair.old, choice), pair.old, .old)
        new = ObjectValues(ObjectNames(pair.connection, pair.new, choice), pair.new, .new)
    }

    /// Compares an entity of both models.
    ///
    /// - Returns: the number of objects that differ; nil for an entity without objects.
    /// - Throws: `DatabaseError`, and the errors of `body`.
    mutating func compare(
        _ former: EntityDescription?, _ current: EntityDescription?,
        _ body: (StoreDifference) throws -> Void
    ) throws -> DifferenceCount? {
        guard let former, let current, let oldLayout = pair.old.layout.entity(named: former.name),
            let newLayout = pair.new.layout.entity(named: current.name)
        else { return try reportOneSided(former, current, body) }
        try reportProperties(former, oldLayout, current, newLayout, body)
        guard !oldLayout.isAbstract || !newLayout.isAbstract else { return nil }
        let entity = ComparedEntity(current, oldLayout, newLayout, pair.new.model, choice)
        var count = DifferenceCount(
            entity: current.name, rule: (matching.rules[current.name] ?? .value).rawValue)
        guard let match = matching.table(oldLayout.table, newLayout.table) else { return count }
        if match.oldCounts[Int64(oldLayout.number), default: 0] > 0 {
            count.removed = try reportUnmatched(entity, oldLayout, pair.old, old, match.isOldFree("t.Z_PK")) {
                try body(.removed($0))
            }
        }
        if match.newCounts[Int64(newLayout.number), default: 0] > 0 {
            count.added = try reportUnmatched(entity, newLayout, pair.new, new, match.isNewFree("t.Z_PK")) {
                try body(.added($0))
            }
        }
        try findChanges(entity, match)
        count.changed = try reportChanges(entity) { try body(.changed($0)) }
        return count
    }

    // MARK: Entities, properties and objects of one store

    private func reportOneSided(
        _ former: EntityDescription?, _ current: EntityDescription?,
        _ body: (StoreDifference) throws -> Void
    ) throws -> DifferenceCount? {
        let isNew = current != nil
        let side = isNew ? pair.new : pair.old
        guard let description = current ?? former, let layout = side.layout.entity(named: description.name)
        else { return nil }
        try body(.onlyInModel(name: description.name, isNew: isNew))
        guard !layout.isAbstract, side.store.inspection.table(named: layout.table) != nil else { return nil }
        var count = DifferenceCount(entity: description.name, rule: ObjectMatching.Rule.value.rawValue)
        let entity = ComparedEntity(alone: description, layout, in: side.model, choice)
        let reported = try reportUnmatched(entity, layout, side, isNew ? new : old, nil) {
            try body(isNew ? .added($0) : .removed($0))
        }
        if isNew { count.added = reported } else { count.removed = reported }
        return count
    }

    private func reportProperties(
        _ former: EntityDescription, _ old: EntityLayout, _ current: EntityDescription, _ new: EntityLayout,
        _ body: (StoreDifference) throws -> Void
    ) throws {
        func names(_ entity: EntityDescription, _ layout: EntityLayout, _ model: ManagedObjectModel)
            -> Set<String>
        {
            let all =
                layout.attributes.filter { !$0.attribute.isDerived }.map(\.path)
                + layout.toOnes.map(\.relationship.name) + layout.toManys.map(\.relationship.name)
            // Inherited properties are reported for the entity that declares them.
            return Set(
                all.filter { name in
                    let first = String(name.prefix { $0 != "." })
                    return model.declaringEntity(of: first, in: entity).name == entity.name
                        && choice.includes(name, of: entity, in: model)
                })
        }
        let left = names(former, old, pair.old.model)
        let right = names(current, new, pair.new.model)
        func isThere(_ name: String, _ layout: EntityLayout) -> Bool {
            layout.attribute(name) != nil || layout.toOne(name) != nil || layout.toMany(name) != nil
        }
        for name in left.union(right).sorted(by: { $0.precedesInBinaryOrder($1) }) {
            let isOld = isThere(name, old)
            guard isOld != isThere(name, new) else { continue }
            try body(.onlyInModel(name: "\(current.name).\(name)", isNew: !isOld))
        }
    }

    /// - Returns: the number of objects.
    private func reportUnmatched(
        _ entity: ComparedEntity, _ layout: EntityLayout, _ side: StorePair.Side, _ values: ObjectValues,
        _ condition: String?, _ report: (ComparedObject) throws -> Void
    ) throws -> Int64 {
        guard !layout.isAbstract, side.store.inspection.table(named: layout.table) != nil else { return 0 }
        let rest = condition.map { " AND \($0)" } ?? ""
        let source = "\(side.table(layout.table)) AS t WHERE t.Z_ENT = \(layout.number)\(rest)"
        let order = values.names.order(of: layout, "t") + ["t.Z_PK"]
        return try reportRows("t.Z_PK", source, order) {
            try report(values.object(entity, $0.integer(at: 0)))
        }
    }

    private func reportRows(
        _ columns: String, _ source: String, _ order: [String], _ report: (Statement) throws -> Void
    ) throws -> Int64 {
        guard reportsObjects else {
            return try pair.connection.integer("SELECT count(*) FROM \(source)") ?? 0
        }
        var count: Int64 = 0
        try pair.connection.forEachRow(
            "SELECT \(columns) FROM \(source) ORDER BY \(order.joined(separator: ", "))"
        ) { row in
            count += 1
            try report(row)
        }
        return count
    }

    // MARK: Objects of both stores

    /// - Returns: the number of objects.
    private func reportChanges(
        _ entity: ComparedEntity, _ report: (ComparedObject) throws -> Void
    ) throws -> Int64 {
        let order = new.names.order(of: entity.new, "t") + ["t.Z_PK"]
        let members = try new.names.statement("changed members") {
            "SELECT property, kind, member FROM temp.members WHERE old = ? ORDER BY property, kind, member"
        }
        let source = "temp.changed AS c JOIN \(pair.new.table(entity.new.table)) AS t ON t.Z_PK = c.new"
        return try reportRows("c.old, c.new", source, order) { row in
            let (before, after) = (row.integer(at: 0), row.integer(at: 1))
            let left = try old.values(of: entity, before)
            let right = try new.values(of: entity, after)
            var found: [Int: (added: [Int64], removed: [Int64], isReordered: Bool)] = [:]
            members.reset()
            try members.bind(before, at: 1)
            while try members.step() {
                let index = Int(members.integer(at: 0))
                switch members.integer(at: 1) {
                case 0: found[index, default: ([], [], false)].removed.append(members.integer(at: 2))
                case 1: found[index, default: ([], [], false)].added.append(members.integer(at: 2))
                default: found[index, default: ([], [], false)].isReordered = true
                }
            }
            members.reset()
            var properties: [ComparedObject.Property] = []
            for (index, property) in entity.properties.enumerated() {
                if case .toMany(_, let oldStorage, let newStorage) = property {
                    guard let change = found[index] else { continue }
                    properties.append(
                        .init(
                            name: property.name,
                            content: .changedMembers(
                                added: try new.references(change.added, to: newStorage),
                                removed: try old.references(change.removed, to: oldStorage),
                                isReordered: change.isReordered)))
                } else if try left[index] != right[index]
                    || isOther(property, entity, before, after, value: left[index])
                {
                    properties.append(
                        .init(name: property.name, content: .changed(left[index], right[index])))
                }
            }
            try report(
                ComparedObject(
                    entity: entity.name, name: try new.names.name(entity.new, after), primaryKey: after,
                    properties: properties))
        }
    }

    /// Returns whether equal names are those of different objects.
    private func isOther(
        _ property: ComparedEntity.Property, _ entity: ComparedEntity, _ before: Int64, _ after: Int64,
        value: ComparedValue
    ) throws -> Bool {
        guard case .toOne(_, let oldColumn, let newColumn) = property, value != .none else { return false }
        let statement = try new.names.statement("link \(entity.name).\(property.name)") {
            let link = matching.mapped("o.\(oldColumn.column.sqlIdentifier)", oldColumn, newColumn)
            return "SELECT \(link) IS NOT n.\(newColumn.column.sqlIdentifier) "
                + "FROM \(pair.old.table(entity.old.table)) AS o, \(pair.new.table(entity.new.table)) AS n "
                + "WHERE o.Z_PK = ? AND n.Z_PK = ?"
        }
        statement.reset()
        defer { statement.reset() }
        try statement.bind(before, at: 1)
        try statement.bind(after, at: 2)
        return try statement.step() && statement.integer(at: 0) != 0
    }
}
