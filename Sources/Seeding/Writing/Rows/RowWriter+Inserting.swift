import SQLite
import StoreFormat

// Rows that become new objects.
extension RowWriter {
    /// Inserts the row. The objects it needs come first: the rows of a queue cannot be nested.
    func insert(loadKey: BoundValue) throws {
        let primaryKey = try nextPrimaryKey()
        if !madeUUIDs.isEmpty { makeUUIDs(primaryKey: primaryKey) }
        for place in linkStates.indices {
            if linkStates[place].object != nil {
                unretainedFinders[place]._withUnsafeGuaranteedRef { $0.countFound() }
            } else if linkStates[place].hasKey, !linkParameters[place].isDeferred {
                linkStates[place].object = try resolve(
                    links[place].finder, property: links[place].link.name)
            }
        }
        let batch = inserter.begin()
        for place in linkStates.indices {
            try bind(linkStates[place].object, place, linkParameters[place], into: batch)
        }
        for place in bound.indices {
            try inserter.bind(bound[place], at: parameters[place], into: batch)
        }
        if batch != nil {
            context.clock.lap(.convert)
            context.clock.endRow()
        }
        do {
            try inserter.insert(primaryKey: primaryKey)
        } catch let error as DatabaseError where error.resultCode == .constraint {
            throw SeedFailure([
                SeedIssue(
                    .output(.refusedRow(error.message)), at: source.location(ofColumn: nil),
                    entity: rows.entity.name)
            ])
        }
        let object = KeyIndex.Object(
            primaryKey: primaryKey, entityNumber: Int32(truncatingIfNeeded: rows.entity.number))
        register(object, loadKey: loadKey)
        for place in links.indices {
            if linkParameters[place].hasInverse, let destination = linkStates[place].object {
                try links[place].writeInverse(object, destination: destination)
            }
            if linkParameters[place].isDeferred { deferLink(place, of: object) }
        }
        try writeLists(of: object)
        written += 1
    }

    @inline(__always)
    func bind(
        _ object: KeyIndex.Object?, _ place: Int, _ parameters: LinkParameters,
        into batch: RowBatch?
    ) throws {
        try inserter.bind(object?.primaryKey, at: parameters.column, into: batch)
        if let entity = parameters.entity {
            try inserter.bind(object.map { Int64($0.entityNumber) }, at: entity, into: batch)
        }
        guard let order = parameters.order else { return }
        if let object, linkPlaces[place] == nil {
            let key = links[place].orderKeys?.nextKey(of: object.primaryKey)
            try inserter.bind(key, at: order, into: batch)
        } else {
            let given = object == nil ? nil : linkPlaces[place]
            try inserter.bind(given ?? .null, at: order, into: batch)
        }
    }

    func resolve(
        _ finder: ObjectFinder, property: String
    ) throws -> KeyIndex.Object? {
        do {
            return try finder.resolve(record)
        } catch let failure as ConversionFailure {
            throw SeedFailure([issue(failure, property: property, cell: finder.cell)])
        } catch let error as DatabaseError where error.resultCode == .constraint {
            // Old stores have uniqueness constraints in their tables, not as indexes
            // (docs/format.md#indexes).
            throw SeedFailure([
                issue(.init(.output(.refusedRow(error.message))), property: property, cell: finder.cell)
            ])
        }
    }

    func nextPrimaryKey() throws -> Int64 {
        guard let cell = load.primaryKey else {
            guard let key = primaryKeys.next() else {
                throw SeedFailure([
                    SeedIssue(.object(.badPrimaryKey), at: source.location(ofColumn: nil))
                ])
            }
            return key
        }
        let root = rows.entity.rootName
        let value: Int64?
        switch record[cell.index] {
        case let field where field.isEmpty:
            throw SeedFailure([issue(.init(.value(.missingValue)), property: nil, cell: cell)])
        case .integer(let integer): value = integer
        case .text(let bytes):
            if case .value(let integer) = NumberParser.wholeNumber(bytes) {
                value = integer
            } else {
                value = nil
            }
        default: value = nil
        }
        // A key of before the build may have been handed out even where its row is gone.
        guard let value, value > 0, !context.keys.isOld(value, of: root), try !isUsed(value) else {
            throw SeedFailure([issue(.init(.object(.badPrimaryKey)), property: nil, cell: cell)])
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
