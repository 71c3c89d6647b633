import ObjectModel
import SQLite

extension Value {
    /// A default value of the model as a store holds it (SPEC 8); nil where it has no stored form.
    init?(_ value: PropertyValue, type: AttributeType) {
        switch value {
        case .bool(let boolean): self = .integer(boolean ? 1 : 0)
        case .integer(let integer):
            self = type == .double || type == .float ? .real(Double(integer)) : .integer(integer)
        case .double(let double), .date(let double): self = .real(double)
        case .decimal(let text):
            guard let double = text.withUTF8Bytes(NumberParser.double) else { return nil }
            self = .real(double)
        case .string(let text), .uri(let text): self = .text(text)
        case .data(let bytes), .uuid(let bytes): self = .blob(bytes)
        case .array, .dictionary, .object, .null: return nil
        }
    }
}

extension Value {
    /// The value as a text for people, in messages.
    var display: String {
        switch self {
        case .null: "NULL"
        case .integer(let integer): String(integer)
        case .real(let real): "\(real)"
        case .text(let text): text
        case .blob(let bytes): "\(bytes.count) bytes"
        }
    }
}
