import Files
import ObjectModel
import Pages
import StoreFormat

// Objects that are matched by values, or by their primary keys.
extension ObjectMatching {
    /// Matches objects with equal values of some properties, none of which is missing.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func match(_ item: Item, by names: [String], _ pairing: FingerprintTable.Pairing) throws {
        let columns = names.compactMap { column($0, item) }
        guard columns.count == names.count, !columns.isEmpty else { return }
        try pairUp(item, columns, needsValues: true, of: .any, pairing)
    }

    /// The destinations that must be the same for objects with equal values to match.
    enum Destinations {
        /// No destinations.
        case any
        case all
        /// Destinations with a match. Those without a match count as equal.
        case known
    }

    /// Matches objects with equal values and the same destinations.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func matchByValue(
        _ item: Item, of destinations: Destinations, _ pairing: FingerprintTable.Pairing
    ) throws {
        var columns = item.entity.attributes.compactMap { item.table.column($0.old, $0.new) }
        if destinations != .any {
            columns += item.entity.toOnes.compactMap { link($0.old, $0.new, item) }
        }
        try pairUp(item, columns, needsValues: false, of: destinations, pairing)
    }

    private func column(_ name: String, _ item: Item) -> RowColumn? {
        if let old = item.entity.old.attribute(name), let new = item.entity.new.attribute(name) {
            return item.table.column(old, new)
        }
        guard let old = item.entity.old.toOne(name), let new = item.entity.new.toOne(name) else { return nil }
        return link(old, new, item)
    }

    private func link(_ old: ToOneColumn, _ new: ToOneColumn, _ item: Item) -> RowColumn? {
        item.table.index(of: .init(old: old.column, new: new.column)).map {
            RowColumn(index: $0, content: .link(destination(old, new)?.number))
        }
    }

    /// Matches objects with the same primary key.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func matchByPrimaryKey(_ item: Item) throws {
        let (table, entity) = item
        guard table.hasRest(entity) else { return }
        if let editionKeys { return try match(item, by: editionKeys) }
        let numbers = entity.numbers
        let pairs = try table.withRows { old, new in
            var pairs: [(old: Int64, new: Int64)] = []
            var (hasOld, hasNew) = (try old.next(), try new.next())
            while hasOld, hasNew {
                let (one, other) = (old.rowID, new.rowID)
                if one == other, try table.runs.isFree(old, .old, numbers.old),
                    try table.runs.isFree(new, .new, numbers.new)
                {
                    pairs.append((one, other))
                }
                if one <= other { hasOld = try old.next() }
                if other <= one { hasNew = try new.next() }
            }
            return pairs
        }
        table.add(try withoutContradictions(pairs, item), of: entity, areEqual: false)
    }

    private func pairUp(
        _ item: Item, _ columns: [RowColumn], needsValues: Bool, of destinations: Destinations,
        _ pairing: FingerprintTable.Pairing
    ) throws {
        let (table, entity) = item
        guard table.hasRest(entity) else { return }
        let numbers = entity.numbers
        let rest = max(
            table.oldCounts[numbers.old, default: 0], table.newCounts[numbers.new, default: 0])
        var search = RowSearch(
            columns: columns, needsValues: needsValues, capacity: min(rest, method.rowsAtOnce),
            parts: UInt64((rest + method.rowsAtOnce - 1) / method.rowsAtOnce))
        var pairs: [(old: Int64, new: Int64)] = []
        for part in 0..<search.parts {
            search.part = part
            try pairs += table.withRows { old, new in
                let find = Transfer { [search, runs = table.runs, all = tables.map(\.runs)] in
                    var all = all
                    return try FingerprintTable(
                        search.rows(of: table, new, .new, numbers.new, runs) { key, table in
                            guard destinations == .known else { return key }
                            return table.map { all[$0].hasNew(key) } == true ? key : -1
                        })
                }
                // Pages are read without the connection, which only one thread may use.
                let ahead =
                    new is TableRows
                    ? BackgroundResult(named: "zseed match") { try Transfer(find.value()) } : nil
                let own = Result {
                    try search.rows(of: table, old, .old, numbers.old, table.runs) {
                        try mapped($0, in: $1.map { tables[$0] })
                    }
                }
                var others = try ahead?.wait().value ?? find.value()
                return try others.pairs(with: own.get(), pairing)
            }
        }
        if search.parts > 1 { pairs.sort { $0.old < $1.old } }
        table.add(pairs, of: entity, areEqual: destinations == .all)
    }
}

/// A search in the rows of either store.
private struct RowSearch {
    let columns: [RowColumn]
    let needsValues: Bool
    /// The limit of rows found.
    let capacity: Int
    /// The number of parts into which the fingerprints are divided. Equal rows have equal fingerprints, so each part
    /// is searched by itself.
    let parts: UInt64
    var part: UInt64 = 0

    /// Returns the unmatched rows of the entity with a number, with their fingerprints.
    func rows(
        of table: TableMatches, _ row: any FingerprintedRows, _ which: StoredText.Which, _ number: Int64,
        _ matches: MatchRuns, map: (Int64, Int?) throws -> Int64
    ) throws -> [FingerprintTable.Row] {
        var matches = matches
        var found: [FingerprintTable.Row] = []
        found.reserveCapacity(capacity)
        while try row.next() {
            guard try matches.isFree(row, which, number),
                let fingerprint = try table.fingerprint(
                    of: row, columns, which, needsValues: needsValues, map: map),
                parts == 1 || fingerprint.one % parts == part
            else { continue }
            found.append((row.rowID, fingerprint))
        }
        return found
    }
}

extension MatchRuns {
    /// Returns whether a row is an unmatched object of the entity with a number.
    mutating func isFree(
        _ row: any FingerprintedRows, _ which: StoredText.Which, _ number: Int64
    ) throws -> Bool {
        let hasMatch = which == .old ? hasOld(row.rowID) : hasNew(row.rowID)
        return try !hasMatch && row.integer(at: 0) == number
    }
}
