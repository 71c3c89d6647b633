import Inputs
import SQLite
import StoreFormat

/// Writes the rows of a load that become objects of one entity.
///
/// A row is checked as a whole before any part of it is written, so that an invalid row changes nothing and all of
/// its issues are reported.
final class RowWriter {
    let rows: ResolvedRows
    /// The number of inserted objects.
    var written = 0
    /// The primary key of the last inserted object.
    var lastKey: Int64?
    /// The number of rows applied to an existing object.
    var merged = 0
    /// The number of rows left out because the object existed.
    var skipped = 0
    let links: RowLinks
    let lists: [ListWriter]

    let load: ResolvedLoad
    let source: any RecordSource
    /// The source's current row.
    private(set) var record: Record
    let context: BuildContext
    let primaryKeys: PrimaryKeys.Counter
    let inserter: RowInserter
    let cells: [CellValue]
    /// The required composites, with the indices of their elements.
    let composites: [(path: String, indices: [Int], cell: ResolvedLoad.Cell?)]
    /// The members that must have a value if their structures have one, with the indices of both.
    let members: [(member: RequiredMember, index: Int, inside: [Int])]
    /// The UUIDs that are derived instead of read from the row.
    let madeUUIDs: [MadeUUID]
    // The cells for rows of the usual form, used without counting references.
    let quickCells: FixedBuffer<QuickCell>
    /// The parameters of the cells' values.
    let parameters: FixedBuffer<Int>
    let rowKeys: [RowKey]
    /// The to-one relationships that are part of keys.
    let keyedLinks: [Int]
    let keyConverter: AttributeConverter
    let updater: RowUpdater?
    let bound: FixedBuffer<BoundValue>
    var rowIssues: [SeedIssue] = []
    /// The number of searches for the first row of a duplicate.
    var searches = 0
    var usedPrimaryKey: Statement?
    /// Whether the row refers to a refused row.
    var refersToRefused = false
    var deferred = DeferredLinks()

    /// A value that comes from a cell.
    final class CellValue {
        let value: ResolvedValue
        let parameter: Int
        let reader: ValueReader
        let isRequired: Bool

        var cell: ResolvedLoad.Cell? { value.origin.cell }

        /// The quick conversion of the cell.
        var quick: QuickCell { reader.quick(isRequired: isRequired) }

        init(_ value: ResolvedValue, parameter: Int) {
            self.value = value
            self.parameter = parameter
            reader = ValueReader(value.origin)
            isRequired = value.isRequired && value.derivation == nil
        }
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
        record = source.record
        self.context = context
        primaryKeys = context.keys.counter(of: rows.entity.rootName)
        let linkColumns = rows.links.flatMap { link in
            [link.columns.column, link.columns.entityColumn, link.columns.orderColumn]
                .compactMap(\.self)
        }
        let values = rows.values + rows.defaults
        inserter = try RowInserter(
            context: context, entity: rows.entity,
            columns: values.map(\.column) + linkColumns)
        links = try RowLinks(
            rows.links, owner: rows.entity, inserter: inserter,
            deferredDestinations: deferredDestinations, context: context)
        lists = try rows.toManys.map {
            try ListWriter(
                $0, owner: rows.entity,
                isDeferred: $0.target.mayBeLoadedLater(deferredDestinations),
                context: context)
        }
        // Values that are derived from others follow them.
        let ordered =
            values.filter { $0.derivation == nil || $0.origin.cell != nil }
            + values.filter { $0.derivation != nil && $0.origin.cell == nil }
        cells = try ordered.compactMap { [inserter] value in
            if value.isConstant, case .constant(let constant) = value.origin {
                try inserter.bindConstant(constant, to: value.column)
                return nil
            }
            guard let parameter = inserter.parameter(of: value.column) else { return nil }
            return CellValue(value, parameter: parameter)
        }
        bound = FixedBuffer(repeating: .null, count: cells.count)
        parameters = FixedBuffer(cells.map(\.parameter))
        composites = rows.composites.map { [cells] composite in
            let indices = cells.indices.filter { composite.columns.contains(cells[$0].value.column) }
            return (composite.path, indices, indices.compactMap { cells[$0].cell }.first)
        }
        members = rows.members.compactMap { [cells] member in
            let index = cells.firstIndex { $0.value.column == member.column }
            let inside = cells.indices.filter { member.inside.contains(cells[$0].value.column) }
            return index.map { (member, $0, inside) }
        }
        quickCells = FixedBuffer(
            cells.filter { $0.value.derivation == nil || $0.cell != nil }.map(\.quick))
        madeUUIDs = cells.enumerated().compactMap { [cells] index, cell in
            guard let derivation = cell.value.derivation else { return nil }
            let maker = UUIDMaker(derivation) { column in
                values.first { $0.column == column }.map { Self.source(of: $0, in: cells) }
                    ?? .constant(.null)
            }
            return MadeUUID(index: index, maker: maker, value: cell.value)
        }
        keyConverter = try AttributeConverter(type: .string, zone: nil)
        keyConverter.takesBlobs = true
        rowKeys = Self.keys(rows, of: load, cells: cells, links: links, context: context)
        keyedLinks = Set(
            rowKeys.flatMap(\.sources).compactMap { source -> Int? in
                if case .link(let index) = source { index } else { nil }
            }
        ).sorted()
        guard load.plan.conflict.changesObject else {
            updater = nil
            return
        }
        updater = try RowUpdater(
            entity: rows.entity,
            columns: rows.values.map { [cells] value in
                (value.column, Self.source(of: value, in: cells))
            }, links: links, isMerging: load.plan.conflict.fillsGaps, keys: rowKeys, context: context)
    }

    private static func source(of value: ResolvedValue, in cells: [CellValue]) -> RowKey.Source {
        if value.isConstant, case .constant(let constant) = value.origin {
            return .constant(BoundValue(constant))
        }
        return .cell(cells.firstIndex { $0.value.column == value.column } ?? 0)
    }

    private static func keys(
        _ rows: ResolvedRows, of load: ResolvedLoad, cells: [CellValue], links: RowLinks,
        context: BuildContext
    ) -> [RowKey] {
        let values = rows.values + rows.defaults
        return context.registry.registrations(of: rows.entity).compactMap { registration in
            guard !registration.columns.isEmpty else {
                guard let key = load.key else { return nil }
                return RowKey(
                    registration, sources: [.loadKey], links: links.states, resolvesConflicts: false,
                    name: "key", cell: key)
            }
            let parts = registration.columns.map { column -> RowKey.Source? in
                values.first { $0.column == column }.map { source(of: $0, in: cells) }
                    ?? rows.links.firstIndex { $0.columns.column == column }.map { .link($0) }
            }
            let given = parts.compactMap(\.self)
            let deferred = given.compactMap { source -> Int? in
                if case .link(let index) = source, links.parameters[index].isDeferred { index } else { nil }
            }
            let unique = rows.uniques.first { $0.indexName == registration.name }
            // If the rows give only a part of a key, an existing object may already have the rest.
            let isUpdated = unique != nil && !given.isEmpty && load.plan.conflict.changesObject
            guard given.count == parts.count || isUpdated else { return nil }
            return RowKey(
                registration, sources: parts.map { $0 ?? .constant(.null) }, links: links.states,
                deferredLinks: deferred,
                pending: deferred.isEmpty
                    ? nil
                    : context.pendingKeys(
                        .init(
                            key: registration.name,
                            destinations: given.compactMap { source in
                                guard case .link(let index) = source else { return nil }
                                return rows.links[index].target.indexName
                            })),
                resolvesConflicts: unique?.resolvesConflicts ?? false, name: registration.names,
                cell: given.lazy.compactMap { source -> ResolvedLoad.Cell? in
                    switch source {
                    case .cell(let index): cells[index].cell
                    case .link(let index): links.writers[index].finder.cell
                    case .constant, .loadKey: nil
                    }
                }.first)
        }
    }

    // MARK: Rows

    /// Writes the source's current row.
    ///
    /// - Throws: ``SeedFailure`` with all issues of the row, which then changes nothing; ``RefusedDestination``;
    ///   `DatabaseError` if the machine fails.
    func write() throws {
        if !rowIssues.isEmpty { rowIssues.removeAll(keepingCapacity: true) }
        let record = source.record
        self.record = record
        let key = convertCells(of: record)
        if !madeUUIDs.isEmpty { makeUUIDs(loadKey: key) }
        if !composites.isEmpty { checkComposites() }
        if !members.isEmpty { checkMembers() }
        checkExcluded()
        try failIfAny()
        context.clock.lap(.convert)
        let existing = try match(loadKey: key)
        if let existing, load.plan.conflict.keepsObject {
            register(existing, loadKey: key, only: .loadKey)
            skipped += 1
            return
        }
        if existing == nil, !rows.createsObjects { throw missingObject() }
        refersToRefused = false
        for index in links.indices {
            if let object = links.quickKeys[index]?.object(in: record) {
                links.states[index] = .init(hasKey: true, object: object)
            } else {
                try checkLink(index, of: record, for: existing)
            }
        }
        for list in lists {
            do {
                let failures = try list.check(
                    record, for: existing, isMerging: !load.plan.conflict.replaces)
                for failure in failures { add(failure, property: list.name, cell: list.cell) }
            } catch is RefusedDestination {
                refersToRefused = true
            } catch let failure as ConversionFailure {
                add(failure, property: list.name, cell: list.cell)
            }
        }
        try failIfAny()
        if refersToRefused { throw RefusedDestination() }
        context.clock.lap(.unique)
        if let existing {
            try update(existing, loadKey: key)
        } else {
            try insert(loadKey: key)
        }
        context.clock.lap(.insert)
    }

    func failIfAny() throws {
        guard rowIssues.isEmpty else { throw SeedFailure(rowIssues) }
    }

    /// Converts every cell, and returns the load's own key.
    @inline(__always)
    func convertCells(of record: Record) -> BoundValue {
        for index in quickCells.indices {
            if let value = quickCells[index].value(in: record) {
                bound[index] = value
            } else {
                convert(cells[index], at: index, of: record)
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

    private func convert(_ cell: CellValue, at index: Int, of record: Record) {
        do throws(ConversionFailure) {
            let value = try cell.reader.value(in: record)
            if value.isNull, cell.isRequired { throw ConversionFailure(.value(.missingValue)) }
            bound[index] = value
        } catch {
            let whole = error.isAboutWhole ? cell.value.whole : nil
            add(error, property: whole ?? cell.value.path, cell: cell.cell)
        }
    }

    func checkExcluded() {
        for (property, cell) in rows.excluded where !record[cell.index].isEmpty {
            add(.init(.object(.noSuchProperty(entity: rows.entity.name))), property: property, cell: cell)
        }
    }
}
