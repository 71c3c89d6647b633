import Inputs
import ObjectModel

/// Makes the UUIDs of one attribute, each from the values that identify its object.
final class UUIDMaker {
    /// The number of UUIDs made from a primary key alone.
    private(set) var byPosition = 0
    let derivation: DerivedUUID

    private let names: [(namespace: NameBasedUUID, sources: [Source], mayLackParts: Bool)]
    private let hasPosition: NameBasedUUID?
    private var buffer: [UInt8] = []

    private enum Source {
        /// An index among the row's values.
        case value(Int, isUUID: Bool)
        case constant(BoundValue, isUUID: Bool)
        case cell(Int)
        case loadKey
    }

    /// - Parameter source: returns the place of a column's value.
    init(_ derivation: DerivedUUID, source: (String) -> RowKey.Source) {
        self.derivation = derivation
        names = derivation.names.filter { !$0.parts.isEmpty }.map { name in
            let sources = name.parts.map { part -> Source in
                switch part {
                case .cell(let cell): return .cell(cell.index)
                case .loadKey: return .loadKey
                case .column(let column, let isUUID):
                    switch source(column) {
                    case .cell(let value): return .value(value, isUUID: isUUID)
                    case .constant(let value): return .constant(value, isUUID: isUUID)
                    case .loadKey: return .loadKey
                    // Only attributes are part of names.
                    case .link: return .constant(.null, isUUID: false)
                    }
                }
            }
            return (name.namespace, sources, name.mayLackParts)
        }
        hasPosition = derivation.names.first(where: \.parts.isEmpty)?.namespace
    }

    /// Returns the UUID made from the values of a row; nil if the row does not have these values.
    func uuid(
        _ values: FixedBuffer<BoundValue>, record: Record?, loadKey: BoundValue = .null
    ) -> BoundValue? {
        for name in names {
            buffer.removeAll(keepingCapacity: true)
            var present = 0
            for (number, source) in name.sources.enumerated() {
                if number > 0 { buffer.append(NameBasedUUID.separator) }
                let isThere =
                    switch source {
                    case .value(let value, let isUUID): append(values[value], isUUID: isUUID)
                    case .constant(let value, let isUUID): append(value, isUUID: isUUID)
                    case .loadKey: append(loadKey)
                    case .cell(let index): append(cell: record?[index] ?? .null)
                    }
                if isThere { present += 1 }
            }
            guard present == name.sources.count || name.mayLackParts && present > 0 else {
                continue
            }
            return value(name.namespace.bytes(of: buffer))
        }
        return nil
    }

    /// Returns the UUID made from a primary key, if no other values identify the object.
    func uuid(primaryKey: Int64) -> BoundValue? {
        guard let hasPosition else { return nil }
        byPosition += 1
        return value(hasPosition.bytes(of: Array(String(primaryKey).utf8)))
    }

    private func value(_ bytes: [UInt8]) -> BoundValue {
        derivation.isText ? .ownedText(BytesText.uuid(bytes)) : .ownedBlob(bytes)
    }

    /// Appends the text of a cell of a source.
    private func append(cell field: Field) -> Bool {
        switch field {
        case .null: false
        case .integer(let value): append(.integer(value))
        case .real(let value): append(.real(value))
        case .text(let bytes): append(.text(bytes))
        case .blob(let bytes): append(.blob(bytes))
        }
    }

    /// Appends the text of a value. Equal values have the same text, whatever their form in the source.
    ///
    /// - Returns: whether there is a value.
    private func append(_ value: BoundValue, isUUID: Bool = false) -> Bool {
        switch value {
        case .null: return false
        case .integer(let integer): buffer += String(integer).utf8
        case .real(let real):
            buffer += (Int64(exactly: real).map { String($0) } ?? "\(real)").utf8
        case .text(let bytes):
            buffer += bytes
            return !bytes.isEmpty
        case .ownedText(let text):
            buffer += text.utf8
            return !text.isEmpty
        case .blob(let bytes): appendHexadecimal(Array(bytes), isUUID: isUUID)
        case .ownedBlob(let bytes): appendHexadecimal(bytes, isUUID: isUUID)
        }
        return true
    }

    private func appendHexadecimal(_ bytes: [UInt8], isUUID: Bool) {
        for (index, byte) in bytes.enumerated() {
            if isUUID, [4, 6, 8, 10].contains(index) { buffer.append(UInt8(ascii: "-")) }
            buffer += ((byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)).utf8
        }
    }
}
