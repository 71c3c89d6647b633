import Foundation
import ObjectLayer
import ObjectModel

/// Values of a fetched table as text and as JSON.
package struct CellText {
    /// Who reads the text.
    package enum Reader {
        /// People, in a table: bytes are told by their number.
        case people
        /// Programs: bytes are Base64.
        case programs
    }

    private let reader: Reader

    /// Gives texts for a reader.
    package init(reader: Reader) { self.reader = reader }

    /// The text of a value; empty for none.
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

    /// The JSON that SwiftData keeps for an array: in an archive, or bare inside of a structure; nil for
    /// all other bytes.
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

    /// `Item/p12`, the end of the object's URI.
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

    /// What the bytes of a transformable attribute hold: a text, or the JSON of an array, a dictionary or what
    /// SwiftData keeps in them; nil where they hold objects of an app's own.
    package static func archived(_ bytes: [UInt8]) -> (text: String, isJSON: Bool)? {
        switch unarchived(bytes) {
        case nil, .data?: codable(bytes, .transformable).map { (String(decoding: $0, as: UTF8.self), true) }
        case let value? where value.isCollection: (json(value, nil), true)
        case let value?: (CellText(reader: .people).text(value, nil), false)
        }
    }

    /// What a transformable attribute holds, where it is made of plain values throughout.
    private static func unarchived(_ bytes: [UInt8]) -> PropertyValue? {
        let value = try? PropertyValue(keyedArchive: bytes)
        return value.flatMap { isPlain($0) ? $0 : nil }
    }

    /// The nesting of what is unarchived is limited.
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

    /// The JSON of a value: numbers, booleans, lists and null as such, all else as texts.
    package static func json(_ value: TableValue, _ column: TableColumn) -> String {
        switch value {
        case .none, .missingFile: "null"
        // Two objects may have one name.
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
