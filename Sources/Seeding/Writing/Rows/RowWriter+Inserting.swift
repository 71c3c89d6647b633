import SQLite
import StoreFormat

// Rows that become new objects.
extension RowWriter {
    /// Inserts the row. The objects it needs come first: the rows of a queue cannot be nested.
    func insert(loadKey: BoundValue) throws {
        let primaryKey = try nextPrimaryKey()
        for place in links.indices {
            if linkStates[place].object != nil {
                links[place].finder.countFound()
            } else if linkStates[place].hasKey, !linkParameters[place].isDeferred {
                linkStates[place].object = try resolve(
                    links[place].finder, property: links[place].link.name)
            }
        }
        inserter.begin()
        for place in links.indices {
            try bind(linkStates[place].object, place, linkParameters[place])
        }
        for place in cells.indices {
            try inserter.bind(bound[place], at: cells[place].parameter)
        }
        if inserter.isQueued {
            context.clock.lap(.convert)
            context.clock.endRow()
        }
        do {
            try inserter.insert(primaryKey: primaryKey)
        } catch let error as DatabaseError where error.resultCode == .constraint {
            throw SeedFailure([
                SeedIssue(
                    .refusedRow(error.message), at: source.location(ofColumn: nil),
                    entity: rows.entity.name)
            ])
        }
        let object = KeyIndex.Object(
            primaryKey: primaryKey, entityNumber: Int32(truncatingIfNeeded: rows.entity.number))
        register(object, loadKey: loadKey)
        for place in links.indices {
            if let destination = linkStates[place].object {
                try links[place].writeInverse(object, destination: destination)
            }
            deferLink(place, of: object)
        }
        try writeLists(of: object)
        written += 1
    }

    @inline(__always)
    func bind(
        _ object: KeyIndex.Object?, _ place: Int, _ parameters: LinkParameters
    ) throws {
        try inserter.bind(object.map { .integer($0.primaryKey) } ?? .null, at: parameters.column)
        if let entity = parameters.entity {
            try inserter.bind(object.map { .integer(Int64($0.entityNumber)) } ?? .null, at: entity)
        }
        guard let order = parameters.order else { return }
        guard let object else { return try inserter.bind(.null, at: order) }
        if let given = linkStates[place].place {
            try inserter.bind(given, at: order)
        } else {
            let key = links[place].orderKeys?.nextKey(of: object.primaryKey)
            try inserter.bind(key.map { .integer($0) } ?? .null, at: order)
        }
    }

    func resolve(
        _ finder: ObjectFinder, property: String
    ) throws -> KeyIndex.Object? {
        do {
            return try finder.resolve(source.record)
        } catch let failure as ConversionFailure {
            throw SeedFailure([issue(failure, property: property, cell: finder.cell)])
        } catch let error as DatabaseError where error.resultCode == .constraint {
            // Old stores have uniqueness constraints in their tables, not as indexes (SPEC 4).
            throw SeedFailure([
                issue(.init(.refusedRow(error.message)), property: property, cell: finder.cell)
            ])
        }
    }

    func nextPrimaryKey() throws -> Int64 {
        guard let cell = load.primaryKey else {
            guard let key = primaryKeys.next() else {
                throw SeedFailure([
                    SeedIssue(.badPrimaryKey, at: source.location(ofColumn: nil))
                ])
            }
            return key
        }
        let root = rows.entity.rootName
        let value: Int64?
        switch source.record[cell.index] {
        case .integer(let integer): value = integer
        case .text(let bytes):
            if case .value(let integer) = NumberParser.integer(bytes) {
                value = integer
            } else {
                value = nil
            }
        default: value = nil
        }
        // A key of before the build may have been handed out even where its row is gone.
        guard let value, value > 0, !context.keys.isOld(value, of: root), try !isUsed(value) else {
            throw SeedFailure([issue(.init(.badPrimaryKey), property: nil, cell: cell)])
        }
        context.keys.note(value, of: root)
        return value
    }

    func isUsed(_ primaryKey: Int64) throws -> Bool {
        let statement =
            try usedPrimaryKey
            ?? context.connection.prepare(
                "SELECT 1 FROM \(rows.entity.table.sqlIdentifier) WHERE Z_PK = ?",
                isPersistent: true)
        usedPrimaryKey = statement
        try statement.bind(primaryKey, at: 1)
        defer { statement.reset() }
        return try statement.step()
    }
}
