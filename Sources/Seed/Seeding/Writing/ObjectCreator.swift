import Inputs
import SQLite
import StoreFormat

/// Creates the missing objects of a relationship.
final class ObjectCreator: RowValues {
    /// The number of created objects.
    private(set) var count = 0

    private let inserter: RowInserter
    private let primaryKeys: PrimaryKeys.Counter
    private let values: [ResolvedValue]
    private let readers: [ValueReader]
    /// The makers of each object's UUIDs, with their indices among `values`.
    private let makers: [(index: Int, maker: UUIDMaker)]
    /// The indices of the elements of each required composite.
    private let composites: [[Int]]
    /// The parameter of each bound column: the keys' first, then those of `values`.
    private let parameters: [Int]
    private let registrations: [Registration]
    private let bound: FixedBuffer<BoundValue>
    private let keyCount: Int
    /// The further columns of the key's relationships, in the order of the relationships.
    private let links: [Link]

    /// The parameters for a destination's entity and position, and the current destination.
    private struct Link {
        let entity: Int?
        let order: Int?
        let positions: ListPositions?
        let destination = FixedBuffer<KeyIndex.Object?>(repeating: nil, count: 1)
    }

    private var origins: [Origin] = []
    /// The files of the rows, in the order in which they were read.
    private var places: [SeedIssue.Location] = []

    /// The place where an object was created. It takes 16 bytes, because there may be many.
    private struct Origin {
        let primaryKey: Int64
        let path: Int32
        let line: Int32
    }

    /// An index that must contain new objects.
    private struct Registration {
        let entityName: String
        let attribute: String
        let index: KeyIndex
        let encoder: KeyEncoder
        /// The indices of its columns in `bound`.
        let indices: [Int]
        /// The values of one key.
        let values: FixedBuffer<BoundValue>
        /// Whether the objects are looked up in this index.
        let isOwn: Bool
        let takesNulls: Bool
    }

    init(
        entity: EntityLayout, keys: [KeyPart], links: [LinkColumns], values: [ResolvedValue],
        composites: [RequiredComposite] = [], ownIndex: KeyRegistry.Name, context: BuildContext
    ) throws {
        primaryKeys = context.keys.counter(of: entity.rootName)
        keyCount = keys.count
        let keyColumns = keys.map(\.column)
        self.values = values.filter { !keyColumns.contains($0.column) }
        readers = self.values.map { ValueReader($0.origin) }
        let columns = keyColumns + self.values.map(\.column)
        self.composites = composites.map { composite in
            columns.indices.filter { composite.columns.contains(columns[$0]) }
        }
        makers = self.values.enumerated().compactMap { index, value in
            value.derivation.map { derivation in
                let maker = UUIDMaker(derivation) { column in
                    columns.firstIndex(of: column).map { .cell($0) } ?? .constant(.null)
                }
                return (index, maker)
            }
        }
        let beside = links.flatMap { [$0.entityColumn, $0.orderColumn].compactMap(\.self) }
        inserter = try RowInserter(context: context, entity: entity, columns: columns + beside)
        self.links = try links.map { [inserter] link in
            Link(
                entity: link.entityColumn.flatMap(inserter.parameter),
                order: link.orderColumn.flatMap(inserter.parameter),
                positions: try link.orderColumn.map {
                    try context.orderKeys.keys(
                        table: entity.table, parentColumn: link.column, orderColumn: $0)
                })
        }
        parameters = columns.map { [inserter] in inserter.parameter(of: $0) ?? 0 }
        bound = FixedBuffer(repeating: .null, count: columns.count)
        registrations = context.registry.registrations(of: entity).compactMap { registration in
            guard !registration.columns.isEmpty else { return nil }
            let indices = registration.columns.compactMap { columns.firstIndex(of: $0) }
            guard indices.count == registration.columns.count else { return nil }
            return Registration(
                entityName: registration.entity.name, attribute: registration.names,
                index: registration.index, encoder: KeyEncoder(folding: registration.folding),
                indices: indices,
                values: FixedBuffer(repeating: .null, count: indices.count),
                isOwn: registration.name == ownIndex, takesNulls: registration.takesNulls)
        }
    }

    /// Checks that an object with a key can be created.
    ///
    /// - Throws: ``ConversionFailure`` for a cell that cannot be converted, or for a value that must be unique and is
    ///   not.
    func check(key: FixedBuffer<BoundValue>, record: Record?) throws(ConversionFailure) {
        for index in 0..<min(key.count, keyCount) { bound[index] = key[index] }
        for (index, value) in values.enumerated() {
            let result = try readers[index].value(in: record)
            guard !result.isNull || !value.isRequired || value.derivation != nil else {
                throw ConversionFailure(.value(.missingValue))
            }
            bound[keyCount + index] = result
        }
        for (index, maker) in makers where bound[keyCount + index].isNull {
            bound[keyCount + index] = maker.uuid(bound, record: record) ?? .null
            guard !bound[keyCount + index].isNull || !values[index].isRequired else {
                throw ConversionFailure(.value(.missingValue))
            }
        }
        for indices in composites where indices.allSatisfy({ bound[$0].isNull }) {
            throw ConversionFailure(.value(.missingValue))
        }
        for registration in registrations where !registration.isOwn {
            let isTaken = withKey(of: registration) { registration.index.object(forKey: $0) != nil }
            guard isTaken == true else { continue }
            throw ConversionFailure(
                .object(.duplicateKey(entity: registration.entityName, attribute: registration.attribute)))
        }
    }

    /// Creates an object with a key.
    ///
    /// - Parameters:
    ///   - destinations: the destinations of the key's relationships.
    ///   - record: the row whose cells have the other values.
    ///   - location: the row's place.
    /// - Throws: ``ConversionFailure``, see ``check(key:record:)``; `DatabaseError`.
    func create(
        key: FixedBuffer<BoundValue>, _ destinations: [KeyIndex.Object?] = [], record: Record?,
        at location: SeedIssue.Location?
    ) throws -> KeyIndex.Object {
        try check(key: key, record: record)
        guard let primaryKey = primaryKeys.next() else {
            throw ConversionFailure(.object(.badPrimaryKey))
        }
        for (link, destination) in zip(links, destinations) { link.destination[0] = destination }
        try inserter.insert(self, primaryKey: primaryKey)
        count += 1
        if let location { note(primaryKey, location) }
        let object = KeyIndex.Object(
            primaryKey: primaryKey, entityNumber: Int32(truncatingIfNeeded: inserter.entity.number))
        for registration in registrations {
            _ = withKey(of: registration, takesNulls: registration.takesNulls) {
                registration.index.insert(object, forKey: $0)
            }
        }
        return object
    }

    func give(to sink: some RowSink) throws {
        for (index, parameter) in parameters.enumerated() {
            try sink.bind(bound[index], at: parameter)
        }
        for link in links {
            let destination = link.destination[0]
            if let entity = link.entity {
                try sink.bind(destination.map { Int64($0.entityNumber) }, at: entity)
            }
            if let order = link.order {
                try sink.bind(destination.flatMap { link.positions?.nextKey(of: $0.primaryKey) }, at: order)
            }
        }
    }

    private func note(_ primaryKey: Int64, _ location: SeedIssue.Location) {
        if places.last?.path != location.path || places.last?.sheet != location.sheet {
            var place = SeedIssue.Location(path: location.path)
            place.sheet = location.sheet
            places.append(place)
        }
        origins.append(
            Origin(
                primaryKey: primaryKey, path: Int32(places.count - 1),
                line: location.line.map { Int32(clamping: $0) } ?? 0))
    }

    /// Passes the primary key of each object, and the place where it was created, to `body`.
    func forEachCreated(_ body: (Int64, SeedIssue.Location) -> Void) {
        for origin in origins {
            var location = places[Int(origin.path)]
            location.line = origin.line == 0 ? nil : Int(origin.line)
            body(origin.primaryKey, location)
        }
    }

    /// Passes the bytes of a key to `body`. Returns nil if a value of the key is NULL, since such a key never equals
    /// another.
    ///
    /// - Parameter takesNulls: whether keys with some NULLs count, so that nil is returned only for a key without any
    ///   value.
    private func withKey<Result>(
        of registration: Registration, takesNulls: Bool = false,
        _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let values = registration.values
        var nulls = 0
        for (index, source) in registration.indices.enumerated() {
            values[index] = bound[source]
            if bound[source].isNull { nulls += 1 }
        }
        guard nulls == 0 || takesNulls && nulls < values.count else { return nil }
        return registration.encoder.withKey(values, body)
    }
}

extension BoundValue {
    /// Creates a value with bytes of its own.
    package init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        case .text(let text): self = .ownedText(text)
        case .blob(let bytes): self = .ownedBlob(bytes)
        }
    }
}
