import ObjectModel
import SQLite

/// A cell of a row, in the form of its input.
///
/// Texts and blobs are views into the input's own memory, valid until it advances to the next row. No step from a
/// file to a bound parameter creates a `String`.
package enum Field {
    /// No value: an SQL NULL, or an empty CSV cell, quoted or not (see ``isEmpty``).
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8, validated by the input.
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)

    /// Whether the cell is NULL or an empty text.
    @inline(__always)
    package var isEmpty: Bool {
        switch self {
        case .null: true
        case .text(let bytes): bytes.isEmpty
        default: false
        }
    }

    /// Returns the cell as text for messages about a value of a type.
    package func display(as type: AttributeType?) -> String {
        guard case .blob(let bytes) = self else { return display }
        return Value.text(ofBytes: Array(bytes), type)
    }

    /// The cell as text for messages. Not used on the fast path.
    package var display: String {
        switch self {
        case .null: "NULL"
        case .integer(let value): String(value)
        case .real(let value): "\(value)"
        case .text(let bytes): String(decoding: bytes, as: UTF8.self)
        case .blob(let bytes): Value.text(ofBytes: Array(bytes), nil)
        }
    }
}

extension Value {
    /// Copies a cell.
    package init(_ field: Field) {
        switch field {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .text(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): self = .blob(Array(bytes))
        }
    }

    /// Passes the value to `body` as a cell, valid during the call.
    package func withField<Result>(_ body: (Field) -> Result) -> Result {
        switch self {
        case .null: body(.null)
        case .integer(let value): body(.integer(value))
        case .real(let value): body(.real(value))
        case .text(let text): text.withUTF8Bytes { body(.text($0)) }
        case .blob(let bytes): bytes.withUnsafeBytes { body(.blob($0)) }
        }
    }
}
