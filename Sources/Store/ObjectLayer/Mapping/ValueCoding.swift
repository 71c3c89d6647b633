import ObjectModel
import SQLite

/// Conversions between attribute values and their stored form (docs/internals/format.md#rows).
enum ValueCoding {
    /// The byte before a value that is in the row itself, if the attribute allows external storage.
    private static let inlinePrefix: UInt8 = 1
    /// The byte before the name of an external file, which is 36 characters and a zero.
    private static let externalPrefix: UInt8 = 2
    private static let externalLength = 38

    // MARK: Reading

    /// Returns the value of a column. A value whose storage class does not belong to the type is kept as it is, so that
    /// damage in a store is not hidden.
    static func value(of stored: Value, _ attribute: AttributeDescription) -> StoredValue {
        value(
            of: stored, attribute.type,
            allowsExternalStorage: attribute.allowsExternalBinaryDataStorage)
    }

    /// Returns the value of a column for a given attribute type.
    static func value(
        of stored: Value, _ type: AttributeType, allowsExternalStorage: Bool
    ) -> StoredValue {
        switch stored {
        case .null: .null
        case .integer(let integer): .attribute(number(integer, type))
        case .real(let real): .attribute(number(real, type))
        case .text(let text): .attribute(type == .uri ? .uri(text) : .string(text))
        case .blob(let bytes): blob(bytes, type, allowsExternalStorage)
        }
    }

    private static func number(_ integer: Int64, _ type: AttributeType) -> PropertyValue {
        switch type {
        case .boolean where integer == 0 || integer == 1: .bool(integer == 1)
        case .date: .date(Double(integer))
        case .decimal: .decimal(String(integer))
        case .double, .float: .double(Double(integer))
        default: .integer(integer)
        }
    }

    private static func number(_ real: Double, _ type: AttributeType) -> PropertyValue {
        switch type {
        case .date: .date(real)
        case .decimal: .decimal(NumberText.decimal(real))
        default: .double(real)
        }
    }

    private static func blob(
        _ bytes: [UInt8], _ type: AttributeType, _ allowsExternalStorage: Bool
    ) -> StoredValue {
        if type == .uuid, bytes.count == 16 { return .attribute(.uuid(bytes)) }
        guard allowsExternalStorage, let prefix = bytes.first else {
            return .attribute(.data(bytes))
        }
        switch prefix {
        case inlinePrefix: return .attribute(.data(Array(bytes.dropFirst())))
        case externalPrefix where bytes.count == externalLength && bytes.last == 0:
            return .externalData(String(decoding: bytes[1..<37], as: UTF8.self))
        default: return .attribute(.data(bytes))
        }
    }

    // MARK: Writing

    /// Returns the value to bind to a statement.
    static func stored(_ value: StoredValue, _ attribute: AttributeDescription) -> Value {
        switch value {
        case .null, .object, .objects: .null
        case .externalData(let name): .blob([externalPrefix] + Array(name.utf8) + [0])
        case .attribute(let value): stored(value, attribute)
        }
    }

    private static func stored(
        _ value: PropertyValue, _ attribute: AttributeDescription
    ) -> Value {
        switch value {
        case .bool(let flag): .integer(flag ? 1 : 0)
        case .integer(let integer): .integer(integer)
        case .double(let real), .date(let real): .real(real)
        case .decimal(let text): decimal(text)
        case .string(let text), .uri(let text): .text(text)
        case .uuid(let bytes): .blob(bytes)
        case .data(let bytes):
            .blob(attribute.allowsExternalBinaryDataStorage ? [inlinePrefix] + bytes : bytes)
        case .array, .dictionary, .object, .null: .null
        }
    }

    private static func decimal(_ text: String) -> Value {
        if let integer = Int64(text) { return .integer(integer) }
        return Double(text).map { .real($0) } ?? .text(text)
    }
}
