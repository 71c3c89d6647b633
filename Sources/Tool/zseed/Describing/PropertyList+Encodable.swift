import Messages
import ObjectModel

/// Encodes metadata values as JSON: data as hexadecimal text, and dates as seconds since 2001.
extension PropertyList: Encodable {
    /// Encodes the value. Types that JSON lacks are converted to the nearest one.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .string(let text): try container.encode(text)
        case .integer(let integer): try container.encode(integer)
        case .unsigned(let integer): try container.encode(integer)
        case .real(let number), .date(let number): try container.encode(number)
        case .bool(let boolean): try container.encode(boolean)
        case .data(let bytes): try container.encode(BytesText.hexadecimal(bytes))
        case .array(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(values)
        case .uid(let number): try container.encode(Int64(number))
        case .null: try container.encode("")
        }
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .string(let text): IssueRenderer.printable(text)
        case .integer(let integer): String(integer)
        case .unsigned(let integer): String(integer)
        case .real(let number), .date(let number): "\(number)"
        case .bool(let boolean): String(boolean)
        case .data(let bytes): BytesText.hexadecimal(bytes)
        case .array(let values): "[\(values.map(\.line).joined(separator: ", "))]"
        case .dictionary(let values):
            "{\(values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.line)" }.joined(separator: ", "))}"
        case .uid(let number): String(number)
        case .null: ""
        }
    }
}
