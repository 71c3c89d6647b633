import Foundation
import ObjectLayer
import ObjectModel

/// Formats the values of a fetched table as text and as JSON.
package struct CellText {
    /// The readers of the text.
    package enum Reader {
        /// People who read a table: bytes are shown as their number.
        case people
        /// Programs: bytes are written as Base64.
        case programs
    }

    private let reader: Reader

    /// Creates a formatter for a kind of reader.
    package init(reader: Reader) { self.reader = reader }

    /// Returns the text of a value; empty for no value.
    package func text(_ value: TableValue, _ column: TableColumn) -> String {
        switch value {
        case .none: ""
        case .missingFile(let name): "missing file \(name)"
        case .object(let id, let name): name ?? Self.text(id)
        case .objectID(let id): Self.text(id)
        case .list(let members):
            members.map { text($0, column) }.joined(separator: ", ")
        case .value(.data(let bytes)):
            Self.codable(bytes, column).map { String(decoding: $0, as: UTF8.self) }
                ?? text(bytes, column.type)
        case .value(let value): text(value, column.type)
        }
    }

    /// Returns the JSON that SwiftData stores for an array: in an archive, or plain inside a structure; nil for all
    /// other bytes.
    private static func codable(_ bytes: [UInt8], _ column: TableColumn) -> [UInt8]? {
        codable(bytes, column.type, isElement: column.isElement)
    }

    private static func codable(_ bytes: [UInt8], _ type: AttributeType?, isElement: Bool = false) -> [UInt8]?
    {
        let json: [UInt8]
        switch type {
        case .transformable:
            guard case .data(let inner)? = try? PropertyValue(keyedArchive: bytes) else { return nil }
            json = inner
        case .binaryData where isElement: json = bytes
        default: return nil
        }
        guard json.first == UInt8(ascii: "[") || json.first == UInt8(ascii: "{") else { return nil }
        let isJSON = (try? JSONSerialization.jsonObject(with: Data(json))) != nil
        return isJSON && String(validating: json, as: UTF8.self) != nil ? json : nil
    }

    /// Returns `Item/p12`, the end of the object's URI.
    static func text(_ id: ManagedObjectID) -> String {
        id.uriRepresentation.split(separator: "/").suffix(2).joined(separator: "/")
    }

    private func text(_ value: PropertyValue, _ type: AttributeType?) -> String {
        switch value {
        case .bool(let flag): String(flag)
        case .integer(let number): String(number)
        case .double(let number): NumberText.text(number, as: type)
        case .decimal(let text), .string(let text), .uri(let text): text
        case .date(let seconds): ISO8601Text.text(referenceSeconds: seconds) ?? "\(seconds)"
        case .uuid(let bytes): Self.uuid(bytes)
        case .data(let bytes): self.text(bytes, type)
        case .array, .dictionary: Self.json(value, type)
        case .object(let className): className
        case .null: ""
        }
    }

    private func text(_ bytes: [UInt8], _ type: AttributeType?) -> String {
        if type == .transformable, let value = Self.unarchived(bytes) { return text(value, nil) }
        guard reader == .people else { return Data(bytes).base64EncodedString() }
        return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
    }

    /// Returns the contents of a transformable attribute's bytes: a text, or the JSON of an array, of a dictionary, or
    /// of a value that SwiftData stores; nil if they contain an app's own objects.
    package static func archived(_ bytes: [UInt8]) -> (text: String, isJSON: Bool)? {
        switch unarchived(bytes) {
        case nil, .data?: codable(bytes, .transformable).map { (String(decoding: $0, as: UTF8.self), true) }
        case let value? where value.isCollection: (json(value, nil), true)
        case let value?: (CellText(reader: .people).text(value, nil), false)
        }
    }

    /// Returns the contents of a transformable attribute if they consist only of plain values.
    private static func unarchived(_ bytes: [UInt8]) -> PropertyValue? {
        let value = try? PropertyValue(keyedArchive: bytes)
        return value.flatMap { isPlain($0) ? $0 : nil }
    }

    /// Returns whether a value consists of plain values. The unarchiver limits the nesting.
    private static func isPlain(_ value: PropertyValue) -> Bool {
        switch value {
        case .object: false
        case .array(let members): members.allSatisfy(isPlain)
        case .dictionary(let entries): entries.entries.allSatisfy { isPlain($0.value) }
        default: true
        }
    }

    private static func uuid(_ bytes: [UInt8]) -> String {
        UUID(attributeValue: .uuid(bytes))?.uuidString ?? Data(bytes).base64EncodedString()
    }

    // MARK: JSON

    /// Returns the JSON of a value: numbers, Booleans, lists and null as such, and everything else as text.
    package static func json(_ value: TableValue, _ column: TableColumn) -> String {
        switch value {
        case .none, .missingFile: "null"
        // Two objects may have the same name.
        case .object(let id, let name):
            "{\"objectID\": \(QuotedText.json(text(id))), \"name\": \(name.map(QuotedText.json) ?? "null")}"
        case .objectID(let id): QuotedText.json(text(id))
        case .list(let members):
            "[" + members.map { json($0, column) }.joined(separator: ", ") + "]"
        case .value(.data(let bytes)):
            codable(bytes, column).map { String(decoding: $0, as: UTF8.self) }
                ?? json(.data(bytes), column.type)
        case .value(let value): json(value, column.type)
        }
    }

    private static func json(_ value: PropertyValue, _ type: AttributeType?) -> String {
        switch value {
        case .bool(let flag): return String(flag)
        case .integer(let number): return String(number)
        case .double(let number):
            return number.isFinite ? NumberText.text(number, as: type) : QuotedText.json("\(number)")
        case .decimal(let text):
            return Double(text)?.isFinite ?? false ? text : QuotedText.json(text)
        case .null: return "null"
        case .array(let members):
            return "[" + members.map { json($0, nil) }.joined(separator: ", ") + "]"
        case .dictionary(let entries):
            let members = entries.entries.map { QuotedText.json($0.key) + ": " + json($0.value, nil) }
            return "{" + members.joined(separator: ", ") + "}"
        case .data(let bytes):
            if type == .transformable, let value = unarchived(bytes) { return json(value, nil) }
            return QuotedText.json(Data(bytes).base64EncodedString())
        case .string, .date, .uuid, .uri, .object:
            return QuotedText.json(CellText(reader: .programs).text(value, type))
        }
    }
}

extension PropertyValue {
    fileprivate var isCollection: Bool {
        switch self {
        case .array, .dictionary: true
        default: false
        }
    }
}
