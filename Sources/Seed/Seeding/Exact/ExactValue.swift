import SQLite

/// A value that is copied from one table to another. The bytes of texts stay unchanged, whether or not they are
/// UTF-8.
///
/// A view is valid as long as the cell it was made from.
enum ExactValue {
    case null
    case integer(Int64)
    case real(Double)
    case text(UnsafeRawBufferPointer)
    case ownedText([UInt8])
    case blob([UInt8])

    /// Binds the value; views are not copied and must stay valid until the statement has run.
    func bind(to statement: Statement, at index: Int) throws {
        switch self {
        case .null: try statement.bindNull(at: index)
        case .integer(let value): try statement.bind(value, at: index)
        case .real(let value): try statement.bind(value, at: index)
        case .text(let bytes): try statement.bind(text: bytes, at: index, isStatic: true)
        case .ownedText(let bytes):
            try bytes.withUnsafeBytes { try statement.bind(text: $0, at: index, isStatic: false) }
        case .blob(let bytes): try statement.bind(.blob(bytes), at: index)
        }
    }

    /// Returns whether a column of a row has this value and storage class.
    func equals(_ row: Statement, at index: Int) -> Bool {
        switch (self, row.value(at: index)) {
        case (.null, .null): true
        case (.integer(let value), .integer(let stored)): value == stored
        case (.real(let value), .real(let stored)): value == stored
        case (.blob(let bytes), .blob(let stored)): bytes == stored
        case (.text(let bytes), .text):
            row.withText(at: index) { $0?.elementsEqual(bytes) ?? false }
        case (.ownedText(let bytes), .text):
            row.withText(at: index) { $0?.elementsEqual(bytes) ?? false }
        default: false
        }
    }
}
