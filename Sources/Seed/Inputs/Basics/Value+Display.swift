import ObjectModel
import SQLite

extension Value {
    /// The value as text for messages.
    package var display: String {
        switch self {
        case .null: "NULL"
        case .integer(let integer): String(integer)
        case .real(let real): "\(real)"
        case .text(let text): text
        case .blob(let bytes): Self.text(ofBytes: bytes, nil)
        }
    }

    /// Returns the value of an attribute as text for messages, depending on the attribute's type.
    package func display(as type: AttributeType?) -> String {
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

    /// Returns bytes as text for messages: a UUID as such, other bytes by their count.
    package static func text(ofBytes bytes: [UInt8], _ type: AttributeType?) -> String {
        if type == .uuid, bytes.count == 16 { return BytesText.uuid(bytes) }
        return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }
}
