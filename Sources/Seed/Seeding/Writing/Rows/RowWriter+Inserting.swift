import Inputs
import SQLite
import StoreFormat

// Insertion of rows as new objects.
extension RowWriter: RowValues {
    /// Inserts the row. Objects that it needs are created first, because rows in a queue cannot be nested.
    func insert(loadKey: BoundValue) throws {
        let primaryKey = try nextPrimaryKey()
        if !madeUUIDs.isEmpty { makeUUIDs(primaryKey: primaryKey) }
        for index in links.indices {
            if links.states[index].object != nil {
                links.countFound(index)
            } else if links.states[index].hasKey, !links.parameters[index].isDeferred {
                links.states[index].object = try resolve(
                    links.writers[index].finder, property: links.name(index))
            }
        }
        do {
            try inserter.insert(self, primaryKey: primaryKey)
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
        for index in links.indices {
            let parameters = links.parameters[index]
            if parameters.hasInverse, let destination = links.states[index].object {
                try links.writers[index].writeInverse(object, destination: destination)
            }
            if parameters.isDeferred { deferLink(index, of: object) }
        }
        try writeLists(of: object)
        written += 1
        lastKey = primaryKey
    }

    @inline(__always)
    func give<Sink: RowSink>(to sink: Sink) throws {
        for index in links.indices { try links.give(index, to: sink) }
        for index in bound.indices { try sink.bind(bound[index], at: parameters[index]) }
        guard Sink.isQueued else { return }
        context.clock.lap(.convert)
        context.clock.endRow()
    }

    func resolve(
        _ finder: ObjectFinder, property: String
    ) throws -> KeyIndex.Object? {
        do {
            return try finder.resolve(record)
        } catch let failure as ConversionFailure {
            throw SeedFailure([issue(failure, property: property, cell: finder.cell)])
        } catch let error as DatabaseError where error.resultCode == .constraint {
            // Old stores have uniqueness constraints in their tables instead of indexes
            // (docs/internals/format.md#indexes).
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
        // A key from before the build is used up even if its row is deleted.
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
