import ObjectModel
import SQLite

/// One cell of a row, as its source holds it.
///
/// Text and blobs are views into the source's own memory, valid until it moves to the next row:
/// nothing on the way from a file to a bound parameter makes a `String`.
package enum Field {
    /// Nothing: an SQL NULL, or an empty unquoted or quoted CSV cell (see ``isEmpty``).
    case null
    case integer(Int64)
    case real(Double)
    /// UTF-8, checked by the source.
    case text(UnsafeRawBufferPointer)
    case blob(UnsafeRawBufferPointer)

    /// Whether the cell holds nothing: NULL or an empty text.
    @inline(__always)
    package var isEmpty: Bool {
        switch self {
        case .null: true
        case .text(let bytes): bytes.isEmpty
        default: false
        }
    }

    /// The cell as a text for people who know that it is to become a value of a type.
    package func display(as type: AttributeType?) -> String {
        guard case .blob(let bytes) = self else { return display }
        return Value.text(ofBytes: Array(bytes), type)
    }

    /// The cell as a text for people: in messages, never on the fast path.
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
    /// A copy of a cell.
    package init(_ field: Field) {
        switch field {
        case .null: self = .null
        case .integer(let value): self = .integer(value)
        case .real(let value): self = .real(value)
        case .text(let bytes): self = .text(String(decoding: bytes, as: UTF8.self))
        case .blob(let bytes): self = .blob(Array(bytes))
        }
    }

    /// Gives the value as a cell, valid during the call.
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
