import ObjectModel
import SQLite
import StoreFormat

/// The current row of a table, with cells read directly from the store. If a relationship of the row has an invalid
/// destination, the cells are read from an object instead.
final class ShownRow {
    let columns: ShownColumns
    private let map: StoreMap
    private let externalData: ExternalDataFiles
    /// Returns the cells of an object.
    private let values: (ManagedObjectID) throws -> [TableValue]

    private var row: Statement?
    /// The cells, if they are read from an object.
    private var objectCells: [TableValue]?

    init(
        _ columns: ShownColumns, in map: StoreMap, externalData: ExternalDataFiles,
        values: @escaping (ManagedObjectID) throws -> [TableValue]
    ) {
        self.columns = columns
        self.map = map
        self.externalData = externalData
        self.values = values
    }

    /// Moves to a row of a statement that selects ``ShownColumns/selected``; nil for none.
    ///
    /// - Throws: the errors of loading objects.
    func take(_ row: Statement?) throws {
        self.row = row
        let odd = row.flatMap { isPlain($0) ? nil : id(of: $0) }
        objectCells = try odd.map(values)
    }

    /// Returns whether each relationship of the row has a destination of a valid entity, or none.
    private func isPlain(_ row: Statement) -> Bool {
        for index in columns.objects.indices {
            switch row.storageClass(at: columns.objects[index].key) {
            case .integer, .null: continue
            case .real, .text, .blob: return false
            }
        }
        for index in columns.links.indices {
            let link = columns.links[index]
            switch row.storageClass(at: link.key) {
            case .null: continue
            case .integer where row.isNull(at: link.found): continue
            case .integer:
                let number = row.integer(at: link.found)
                guard link.destination.family.contains(Int(truncatingIfNeeded: number)) else {
                    return false
                }
            case .real, .text, .blob: return false
            }
        }
        return true
    }

    private func id(of row: Statement) -> ManagedObjectID? {
        entity(of: row).map {
            ManagedObjectID(entity: $0, key: .permanent(row.integer(at: ShownColumns.key)))
        }
    }

    private func entity(of row: Statement) -> MappedEntity? {
        Int(exactly: row.integer(at: ShownColumns.entity)).flatMap { map.entity(numbered: $0) }
    }

    // MARK: Cells

    /// Returns a cell of the row.
    ///
    /// - Parameter index: the index of the reader in ``ShownColumns/readers``.
    /// - Throws: `FileError` if a value is in a file that cannot be read.
    @inline(__always)
    func cell(at index: Int) throws -> ShownCell {
        guard let row else { return .none }
        if let objectCells { return .value(objectCells[index]) }
        switch columns.readers[index] {
        case .attribute(let column, let type, let allowsExternalStorage):
            return try attribute(row, column, type, allowsExternalStorage: allowsExternalStorage)
        case .object(let index): return columns.objects[index].cell(row)
        case .count(let column): return .integer(row.integer(at: column))
        case .entityName:
            return entity(of: row).map { .value(.value(.string($0.name))) } ?? .none
        case .firstText(let columns):
            guard let column = columns.first(where: { !row.isNull(at: $0) }) else { return .none }
            return try attribute(row, column, .string, allowsExternalStorage: false)
        }
    }

    /// Returns the cell of an attribute. `ValueCoding` reads values that need memory of their own.
    private func attribute(
        _ row: Statement, _ column: Int, _ type: AttributeType, allowsExternalStorage: Bool
    ) throws -> ShownCell {
        switch row.storageClass(at: column) {
        case .null: return .none
        case .integer:
            let number = row.integer(at: column)
            switch type {
            case .boolean where number == 0 || number == 1: return .bool(number == 1)
            case .date: return .date(Double(number))
            case .double, .float: return .double(Double(number))
            default: return .integer(number)
            }
        case .real:
            let number = row.real(at: column)
            if type == .date { return .date(number) }
            // Other numbers may be shown with an exponent, which decimals do not have.
            guard type != .decimal || number == 0 || (1e-3..<1e15).contains(number.magnitude) else { break }
            return .double(number)
        case .text: return .text(row.bytes(at: column))
        case .blob:
            let bytes: UnsafeRawBufferPointer = row.withBlob(at: column) {
                $0 ?? UnsafeRawBufferPointer(start: nil, count: 0)
            }
            if type == .uuid, bytes.count == 16 { return .uuid(bytes) }
        }
        return .value(
            try tableValue(
                ValueCoding.value(
                    of: row.value(at: column), type, allowsExternalStorage: allowsExternalStorage)))
    }

    private func tableValue(_ value: StoredValue) throws -> TableValue {
        switch value {
        case .attribute(let value): .value(value)
        case .externalData(let name):
            try externalData.bytes(named: name).map { .value(.data($0)) } ?? .missingFile(name)
        case .null, .object, .objects: .none
        }
    }
}
