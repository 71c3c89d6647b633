import SQLite

/// A value ready to be bound to a statement.
///
/// Views are valid as long as the field they were made from.
package enum BoundValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)
    case ownedText(String)
    case ownedBlob([UInt8])

    package var isNull: Bool {
        if case .null = self { true } else { false }
    }

    /// The value with bytes of its own, independent of the field it was made from.
    var owned: BoundValue {
        switch self {
        case .text(let bytes): .ownedText(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): .ownedBlob(Array(bytes))
        default: self
        }
    }

    /// Binds the value; views are not copied and must stay valid until the statement has run.
    @inline(__always)
    func bind(to statement: Statement, at index: Int) throws {
        switch self {
        case .null: try statement.bindNull(at: index)
        case .integer(let value): try statement.bind(value, at: index)
        case .real(let value): try statement.bind(value, at: index)
        case .text(let bytes): try statement.bind(text: bytes, at: index, isStatic: true)
        case .blob(let bytes): try statement.bind(blob: bytes, at: index, isStatic: true)
        case .ownedText(let text): try statement.bind(text, at: index)
        case .ownedBlob(let bytes): try statement.bind(.blob(bytes), at: index)
        }
    }

    /// Adds the value to the unfinished row of a batch, which copies its bytes.
    @inline(__always)
    package func append(to batch: RowBatch, at index: Int) {
        switch self {
        case .null: batch.appendNull(at: index)
        case .integer(let value): batch.append(value, at: index)
        // SQLite also binds a NaN as NULL.
        case .real(let value):
            value.isNaN ? batch.appendNull(at: index) : batch.append(value, at: index)
        case .text(let bytes): batch.append(text: bytes, at: index)
        case .blob(let bytes): batch.append(blob: bytes, at: index)
        case .ownedText(let text): text.withUTF8Bytes { batch.append(text: $0, at: index) }
        case .ownedBlob(let bytes): bytes.withUnsafeBytes { batch.append(blob: $0, at: index) }
        }
    }

    /// Passes bytes that are equal for equal values of one attribute to `body`.
    func withKeyBytes<Result>(
        _ body: (UnsafeRawBufferPointer) throws -> Result
    ) rethrows -> Result {
        switch self {
        case .null: try body(UnsafeRawBufferPointer(start: nil, count: 0))
        case .integer(let value): try String(value).withUTF8Bytes(body)
        // Zero has two bit patterns but is one value.
        case .real(let value): try withUnsafeBytes(of: value == 0 ? 0.0 : value, body)
        case .text(let bytes), .blob(let bytes): try body(bytes)
        case .ownedText(let text): try text.withUTF8Bytes(body)
        case .ownedBlob(let bytes): try bytes.withUnsafeBytes(body)
        }
    }
}
