import SQLite
import StoreFormat

/// Writes the rows of a load that become objects of one entity.
///
/// A row is checked as a whole before anything of it is written, so that a row at fault leaves no
/// trace and tells all that is wrong with it.
final class RowWriter {
    let rows: ResolvedRows
    /// Objects inserted.
    private(set) var written = 0
    /// Rows that went into an object that was there.
    private(set) var merged = 0
    /// Rows left out because the object was there.
    private(set) var skipped = 0
    let links: [LinkWriter]
    let lists: [ListWriter]

    let load: ResolvedLoad
    let source: any RecordSource
    let context: BuildContext
    private let inserter: RowInserter
    private let cells: [CellValue]
    private var linkStates: [LinkState]
    private let linkParameters: [LinkParameters]
    private let rowKeys: [RowKey]
    private let keyConverter: AttributeConverter
    private let updater: RowUpdater?
    private let deferredDestinations: Set<Int>
    private var bound: [BoundValue]
    private var rowIssues: [SeedIssue] = []
    private var usedPrimaryKey: Statement?
    /// Whether the row refers to one that was refused.
    private var refersToRefused = false
    var deferred: [DeferredLink] = []

    /// A value that comes from a cell.
    private struct CellValue {
        let value: ResolvedValue
        let cell: ResolvedLoad.Cell?
        let parameter: Int
    }

    private struct LinkParameters {
        let column: Int
        let entity: Int?
        let order: Int?
        let isDeferred: Bool
    }

    /// What the check of a row found out about one of its links.
    private struct LinkState {
        var hasKey = false
        var object: KeyIndex.Object?
        var place: BoundValue?
    }

    /// Prepares to write.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    init(
        _ rows: ResolvedRows, of load: ResolvedLoad, source: any RecordSource,
        deferredDestinations: Set<Int>, context: BuildContext
    ) throws {
        self.rows = rows
        self.load = load
        self.source = source
        self.context = context
        self.deferredDestinations = deferredDestinations
        let linkColumns = rows.links.flatMap { link in
            [link.columns.column, link.columns.entityColumn, link.columns.orderColumn]
                .compactMap(\.self)
        }
        let values = rows.values + rows.defaults
        inserter = try RowInserter(
            connection: context.connection, entity: rows.entity,
            columns: values.map(\.column) + linkColumns)
        links = try rows.links.map {
            try LinkWriter(link: $0, owner: rows.entity, context: context)
        }
        lists = try rows.toManys.map {
            try ListWriter(
                $0, owner: rows.entity,
                isDeferred: deferredDestinations.contains($0.target.destination.number),
                context: context)
        }
        cells = try values.compactMap { [inserter] value in
            if case .constant(let constant) = value.origin {
                try inserter.bindConstant(constant, to: value.column)
                return nil
            }
            guard let parameter = inserter.parameter(of: value.column) else { return nil }
            return CellValue(value: value, cell: value.origin.cell, parameter: parameter)
        }
        bound = Array(repeating: .null, count: cells.count)
        linkStates = Array(repeating: LinkState(), count: rows.links.count)
        linkParameters = rows.links.map { [inserter] link in
            LinkParameters(
                column: inserter.parameter(of: link.columns.column) ?? 0,
                entity: link.columns.entityColumn.flatMap(inserter.parameter),
                order: link.columns.orderColumn.flatMap(inserter.parameter),
                isDeferred: deferredDestinations.contains(link.target.destination.number))
        }
        keyConverter = try AttributeConverter(type: .string, zone: nil)
        rowKeys = Self.keys(rows, of: load, cells: cells, registry: context.registry)
        let policy = load.plan.conflict
        guard policy == .merge || policy == .replace else {
            updater = nil
            return
        }
        updater = try RowUpdater(
            entity: rows.entity,
            columns: rows.values.map { [cells] value in
                (value.column, Self.source(of: value, in: cells))
            },
            isMerging: policy == .merge, keys: rowKeys, context: context)
    }

    private static func source(of value: ResolvedValue, in cells: [CellValue]) -> RowKey.Source {
        if case .constant(let constant) = value.origin { return .constant(BoundValue(constant)) }
        return .cell(cells.firstIndex { $0.value.column == value.column } ?? 0)
    }

    private static func keys(
        _ rows: ResolvedRows, of load: ResolvedLoad, cells: [CellValue], registry: KeyRegistry
    ) -> [RowKey] {
        let values = rows.values + rows.defaults
        return registry.registrations(of: rows.entity).compactMap { registration in
            guard !registration.columns.isEmpty else {
                guard let key = load.key else { return nil }
                return RowKey(
                    registration, sources: [.loadKey], resolvesConflicts: false, name: "key",
                    cell: key)
            }
            let parts = registration.columns.compactMap { column in
                values.first { $0.column == column }
            }
            guard parts.count == registration.columns.count else { return nil }
            let unique = rows.uniques.first { $0.indexName == registration.name }
            return RowKey(
                registration, sources: parts.map { source(of: $0, in: cells) },
                resolvesConflicts: unique?.resolvesConflicts ?? false,
                name: parts.map(\.path).joined(separator: ", "),
                cell: parts.compactMap(\.origin.cell).first)
        }
    }

    // MARK: Rows

    /// Writes the source's current row.
    ///
    /// - Throws: ``SeedFailure`` with all that is wrong with the row, which has no effect then;
    ///   ``RefusedDestination``; `DatabaseError` where the machine fails.
    func write() throws {
        rowIssues.removeAll(keepingCapacity: true)
        let key = convertCells()
        checkExcluded()
        try failIfAny()
        let existing = try match(loadKey: key)
        if existing != nil, load.plan.conflict == .skip {
            if let existing { register(existing, loadKey: key, only: .loadKey) }
            skipped += 1
            return
        }
        refersToRefused = false
        for place in links.indices { try check(link: place, for: existing) }
        for list in lists {
            do {
                let failures = try list.check(
                    source.record, for: existing, isMerging: load.plan.conflict != .replace)
                for failure in failures { add(failure, property: list.name, cell: list.cell) }
            } catch is RefusedDestination {
                refersToRefused = true
            } catch let failure as ConversionFailure {
                add(failure, property: list.name, cell: list.cell)
            }
        }
        try failIfAny()
        if refersToRefused { throw RefusedDestination() }
        if let existing {
            try update(existing, loadKey: key)
        } else {
            try insert(loadKey: key)
        }
    }

    private func failIfAny() throws {
        guard rowIssues.isEmpty else { throw SeedFailure(rowIssues) }
    }

    /// Converts every cell; gives the load's own key.
    @inline(__always)
    private func convertCells() -> BoundValue {
        let record = source.record
        for place in cells.indices {
            do throws(ConversionFailure) {
                let value = try cells[place].value.origin.value(in: record)
                if value.isNull, cells[place].value.isRequired {
                    throw ConversionFailure(.missingValue)
                }
                bound[place] = value
            } catch {
                add(error, property: cells[place].value.path, cell: cells[place].cell)
            }
        }
        guard let key = load.key else { return .null }
        do throws(ConversionFailure) {
            return try keyConverter.convert(record[key.index])
        } catch {
            add(error, property: nil, cell: key)
            return .null
        }
    }

    private func checkExcluded() {
        for (property, cell) in rows.excluded where !source.record[cell.index].isEmpty {
            add(.init(.noSuchProperty(entity: rows.entity.name)), property: property, cell: cell)
        }
    }

    /// The object that the row is, by the keys that must be unique; nil for a new one.
    @inline(__always)
    private func match(loadKey: BoundValue) throws -> KeyIndex.Object? {
        guard !rowKeys.isEmpty else { return nil }
        var match: KeyIndex.Object?
        let resolves = load.plan.conflict != .error
        for key in rowKeys where key.resolvesConflicts && resolves {
            guard key.read(bound, loadKey: loadKey), let object = key.object() else { continue }
            if let match, match != object {
                throw SeedFailure([
                    issue(
                        .init(.ambiguousKey(entity: rows.entity.name)), property: nil,
                        cell: key.cell)
                ])
            }
            match = object
        }
        if let match, load.plan.conflict == .skip { return match }
        if let match {
            guard Int(match.entityNumber) == rows.entity.number else { throw duplicate(rowKeys[0]) }
            if let key = try updater?.conflict(of: match, cells: bound, loadKey: loadKey) {
                throw duplicate(key)
            }
            return match
        }
        for key in rowKeys where key.read(bound, loadKey: loadKey) && key.object() != nil {
            throw duplicate(key)
        }
        return nil
    }

    private func duplicate(_ key: RowKey) -> SeedFailure {
        SeedFailure([
            issue(
                .init(
                    .duplicateKey(
                        entity: key.registration.entityName, attribute: key.name)),
                property: nil, cell: key.cell)
        ])
    }

    // MARK: Links

    private func check(link place: Int, for existing: KeyIndex.Object?) throws {
        let writer = links[place]
        var state = LinkState()
        do {
            state.hasKey = try writer.finder.read(source.record)
            let isDeferred = linkParameters[place].isDeferred
            if state.hasKey, !isDeferred {
                state.object = try writer.finder.check(source.record)
            }
            let isCreated = state.object == nil && writer.finder.target.missing == .create
            let isMissing = !state.hasKey || (state.object == nil && !isCreated && !isDeferred)
            if isMissing, !writer.link.columns.isOptional, existing == nil || !isMergingRows {
                throw ConversionFailure(.missingValue)
            }
            if let object = state.object {
                try writer.checkInverse(of: object, for: existing, keepsPresent: isMergingRows)
            }
            if let cell = writer.link.order, state.hasKey {
                do throws(ConversionFailure) {
                    state.place = try OrderPlace.read(source.record[cell.index])
                } catch {
                    add(error, property: writer.link.name, cell: cell)
                }
            }
        } catch is RefusedDestination {
            refersToRefused = true
        } catch let failure as ConversionFailure {
            add(failure, property: writer.link.name, cell: writer.finder.cell)
        }
        linkStates[place] = state
    }

    private var isMergingRows: Bool { load.plan.conflict == .merge }

    // MARK: New objects

    private func insert(loadKey: BoundValue) throws {
        let primaryKey = try nextPrimaryKey()
        for place in links.indices {
            let parameters = linkParameters[place]
            var object = linkStates[place].object
            if object != nil {
                links[place].finder.countFound()
            } else if linkStates[place].hasKey, !parameters.isDeferred {
                object = try resolve(links[place].finder, property: links[place].link.name)
                linkStates[place].object = object
            }
            try bind(object, place, parameters)
        }
        for place in cells.indices {
            try inserter.bind(bound[place], at: cells[place].parameter)
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
    private func bind(
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

    private func resolve(
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

    private func nextPrimaryKey() throws -> Int64 {
        let root = rows.entity.rootName
        guard let cell = load.primaryKey else {
            guard let key = context.keys.next(of: root) else {
                throw SeedFailure([
                    SeedIssue(.badPrimaryKey, at: source.location(ofColumn: nil))
                ])
            }
            return key
        }
        let value: Int64?
        switch source.record[cell.index] {
        case let field where field.isEmpty:
            throw SeedFailure([issue(.init(.missingValue), property: nil, cell: cell)])
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

    private func isUsed(_ primaryKey: Int64) throws -> Bool {
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

    // MARK: Objects that are there

    private func update(_ object: KeyIndex.Object, loadKey: BoundValue) throws {
        try updater?.write(object, cells: bound, loadKey: loadKey)
        register(object, loadKey: loadKey, only: .loadKey)
        for place in links.indices {
            var destination = linkStates[place].object
            if destination != nil {
                links[place].finder.countFound()
            } else if linkStates[place].hasKey, !linkParameters[place].isDeferred {
                destination = try resolve(links[place].finder, property: links[place].link.name)
            }
            if linkParameters[place].isDeferred, linkStates[place].hasKey {
                deferLink(place, of: object)
            } else if destination != nil || load.plan.conflict == .replace {
                try write(place, object, destination)
            }
        }
        if load.plan.conflict == .replace {
            for list in lists { try list.membership.removeAll(of: object) }
        }
        try writeLists(of: object)
        merged += 1
    }

    private func write(
        _ place: Int, _ object: KeyIndex.Object, _ destination: KeyIndex.Object?
    ) throws {
        do {
            try links[place].write(object, to: destination, mode: mode)
        } catch let failure as ConversionFailure {
            throw SeedFailure([
                issue(failure, property: links[place].link.name, cell: links[place].finder.cell)
            ])
        }
    }

    private var mode: LinkWriter.Mode {
        switch load.plan.conflict {
        case .merge: .merge
        case .replace: .replace
        case .error, .skip: .new
        }
    }

    // MARK: Lists and keys

    private func writeLists(of object: KeyIndex.Object) throws {
        for (place, list) in lists.enumerated() {
            do {
                if list.isDeferred {
                    try list.keys(in: source.record) { key in
                        deferred.append(
                            DeferredLink(
                                kind: .list(place), object: object, key: key, place: nil,
                                location: source.location(ofColumn: list.cell?.index)))
                    }
                } else {
                    try list.write(source.record, of: object)
                }
            } catch let failure as ConversionFailure {
                throw SeedFailure([issue(failure, property: list.name, cell: list.cell)])
            }
        }
    }

    private func deferLink(_ place: Int, of object: KeyIndex.Object) {
        guard linkParameters[place].isDeferred, linkStates[place].hasKey else { return }
        deferred.append(
            DeferredLink(
                kind: .link(place, mode: mode), object: object,
                key: links[place].finder.keptKey,
                place: linkStates[place].place.map(Value.init),
                location: source.location(ofColumn: links[place].finder.cell?.index)))
    }

    private enum Registered {
        case all, loadKey
    }

    @inline(__always)
    private func register(
        _ object: KeyIndex.Object, loadKey: BoundValue, only registered: Registered = .all
    ) {
        for key in rowKeys {
            guard registered == .all || key.registration.columns.isEmpty else { continue }
            if key.read(bound, loadKey: loadKey) { key.insert(object) }
        }
    }

    /// Notes that a row was refused and the build will fail: rows that refer to it must not be
    /// blamed for that.
    func noteRefused() {
        for key in rowKeys { key.registration.index.isIncomplete = true }
    }

    // MARK: Issues

    private func add(
        _ failure: ConversionFailure, property: String?, cell: ResolvedLoad.Cell?
    ) {
        rowIssues.append(issue(failure, property: property, cell: cell))
    }

    private func issue(
        _ failure: ConversionFailure, property: String?, cell: ResolvedLoad.Cell?
    ) -> SeedIssue {
        SeedIssue(
            failure.reason, at: source.location(ofColumn: cell?.index), entity: rows.entity.name,
            property: property, sourceColumn: cell?.name,
            value: failure.value ?? cell.map { source.record[$0.index].display })
    }
}
