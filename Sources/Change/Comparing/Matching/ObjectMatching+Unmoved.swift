import Pages

// Objects with the same key and contents in both stores.
extension ObjectMatching {
    /// Matches objects with the same key in both stores, equal attributes, and links to objects that are also matched
    /// in this way. All other objects are left to the rules.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func findUnmoved() throws {
        for table in tables { try table.findUnmoved(isMatched: purpose != .additions) }
        try forgetMoved()
        var moved = Set(tables.indices.filter { !tables[$0].isUnmoved })
        var round = 0
        repeat {
            round += 1
            // A long chain of links could lose one object in each round. After some rounds, all objects with such
            // links are removed.
            let losesAll = round > 16
            var next: Set<Int> = []
            for table in tables {
                let lost = try keys(of: table, leadingTo: losesAll ? nil : moved)
                guard !lost.isEmpty else { continue }
                table.runs.remove(lost.map(\.key))
                for (_, entity) in lost {
                    guard let match = table.entities.first(where: { Int64($0.old.number) == entity }) else {
                        continue
                    }
                    table.countOld(Int64(match.old.number))
                    table.countNew(Int64(match.new.number))
                }
                table.isUnmoved = false
                next.insert(table.number)
            }
            moved = next
        } while !moved.isEmpty
    }

    /// Returns the unmoved objects of a table with links to objects that are not unmoved.
    ///
    /// - Parameter moved: the tables to which links are examined. If nil, all tables with moved objects are, and any
    ///   link to such a table counts.
    private func keys(of table: TableMatches, leadingTo moved: Set<Int>?) throws -> [(
        key: Int64, entity: Int64
    )] {
        var terms: [String] = []
        for entity in table.entities {
            for (old, new) in entity.toOnes {
                let link = "o.\(old.column.sqlIdentifier)"
                let own = "o.Z_ENT = \(entity.old.number) AND \(link) IS NOT NULL"
                guard let target = destination(old, new) else {
                    terms.append("(\(own))")
                    continue
                }
                if let moved {
                    guard moved.contains(target.number) else { continue }
                    terms.append("(\(own) AND \(target.newKey(link)) IS NULL)")
                } else if !target.isUnmoved {
                    terms.append("(\(own))")
                }
            }
        }
        guard !terms.isEmpty, !table.runs.runs.isEmpty else { return [] }
        return try pair.connection.rows(
            "SELECT o.Z_PK, o.Z_ENT FROM \(pair.old.table(table.oldTable)) AS o "
                + "WHERE (\(terms.joined(separator: " OR "))) AND \(table.newKey("o.Z_PK")) IS NOT NULL ORDER BY o.Z_PK"
        ) { ($0.integer(at: 0), $0.integer(at: 1)) }
    }

    /// Returns whether a table of links has the same bytes in both stores, row by row. If pages cannot show that, the
    /// result is false.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func haveSameRecords(_ table: String) throws -> Bool {
        if let known = sameTables[table] { return known }
        let areSame: Bool
        do {
            let sides = [pair.old, pair.new]
            let columns = try sides.map {
                try TableColumns(of: table, schema: $0.schema, in: pair.connection)
            }
            let rows = try sides.indices.map {
                try TableRows(
                    .init(
                        of: table, columns: columns[$0], names: [], path: sides[$0].file,
                        schema: sides[$0].schema, in: pair.connection),
                    fingerprinter: RowFingerprinter(columns: 0))
            }
            areSame = try columns[0] == columns[1] && rows[0].haveSameRecords(as: rows[1])
        } catch is UnreadablePage {
            areSame = false
        }
        sameTables[table] = areSame
        return areSame
    }
}

extension TableMatches {
    /// Reads both tables side by side: counts their objects, and finds those with the same key, equal values, and
    /// links to the same keys.
    ///
    /// - Throws: `DatabaseError`, `FileError`.
    func findUnmoved(isMatched: Bool) throws {
        try withRows { old, new in
            resetCounts()
            runs = MatchRuns()
            (isUnmoved, hasSameRecords) = (true, true)
            try findUnmoved(old, new, isMatched: isMatched)
        }
    }

    private func findUnmoved(_ old: any FingerprintedRows, _ new: any FingerprintedRows, isMatched: Bool)
        throws
    {
        let records = (old as? TableRows).flatMap { one in (new as? TableRows).map { (one, $0) } }
        let comparesRecords = records != nil && haveEqualColumns
        var known: [Int64: (number: Int64, columns: [RowColumn])] = [:]
        for entity in entities {
            known[Int64(entity.old.number)] = (Int64(entity.new.number), try rawColumns(of: entity))
        }
        // Most rows have the entity of the previous row.
        var latest: (kind: Int64?, entity: (number: Int64, columns: [RowColumn])?) = (nil, nil)
        // Whether the previous row is unmoved. Then neither store has the keys in between.
        var continues = false
        var (hasOld, hasNew) = (try old.next(), try new.next())
        while hasOld || hasNew {
            guard hasOld, hasNew, old.rowID == new.rowID else {
                (isUnmoved, hasSameRecords, continues) = (false, false, false)
                if hasOld, !hasNew || old.rowID < new.rowID {
                    countOld(try old.integer(at: 0))
                    hasOld = try old.next()
                } else {
                    countNew(try new.integer(at: 0))
                    hasNew = try new.next()
                }
                continue
            }
            let isSame = try records.map { try $0.0.hasSameRecord(as: $0.1) } ?? false
            if !isSame { hasSameRecords = false }
            let kind = try old.integer(at: 0)
            var stays = false
            if kind != latest.kind { latest = (kind, kind.flatMap { known[$0] }) }
            if isMatched, let (number, columns) = latest.entity {
                stays =
                    isSame && comparesRecords
                    ? true
                    : try new.integer(at: 0) == number
                        && areEqual(old, new, columns)
            }
            if stays {
                runs.append(unmoved: old.rowID, continues: continues)
            } else {
                isUnmoved = false
                countOld(kind)
                countNew(try new.integer(at: 0))
            }
            continues = stays
            (hasOld, hasNew) = (try old.next(), try new.next())
        }
        runs.finishUnmoved()
    }

    /// Returns the columns of an entity, with links compared by their keys.
    private func rawColumns(of entity: Entity) throws -> [RowColumn] {
        entity.attributes.compactMap { column($0.old, $0.new) }
            + entity.toOnes.compactMap { toOne in
                index(of: Column(old: toOne.old.column, new: toOne.new.column)).map { RowColumn(index: $0) }
            }
    }
}
