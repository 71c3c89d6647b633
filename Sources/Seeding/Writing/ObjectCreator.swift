import SQLite
import StoreFormat

/// Creates the objects that a relationship looks for and does not find.
final class ObjectCreator {
    /// How many were created.
    private(set) var count = 0

    private let inserter: RowInserter
    private let keys: PrimaryKeys
    private let values: [(value: ResolvedValue, parameter: Int)]
    private let keyParameter: Int
    /// The indexes that new objects go into, each with the parameter whose value is the key.
    private let registrations: [(index: KeyIndex, parameter: Int)]
    private let constants: [Int: Value]

    init(
        entity: EntityLayout, key: AttributeColumn, values: [ResolvedValue],
        registry: KeyRegistry, keys: PrimaryKeys, connection: Connection
    ) throws {
        self.keys = keys
        let others = values.filter { $0.column != key.column }
        inserter = try RowInserter(
            connection: connection, entity: entity, columns: [key.column] + others.map(\.column))
        keyParameter = inserter.parameter(of: key.column) ?? 0
        var cells: [(ResolvedValue, Int)] = []
        var constants: [Int: Value] = [:]
        for value in others {
            guard let parameter = inserter.parameter(of: value.column) else { continue }
            if case .constant(let constant) = value.origin {
                try inserter.bindConstant(constant, to: value.column)
                constants[parameter] = constant
            } else {
                cells.append((value, parameter))
            }
        }
        self.values = cells
        self.constants = constants
        registrations = registry.registrations(of: entity).compactMap { [inserter] registration in
            guard let column = registration.column,
                let parameter = inserter.parameter(of: column)
            else { return nil }
            return (registration.index, parameter)
        }
    }

    /// Creates an object with a key.
    ///
    /// - Parameter record: the row whose cells the other values come from.
    /// - Throws: ``ConversionFailure`` for a cell that is no such value, `DatabaseError`.
    func create(key: BoundValue, record: Record?) throws -> KeyIndex.Object {
        var bound: [Int: BoundValue] = [keyParameter: key]
        for (value, parameter) in values {
            guard case .cell(let cell, let converter, let fallback) = value.origin else { continue }
            var result = try record.map { try converter.convert($0, at: cell.index) } ?? .null
            if result.isNull, let fallback { result = BoundValue(fallback) }
            guard !result.isNull || !value.isRequired else {
                throw ConversionFailure(.missingValue)
            }
            bound[parameter] = result
        }
        guard let primaryKey = keys.next(of: inserter.entity.rootName) else {
            throw ConversionFailure(.badPrimaryKey)
        }
        for (parameter, value) in bound { try inserter.bind(value, at: parameter) }
        try inserter.insert(primaryKey: primaryKey)
        count += 1
        let object = KeyIndex.Object(
            primaryKey: primaryKey, entityNumber: Int32(truncatingIfNeeded: inserter.entity.number))
        for (index, parameter) in registrations {
            let value = bound[parameter] ?? constants[parameter].map(BoundValue.init) ?? .null
            if !value.isNull { _ = value.withKeyBytes { index.insert(object, forKey: $0) } }
        }
        return object
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
