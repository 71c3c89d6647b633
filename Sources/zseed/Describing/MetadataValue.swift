import ObjectModel

/// A value of a store's metadata, as JSON can say it.
enum MetadataValue: Encodable {
    case text(String)
    case number(Double)
    case integer(Int64)
    case boolean(Bool)
    case list([MetadataValue])
    case dictionary([String: MetadataValue])

    /// Data becomes hexadecimal text.
    init(_ value: PropertyList) {
        switch value {
        case .string(let text): self = .text(text)
        case .integer(let integer): self = .integer(integer)
        case .real(let number), .date(let number): self = .number(number)
        case .bool(let boolean): self = .boolean(boolean)
        case .data(let bytes):
            self = .text(bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined())
        case .array(let values): self = .list(values.map(MetadataValue.init))
        case .dictionary(let values): self = .dictionary(values.mapValues(MetadataValue.init))
        case .uid(let number): self = .integer(Int64(number))
        case .null: self = .text("")
        }
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .text(let text): try container.encode(text)
        case .number(let number): try container.encode(number)
        case .integer(let integer): try container.encode(integer)
        case .boolean(let boolean): try container.encode(boolean)
        case .list(let values): try container.encode(values)
        case .dictionary(let values): try container.encode(values)
        }
    }

    /// The value on one line.
    var line: String {
        switch self {
        case .text(let text): return IssueRenderer.printable(text)
        case .number(let number): return "\(number)"
        case .integer(let integer): return String(integer)
        case .boolean(let boolean): return String(boolean)
        case .list(let values): return "[\(values.map(\.line).joined(separator: ", "))]"
        case .dictionary(let values):
            let pairs = values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value.line)" }
            return "{\(pairs.joined(separator: ", "))}"
        }
    }
}
