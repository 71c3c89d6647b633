import SQLite
import StoreFormat

/// Creates the objects that a relationship looks for and does not find.
final class ObjectCreator {
    /// How many were created.
    private(set) var count = 0

    private let inserter: RowInserter
    private let primaryKeys: PrimaryKeys.Counter
    private let values: [ResolvedValue]
    private let readers: [ValueReader]
    /// For each bound column its parameter: the keys' first, then those of `values`.
    private let parameters: [Int]
    private let registrations: [Registration]
    private let bound: FixedBuffer<BoundValue>
    private let keyCount: Int

    /// An index that new objects go into.
    private struct Registration {
        let entityName: String
        let attribute: String
        let index: KeyIndex
        let encoder: KeyEncoder
        /// The places of its columns in `bound`.
        let places: [Int]
        /// The values of one key.
        let values: FixedBuffer<BoundValue>
        /// Whether it is the index that the objects are looked for in.
        let isOwn: Bool
    }

    init(
        entity: EntityLayout, keys: [AttributeColumn], values: [ResolvedValue],
        ownIndex: KeyRegistry.Name, context: BuildContext
    ) throws {
        primaryKeys = context.keys.counter(of: entity.rootName)
        keyCount = keys.count
        let keyColumns = keys.map(\.column)
        self.values = values.filter { !keyColumns.contains($0.column) }
        readers = self.values.map { ValueReader($0.origin) }
        let columns = keyColumns + self.values.map(\.column)
        inserter = try RowInserter(context: context, entity: entity, columns: columns)
        parameters = columns.map { [inserter] in inserter.parameter(of: $0) ?? 0 }
        bound = FixedBuffer(repeating: .null, count: columns.count)
        registrations = context.registry.registrations(of: entity).compactMap { registration in
            guard !registration.columns.isEmpty else { return nil }
            let places = registration.columns.compactMap { columns.firstIndex(of: $0) }
            guard places.count == registration.columns.count else { return nil }
            return Registration(
                entityName: registration.entityName,
                attribute: registration.attributes.map(\.path).joined(separator: ", "),
                index: registration.index, encoder: KeyEncoder(folding: registration.folding),
                places: places,
                values: FixedBuffer(repeating: .null, count: places.count),
                isOwn: registration.name == ownIndex)
        }
    }

    /// Makes sure that an object with a key can be created.
    ///
    /// - Throws: ``ConversionFailure`` for a cell that is no such value, or for a value that must
    ///   be unique and is not.
    func check(key: FixedBuffer<BoundValue>, record: Record?) throws(ConversionFailure) {
        for place in 0..<min(key.count, keyCount) { bound[place] = key[place] }
        for (place, value) in values.enumerated() {
            let result = try readers[place].value(in: record)
            guard !result.isNull || !value.isRequired else {
                throw ConversionFailure(.missingValue)
            }
            bound[keyCount + place] = result
        }
        for registration in registrations where !registration.isOwn {
            let isTaken = withKey(of: registration) { registration.index.object(forKey: $0) != nil }
            guard isTaken == true else { continue }
            throw ConversionFailure(
                .duplicateKey(entity: registration.entityName, attribute: registration.attribute))
        }
    }

    /// Creates an object with a key.
    ///
    /// - Parameter record: the row whose cells the other values come from.
    /// - Throws: ``ConversionFailure``, see ``check(key:record:)``; `DatabaseError`.
    func create(key: FixedBuffer<BoundValue>, record: Record?) throws -> KeyIndex.Object {
        try check(key: key, record: record)
        guard let primaryKey = primaryKeys.next() else {
            throw ConversionFailure(.badPrimaryKey)
        }
        let batch = inserter.begin()
        for (place, parameter) in parameters.enumerated() {
            try inserter.bind(bound[place], at: parameter, into: batch)
        }
        try inserter.insert(primaryKey: primaryKey)
        count += 1
        let object = KeyIndex.Object(
            primaryKey: primaryKey, entityNumber: Int32(truncatingIfNeeded: inserter.entity.number))
        for registration in registrations {
            _ = withKey(of: registration) { registration.index.insert(object, forKey: $0) }
        }
        return object
    }

    /// Gives the bytes of a key; nil where a value of it is NULL, which is never equal to another.
    private func withKey<Result>(
        of registration: Registration, _ body: (UnsafeRawBufferPointer) -> Result
    ) -> Result? {
        let values = registration.values
        for (place, source) in registration.places.enumerated() {
            guard !bound[source].isNull else { return nil }
            values[place] = bound[source]
        }
        return registration.encoder.withKey(values, body)
    }
}

extension BoundValue {
    /// A value of its own.
    init(_ value: Value) {
        switch value {
        case .null: self = .null
        case .integer(let integer): self = .integer(integer)
        case .real(let real): self = .real(real)
        case .text(let text): self = .ownedText(text)
        case .blob(let bytes): self = .ownedBlob(bytes)
        }
    }
}
