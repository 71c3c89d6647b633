import SQLite
import StoreFormat

// Objects that have other primary keys in a store than in the edition that was merged into it.
extension ObjectMatching {
    /// Removes matches of objects that seemed unmoved although the new store records another key for them. The new
    /// store has a different object with their key.
    ///
    /// - Throws: `DatabaseError`.
    func forgetMoved() throws {
        guard let editionKeys else { return }
        for table in tables {
            guard let root = table.entities.first?.old.rootName, let keys = editionKeys.keys[root] else {
                continue
            }
            let name = pair.old.table(table.oldTable)
            var lost: [Int64] = []
            for key in keys.keys.sorted() where table.runs.new(of: key) != nil {
                let number = try pair.connection.integer("SELECT Z_ENT FROM \(name) WHERE Z_PK = \(key)")
                guard let entity = table.entities.first(where: { Int64($0.old.number) == number }) else {
                    continue
                }
                table.countOld(Int64(entity.old.number))
                table.countNew(Int64(entity.new.number))
                lost.append(key)
            }
            guard !lost.isEmpty else { continue }
            table.runs.remove(lost)
            (table.isUnmoved, table.hasSameRecords) = (false, false)
        }
    }

    /// Matches objects by the primary key that the new store records for them, or else by the same key.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func match(_ item: Item, by editionKeys: EditionKeys) throws {
        let (table, entity) = item
        let numbers = entity.numbers
        let pairs = try table.withRows { old, new in
            var free: Set<Int64> = []
            while try new.next() {
                if try table.runs.isFree(new, .new, numbers.new) { free.insert(new.rowID) }
            }
            var pairs: [(old: Int64, new: Int64)] = []
            while try old.next() {
                guard try table.runs.isFree(old, .old, numbers.old) else { continue }
                let key = editionKeys.key(entity.old.rootName, old.rowID)
                if free.remove(key) != nil { pairs.append((old.rowID, key)) }
            }
            return pairs
        }
        table.add(try withoutContradictions(pairs, item), of: entity, areEqual: false)
    }

    /// Removes pairs with equal primary keys whose identifying values differ, unless the new store records that it
    /// began as the old one. Another edition may give the same primary keys to other objects.
    ///
    /// - Throws: `DatabaseError`.
    func withoutContradictions(
        _ pairs: [(old: Int64, new: Int64)], _ item: Item
    ) throws -> [(old: Int64, new: Int64)] {
        guard purpose == .descent, !isCertain, !pairs.isEmpty else { return pairs }
        let (table, entity) = item
        let terms = identifying(entity.description).compactMap { names -> String? in
            let columns = names.compactMap { name in
                entity.old.attribute(name).flatMap { old in entity.new.attribute(name).map { (old, $0) } }
            }.map { ("o.\($0.column.sqlIdentifier)", "n.\($1.column.sqlIdentifier)") }
            guard columns.count == names.count else { return nil }
            let hasValues = columns.map { "\($0) NOT NULL AND \($1) NOT NULL" }
            let differs = columns.map { "\($0) <> \($1)" }.joined(separator: " OR ")
            return (hasValues + ["(\(differs))"]).joined(separator: " AND ")
        }
        guard !terms.isEmpty else { return pairs }
        let statement = try pair.connection.prepare(
            "SELECT 1 FROM \(pair.old.table(table.oldTable)) AS o, \(pair.new.table(table.newTable)) AS n "
                + "WHERE o.Z_PK = ?1 AND n.Z_PK = ?2 AND (\(terms.joined(separator: " OR ")))")
        let rest = try pairs.filter { pair in
            defer { statement.reset() }
            try statement.bind(pair.old, at: 1)
            try statement.bind(pair.new, at: 2)
            return try !statement.step()
        }
        contradictions += pairs.count - rest.count
        return rest
    }

    /// Counts the objects with equal primary keys that belong to different entities.
    ///
    /// - Throws: `DatabaseError`.
    func countOtherEntities() throws {
        guard purpose == .descent, !isCertain, isDescendant, editionKeys?.isEmpty ?? true else { return }
        for table in tables where table.entities.count > 1 {
            let numbers = table.entities.map { "(\($0.old.number), \($0.new.number))" }.joined(
                separator: ", ")
            contradictions += Int(
                try pair.connection.integer(
                    "SELECT count(*) FROM \(pair.old.table(table.oldTable)) AS o "
                        + "JOIN \(pair.new.table(table.newTable)) AS n ON n.Z_PK = o.Z_PK "
                        + "WHERE (o.Z_ENT, n.Z_ENT) NOT IN (VALUES \(numbers))") ?? 0)
        }
    }
}
