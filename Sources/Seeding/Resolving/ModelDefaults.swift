import ObjectModel
import SQLite

extension Value {
    /// A default value of the model as a store holds it (docs/format.md#rows); nil where it has no stored
    /// form.
    package init?(_ value: PropertyValue, of attribute: AttributeDescription) {
        let isExternal = attribute.allowsExternalBinaryDataStorage
        switch attribute.type {
        case .transformable:
            guard let bytes = Self.archive(value, of: attribute) else { return nil }
            self = .blob(BytesConverter.stored(bytes, allowsExternalStorage: isExternal))
        case .binaryData:
            guard case .data(let bytes) = value else { return nil }
            self = .blob(BytesConverter.stored(bytes, allowsExternalStorage: isExternal))
        default:
            guard let plain = Self.plain(value, type: attribute.type) else { return nil }
            self = plain
        }
    }

    private static func plain(_ value: PropertyValue, type: AttributeType) -> Value? {
        switch value {
        case .bool(let boolean): return .integer(boolean ? 1 : 0)
        case .integer(let integer):
            let isReal = type == .double || type == .float || type == .date || type == .decimal
            return isReal ? .real(Double(integer)) : .integer(integer)
        case .double(let double), .date(let double):
            return double.isNaN ? nil : .real(double)
        case .decimal(let text):
            return text.withUTF8Bytes(NumberParser.double).map { .real($0) }
        case .string(let text), .uri(let text): return .text(text)
        case .data(let bytes), .uuid(let bytes): return .blob(bytes)
        case .array, .dictionary, .object, .null: return nil
        }
    }

    /// A plain value as Core Data's own transformer keeps it; bytes of any other stay out.
    private static func archive(
        _ value: PropertyValue, of attribute: AttributeDescription
    ) -> [UInt8]? {
        guard attribute.hasStandardTransformer, value != .null else { return nil }
        if attribute.isCodableArray, case .array(let elements) = value {
            let texts = elements.compactMap { element in
                if case .string(let text) = element { text } else { nil }
            }
            guard texts.count == elements.count else { return nil }
            return try? PropertyValue.data(JSONValue.list(texts)).keyedArchive()
        }
        return try? value.keyedArchive()
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
        case .blob(let bytes): Self.text(ofBytes: bytes, nil)
        }
    }

    /// The value of an attribute as its type shows it, for people.
    func display(as type: AttributeType?) -> String {
        switch (self, type) {
        case (.blob(let bytes), _): return Self.text(ofBytes: bytes, type)
        case (.integer(let seconds), .date):
            return ISO8601Text.text(referenceSeconds: Double(seconds)) ?? display
        case (.real(let seconds), .date):
            return ISO8601Text.text(referenceSeconds: seconds) ?? display
        case (.integer(let flag), .boolean): return flag == 0 ? "false" : "true"
        case (.real(let number), _) where number == number.rounded() && abs(number) < 1e15:
            return String(Int64(number))
        default: return display
        }
    }

    /// Bytes for people: a UUID as such, others by their number.
    static func text(ofBytes bytes: [UInt8], _ type: AttributeType?) -> String {
        if type == .uuid, bytes.count == 16 {
            let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
            return [0..<4, 4..<6, 6..<8, 8..<10, 10..<16].map { digits[$0].joined() }
                .joined(separator: "-")
        }
        return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }
}
