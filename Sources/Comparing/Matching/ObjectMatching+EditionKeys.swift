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
        let pairs = try table.withRows { old, new in
            var free: Set<Int64> = []
            while try new.next() {
                if try isFree(new, .new, item) { free.insert(new.rowID) }
            }
            var pairs: [(old: Int64, new: Int64)] = []
            while try old.next() {
                guard try isFree(old, .old, item) else { continue }
                let key = editionKeys.key(entity.old.rootName, old.rowID)
                if free.remove(key) != nil { pairs.append((old.rowID, key)) }
            }
            return pairs
        }
        table.add(pairs, of: entity, areEqual: false)
    }
}
