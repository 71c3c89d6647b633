import SQLite

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
