import ObjectModel
import SQLite
import StoreFormat

/// Counts the objects, values and links of a store that differences between two models affect.
struct DifferenceCounter {
    let store: ReferenceStore
    let mapping: InferredMapping

    /// Returns the differences with their numbers.
    ///
    /// - Throws: `DatabaseError`.
    func counted() throws -> [MigrationDifference] {
        try mapping.differences.map { difference in
            var counted = difference
            counted.objects = try objects(of: difference)
            counted.values = try values(of: difference)
            return counted
        } + abstractObjects() + Self.strayRows(store.layout, store.inspection, store.connection)
    }

    /// Returns the rows that do not belong to any entity of their table. Such rows are never read.
    ///
    /// - Throws: `DatabaseError`.
    static func strayRows(
        _ layout: StoreLayout, _ inspection: StoreInspection, _ connection: Connection
    ) throws -> [MigrationDifference] {
        try layout.entities.compactMap { root in
            guard root.name == root.rootName, inspection.table(named: root.table) != nil else {
                return nil
            }
            let numbers = layout.entities.filter { $0.rootName == root.name && !$0.isAbstract }
                .map(\.number)
            let count =
                try connection.integer(
                    "SELECT count(*) FROM \(root.table.sqlIdentifier) "
                        + "WHERE Z_ENT IS NULL OR Z_ENT NOT IN (\(numbers.sqlList))") ?? 0
            guard count > 0 else { return nil }
            return MigrationDifference(
                .strayRows(table: root.table), entity: root.name, sourceEntity: root.name,
                objects: count)
        }
    }

    /// Returns the objects of entities that are abstract in the new model.
    private func abstractObjects() throws -> [MigrationDifference] {
        try mapping.entities.compactMap { entity in
            guard let source = entity.source,
                mapping.destination.entity(named: entity.destination)?.isAbstract == true
            else { return nil }
            let count = try count(of: [source])
            guard count > 0 else { return nil }
            return MigrationDifference(
                .abstractObjects, entity: entity.destination, sourceEntity: source, objects: count)
        }
    }

    /// Returns the entities whose own objects a difference affects.
    private func entities(of difference: MigrationDifference) -> [String] {
        if let names = difference.sourceEntities { return names }
        guard let name = difference.sourceEntity, let entity = mapping.source.entity(named: name)
        else { return [] }
        // Removed subentities have differences of their own.
        if difference.kind == .entityRemoved { return [name] }
        guard difference.property != nil else { return [name] }
        return mapping.source.descendants(of: entity).map(\.name)
            .filter { mapping.destination(of: $0) != nil }
    }

    private func objects(of difference: MigrationDifference) throws -> Int64 {
        try count(of: entities(of: difference))
    }

    private func count(of entities: [String]) throws -> Int64 {
        var sum: Int64 = 0
        for entity in entities.compactMap({ store.layout.entity(named: $0) }) {
            guard hasTable(entity.table) else { continue }
            sum +=
                try store.connection.integer(
                    "SELECT count(*) FROM \(entity.table.sqlIdentifier) WHERE Z_ENT = \(entity.number)")
                ?? 0
        }
        return sum
    }

    private func hasTable(_ name: String) -> Bool { store.inspection.table(named: name) != nil }

    /// Returns the number of values or links of a property in the source. For a property that becomes required, returns
    /// the number of objects without a value.
    private func values(of difference: MigrationDifference) throws -> Int64 {
        guard let path = difference.sourceProperty else { return 0 }
        let wantsNull =
            switch difference.kind {
            case .becameRequired, .relationshipBecameRequired, .noDefault(isNew: false): true
            default: false
            }
        if difference.kind == .relationshipRemoved, isKeptByInverse(difference) { return 0 }
        var sum: Int64 = 0
        for name in entities(of: difference) {
            guard let entity = store.layout.entity(named: name), hasTable(entity.table) else {
                continue
            }
            let table = entity.table.sqlIdentifier
            let own = "t.Z_ENT = \(entity.number)"
            func count(_ condition: String) throws -> Int64 {
                try store.connection.integer(
                    "SELECT count(*) FROM \(table) AS t WHERE \(own) AND \(condition)") ?? 0
            }
            if let column = entity.attribute(path)?.column ?? entity.toOne(path)?.column {
                sum += try count("t.\(column.sqlIdentifier) IS \(wantsNull ? "" : "NOT ")NULL")
            } else if let toMany = entity.toMany(path) {
                sum += try links(of: toMany, from: entity)
            } else {
                let leaves = entity.attributes.filter { $0.path.hasPrefix(path + ".") }
                guard !leaves.isEmpty else { continue }
                let conditions = leaves.map { "t.\($0.column.sqlIdentifier) IS NOT NULL" }
                let isSet = "(\(conditions.joined(separator: " OR ")))"
                sum += try count(wantsNull ? "NOT \(isSet)" : isSet)
            }
        }
        return sum
    }

    private func links(of toMany: ToManyStorage, from entity: EntityLayout) throws -> Int64 {
        let (table, column, _, _) = toMany.storage.rows
        guard hasTable(table) else { return 0 }
        return try store.connection.integer(
            "SELECT count(*) FROM \(table.sqlIdentifier) AS l JOIN \(entity.table.sqlIdentifier) AS t "
                + "ON t.Z_PK = l.\(column.sqlIdentifier) WHERE t.Z_ENT = \(entity.number)") ?? 0
    }

    /// Returns whether the links of a relationship are kept because its inverse is kept.
    private func isKeptByInverse(_ difference: MigrationDifference) -> Bool {
        guard let name = difference.sourceEntity, let entity = mapping.source.entity(named: name),
            let relationship = difference.sourceProperty.flatMap({ entity.relationship(named: $0) }),
            let inverse = mapping.source.inverse(of: relationship, in: entity),
            let destination = mapping.source.destination(of: relationship)
        else { return false }
        return mapping.source.descendants(of: destination).contains { target in
            mapping.entities.contains {
                $0.source == target.name && $0.relationships.values.contains(inverse.name)
            }
        }
    }
}
