import SQLite
import StoreFormat

// Objects that have other primary keys in a store than in the edition that was merged into it.
extension ObjectMatching {
    /// Takes objects out that seemed to have stayed, and of which the new store keeps that they have another key:
    /// what it has under their own is another object.
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

    /// Matches what has the primary key that the new store keeps for it, or else the same one.
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

    /// Leaves out what has equal primary keys and other values of what tells objects apart, where nothing notes that
    /// the new store began as the old one: another edition gives the same primary keys to other objects.
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

    /// Counts what has equal primary keys and is of another entity.
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
