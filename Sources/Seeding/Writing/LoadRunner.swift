import SQLite
import StoreFormat

/// Runs one load: reads its source row by row, converts, links and inserts.
final class LoadRunner {
    /// A link that had to wait for other loads.
    struct DeferredLink {
        let link: Int
        let primaryKey: Int64
        let key: Value
        let location: SeedIssue.Location
    }

    /// Rows read from the source.
    private(set) var read = 0
    /// Rows inserted.
    private(set) var written = 0
    /// Rows with issues.
    private(set) var rejected = 0
    /// The relationships, in the order of the load's links.
    let links: [LinkWriter]

    private let load: ResolvedLoad
    private let source: any RecordSource
    private let inserter: RowInserter
    private let keys: PrimaryKeys
    private let deferredLinks: Set<Int>
    private let cells: [CellValue]
    private let linkParameters: [LinkParameters]
    private let registrations: [RegistrationSource]
    private let keyConverter: AttributeConverter
    private var deferred: [DeferredLink] = []
    private var bound: [BoundValue]
    private var issues: IssueLimit

    /// A value that comes from a cell.
    private struct CellValue {
        let value: ResolvedValue
        let cell: ResolvedLoad.Cell
        let converter: AttributeConverter
        let fallback: BoundValue?
        let parameter: Int
    }

    private struct LinkParameters {
        let cell: ResolvedLoad.Cell?
        let converter: AttributeConverter?
        let fallback: BoundValue
        let column: Int
        let entity: Int?
        let order: Int?
    }

    /// An index that the rows go into, and where a row's key is.
    private struct RegistrationSource {
        let registration: KeyRegistry.Registration
        /// The place in `cells`; nil for the load's own key.
        let cell: Int?
    }

    /// Prepares a load.
    ///
    /// - Throws: ``SeedIssue``, `DatabaseError`.
    init(
        _ load: ResolvedLoad, deferredLinks: Set<Int>, registry: KeyRegistry, keys: PrimaryKeys,
        orderKeys: OrderKeys, issues: IssueLimit, connection: Connection
    ) throws {
        self.load = load
        self.deferredLinks = deferredLinks
        self.keys = keys
        self.issues = issues
        source = try load.source.open()
        let linkColumns = load.links.flatMap { link in
            [link.columns.column, link.columns.entityColumn, link.columns.orderColumn]
                .compactMap(\.self)
        }
        inserter = try RowInserter(
            connection: connection, entity: load.entity,
            columns: load.values.map(\.column) + linkColumns)
        links = try load.links.map {
            try LinkWriter(
                link: $0, owner: load.entity, registry: registry, keys: keys,
                orderKeys: orderKeys, connection: connection)
        }
        cells = try Self.cells(of: load, inserter: inserter)
        bound = Array(repeating: .null, count: cells.count)
        linkParameters = load.links.map { [inserter] in Self.parameters(of: $0, inserter: inserter) }
        keyConverter = try AttributeConverter(type: .string, zone: nil)
        registrations = registry.registrations(of: load.entity).compactMap { [cells] registration in
            if registration.column == nil {
                return load.key == nil
                    ? nil : RegistrationSource(registration: registration, cell: nil)
            }
            let cell = cells.firstIndex { $0.value.column == registration.column }
            return cell.map { RegistrationSource(registration: registration, cell: $0) }
        }
    }

    private static func cells(
        of load: ResolvedLoad, inserter: RowInserter
    ) throws -> [CellValue] {
        try load.values.compactMap { value in
            switch value.origin {
            case .constant(let constant):
                try inserter.bindConstant(constant, to: value.column)
                return nil
            case .cell(let cell, let converter, let fallback):
                guard let parameter = inserter.parameter(of: value.column) else { return nil }
                return CellValue(
                    value: value, cell: cell, converter: converter,
                    fallback: fallback.map(BoundValue.init), parameter: parameter)
            }
        }
    }

    private static func parameters(
        of link: ResolvedLink, inserter: RowInserter
    ) -> LinkParameters {
        let cell: ResolvedLoad.Cell?
        let converter: AttributeConverter?
        let fallback: BoundValue
        switch link.value {
        case .constant(let value): (cell, converter, fallback) = (nil, nil, BoundValue(value))
        case .cell(let found, let reader, let value):
            (cell, converter, fallback) = (found, reader, value.map(BoundValue.init) ?? .null)
        }
        return LinkParameters(
            cell: cell, converter: converter, fallback: fallback,
            column: inserter.parameter(of: link.columns.column) ?? 0,
            entity: link.columns.entityColumn.flatMap(inserter.parameter),
            order: link.columns.orderColumn.flatMap(inserter.parameter))
    }

    // MARK: Rows

    /// Reads all rows.
    ///
    /// - Throws: ``SeedFailure`` once there are too many issues; `DatabaseError` where the machine
    ///   fails.
    func run() throws {
        while try nextRow() {
            read += 1
            let before = issues.count
            let key = convertCells()
            guard issues.count == before else {
                countRejected()
                try issues.throwIfFull()
                continue
            }
            do {
                try insertRow(key: key)
            } catch let issue as SeedIssue {
                try reject(issue)
            } catch is RefusedDestination {
                countRejected()
            }
        }
    }

    private func nextRow() throws -> Bool {
        while true {
            do {
                return try source.next()
            } catch let issue as SeedIssue {
                guard issue.fault == .data else { throw SeedFailure(issues.issues + [issue]) }
                read += 1
                try reject(issue)
            }
        }
    }

    private func reject(_ issue: SeedIssue) throws {
        countRejected()
        issues.add(issue)
        try issues.throwIfFull()
    }

    /// The build will fail; rows that refer to this one must not be blamed for that.
    private func countRejected() {
        rejected += 1
        for source in registrations { source.registration.index.isIncomplete = true }
    }

    /// Converts every cell, noting all that is wrong with the row; gives the load's own key.
    private func convertCells() -> BoundValue {
        let record = source.record
        for (place, cell) in cells.enumerated() {
            do throws(ConversionFailure) {
                var value = try cell.converter.convert(record, at: cell.cell.index)
                if value.isNull, let fallback = cell.fallback { value = fallback }
                if value.isNull, cell.value.isRequired { throw ConversionFailure(.missingValue) }
                bound[place] = value
            } catch {
                issues.add(issue(error, property: cell.value.path, cell: cell.cell))
            }
        }
        guard let key = load.key else { return .null }
        do throws(ConversionFailure) {
            return try keyConverter.convert(record[key.index])
        } catch {
            issues.add(issue(error, property: nil, cell: key))
            return .null
        }
    }

    private func insertRow(key: BoundValue) throws {
        try checkKeysAreNew(loadKey: key)
        var destinations: [(link: Int, object: KeyIndex.Object)] = []
        var waiting: [(link: Int, key: Value)] = []
        for (place, parameters) in linkParameters.enumerated() {
            try bindLink(place, parameters, &destinations, &waiting)
        }
        let primaryKey = try nextPrimaryKey()
        for (place, cell) in cells.enumerated() {
            try inserter.bind(bound[place], at: cell.parameter)
        }
        try insert(primaryKey)
        for destination in destinations {
            try writeInverse(destination.link, primaryKey, destination.object)
        }
        for item in waiting {
            deferred.append(
                DeferredLink(
                    link: item.link, primaryKey: primaryKey, key: item.key,
                    location: source.location(ofColumn: linkParameters[item.link].cell?.index)))
        }
        register(primaryKey, loadKey: key)
        written += 1
    }

    private func insert(_ primaryKey: Int64) throws {
        do {
            try inserter.insert(primaryKey: primaryKey)
        } catch let error as DatabaseError where error.resultCode == .constraint {
            if let cell = load.primaryKey {
                throw issue(.init(.badPrimaryKey), property: nil, cell: cell)
            }
            throw SeedIssue(
                .refusedRow(error.message), at: source.location(ofColumn: nil),
                entity: load.entity.name)
        }
    }

    private func nextPrimaryKey() throws -> Int64 {
        guard let cell = load.primaryKey else {
            guard let key = keys.next(of: load.entity.rootName) else {
                throw SeedIssue(.badPrimaryKey, at: source.location(ofColumn: nil))
            }
            return key
        }
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
        guard let value, value > 0 else {
            throw issue(.init(.badPrimaryKey), property: nil, cell: cell)
        }
        keys.note(value, of: load.entity.rootName)
        return value
    }

    // MARK: Links

    private func bindLink(
        _ place: Int, _ parameters: LinkParameters,
        _ destinations: inout [(link: Int, object: KeyIndex.Object)],
        _ waiting: inout [(link: Int, key: Value)]
    ) throws {
        let writer = links[place]
        do {
            var key = parameters.fallback
            if let cell = parameters.cell, let converter = parameters.converter {
                let value = try converter.convert(source.record, at: cell.index)
                if !value.isNull { key = value }
            }
            var object: KeyIndex.Object?
            if !key.isNull {
                if deferredLinks.contains(place) {
                    waiting.append((place, Value(key)))
                } else {
                    object = try writer.destination(key: key, record: source.record)
                }
            }
            let isWaiting = !key.isNull && deferredLinks.contains(place)
            if object == nil, !writer.link.columns.isOptional, !isWaiting {
                throw ConversionFailure(.missingValue)
            }
            try bind(object, parameters, writer)
            if let object { destinations.append((place, object)) }
        } catch let failure as ConversionFailure {
            throw issue(failure, property: writer.link.name, cell: parameters.cell)
        } catch let error as DatabaseError where error.resultCode == .constraint {
            // Old stores have uniqueness constraints in their tables, not as indexes (SPEC 4).
            throw issue(
                .init(.refusedRow(error.message)), property: writer.link.name,
                cell: parameters.cell)
        }
    }

    private func bind(
        _ object: KeyIndex.Object?, _ parameters: LinkParameters, _ writer: LinkWriter
    ) throws {
        try inserter.bind(object.map { .integer($0.primaryKey) } ?? .null, at: parameters.column)
        if let entity = parameters.entity {
            try inserter.bind(object.map { .integer(Int64($0.entityNumber)) } ?? .null, at: entity)
        }
        if let order = parameters.order {
            let key = object.flatMap { writer.nextOrderKey(of: $0.primaryKey) }
            try inserter.bind(key.map { .integer($0) } ?? .null, at: order)
        }
    }

    private func writeInverse(
        _ place: Int, _ primaryKey: Int64, _ object: KeyIndex.Object
    ) throws {
        do {
            try links[place].writeInverse(primaryKey: primaryKey, destination: object)
        } catch let failure as ConversionFailure {
            throw issue(
                failure, property: links[place].link.name, cell: linkParameters[place].cell)
        }
    }

    /// Writes the links that had to wait, now that every load has run.
    ///
    /// - Throws: ``SeedFailure`` once there are too many issues, `DatabaseError`.
    func resolveDeferred() throws {
        for item in deferred {
            let writer = links[item.link]
            do {
                let object = try writer.destination(key: BoundValue(item.key), record: nil)
                if let object {
                    try writer.writeLate(primaryKey: item.primaryKey, destination: object)
                } else if !writer.link.columns.isOptional {
                    throw ConversionFailure(.missingValue)
                }
            } catch is RefusedDestination {
                continue
            } catch let failure as ConversionFailure {
                issues.add(
                    SeedIssue(
                        failure.reason, at: item.location, entity: load.entity.name,
                        property: writer.link.name,
                        sourceColumn: linkParameters[item.link].cell?.name,
                        value: item.key.display))
                try issues.throwIfFull()
            }
        }
        deferred = []
    }

    // MARK: Keys

    private func checkKeysAreNew(loadKey: BoundValue) throws {
        for source in registrations {
            let value = source.cell.map { bound[$0] } ?? loadKey
            guard !value.isNull,
                value.withKeyBytes({ source.registration.index.object(forKey: $0) }) != nil
            else { continue }
            let cell = source.cell.map { cells[$0].cell } ?? load.key
            let name = source.cell.map { cells[$0].value.path } ?? "key"
            throw issue(
                .init(
                    .duplicateKey(entity: source.registration.entityName, attribute: name)),
                property: nil, cell: cell)
        }
    }

    private func register(_ primaryKey: Int64, loadKey: BoundValue) {
        guard !registrations.isEmpty else { return }
        let object = KeyIndex.Object(
            primaryKey: primaryKey, entityNumber: Int32(truncatingIfNeeded: load.entity.number))
        for source in registrations {
            let value = source.cell.map { bound[$0] } ?? loadKey
            guard !value.isNull else { continue }
            _ = value.withKeyBytes { source.registration.index.insert(object, forKey: $0) }
        }
    }

    // MARK: Issues

    private func issue(
        _ failure: ConversionFailure, property: String?, cell: ResolvedLoad.Cell?
    ) -> SeedIssue {
        SeedIssue(
            failure.reason, at: source.location(ofColumn: cell?.index), entity: load.entity.name,
            property: property, sourceColumn: cell?.name,
            value: failure.value ?? cell.map { source.record[$0.index].display })
    }
}
