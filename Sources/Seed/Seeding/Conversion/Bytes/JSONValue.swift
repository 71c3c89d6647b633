import Files
import Foundation
import ObjectModel

/// A value of a JSON text.
package enum JSONValue: Decodable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case double(Double)
    case string(String)
    case array([JSONValue])
    case object([String: JSONValue])

    /// The limit of nested containers.
    static let depthLimit = Limits.cellLevels.most

    /// Reads a whole text; nil if it is not JSON or is nested too deeply.
    static func read(_ text: UnsafeRawBufferPointer) -> JSONValue? {
        guard isAcceptable(text) else { return nil }
        return try? JSONDecoder().decode(JSONValue.self, from: Data(text))
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .boolean(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .double(value)
        } else if let value = try? container.decode(String.self) {
            self = .string(value)
        } else if let value = try? container.decode([JSONValue].self) {
            self = .array(value)
        } else {
            self = .object(try container.decode([String: JSONValue].self))
        }
    }

    /// Reads a list that a cell contains as JSON instead of as elements between separators.
    ///
    /// - Returns: nil if the cell has no JSON: `[draft]` may be a text that happens to begin with a bracket.
    /// - Throws: ``ConversionFailure`` if a cell begins with `["` or `[{`, as only JSON does, but is not JSON.
    package static func writtenList(
        _ text: UnsafeRawBufferPointer
    ) throws(ConversionFailure) -> [JSONValue]? {
        let significant = text.lazy.filter { $0 != 0x20 && !(0x09...0x0D).contains($0) }.prefix(2)
        guard significant.first == UInt8(ascii: "[") else { return nil }
        if case .array(let elements)? = read(text) { return elements }
        let isCertain = significant.dropFirst().first.map { [0x22, 0x7B].contains($0) } ?? false
        if isCertain { throw ConversionFailure(.value(.notA(.jsonArray))) }
        return nil
    }

    /// Returns the text without the white space between its parts.
    static func compact(_ text: UnsafeRawBufferPointer) -> [UInt8] {
        var result: [UInt8] = []
        var isInString = false
        var isEscaped = false
        for byte in text {
            if !isInString, byte == 0x20 || (0x09...0x0D).contains(byte) { continue }
            result.append(byte)
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = isInString
            } else if byte == UInt8(ascii: "\"") {
                isInString.toggle()
            }
        }
        return result
    }

    var isNull: Bool { if case .null = self { true } else { false } }

    /// The text of a string; nil for every other value.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }

    /// The single value as a cell has it, and an empty text for null; nil for lists and objects.
    package var cellText: String? {
        switch self {
        case .null: ""
        case .boolean(let flag): String(flag)
        case .integer(let number): String(number)
        case .double(let number): "\(number)"
        case .string(let text): text
        case .array, .object: nil
        }
    }

    /// The value as JSON without white space, with the members of objects in binary order.
    var written: String {
        switch self {
        case .null: "null"
        case .boolean(let flag): String(flag)
        case .integer(let number): String(number)
        case .double(let number): "\(number)"
        case .string(let text): QuotedText.codable(text)
        case .array(let elements): "[" + elements.map(\.written).joined(separator: ",") + "]"
        case .object(let members):
            "{"
                + members.keys.sortedInBinaryOrder().map {
                    QuotedText.codable($0) + ":" + (members[$0]?.written ?? "null")
                }.joined(separator: ",") + "}"
        }
    }

    /// Returns whether the brackets are not nested too deep for the decoder, and no comma precedes a closing bracket,
    /// which Foundation accepts and JSON does not.
    private static func isAcceptable(_ text: UnsafeRawBufferPointer) -> Bool {
        var isInString = false
        var isEscaped = false
        var depth = 0
        var last: UInt8 = 0
        for byte in text {
            if isInString {
                if isEscaped {
                    isEscaped = false
                } else if byte == UInt8(ascii: "\\") {
                    isEscaped = true
                } else if byte == UInt8(ascii: "\"") {
                    isInString = false
                }
                continue
            }
            switch byte {
            case 0x20, 0x09...0x0D: continue
            case UInt8(ascii: "\""): isInString = true
            case UInt8(ascii: "["), UInt8(ascii: "{"):
                depth += 1
                if depth > depthLimit { return false }
            case UInt8(ascii: "]"), UInt8(ascii: "}"):
                depth -= 1
                if last == UInt8(ascii: ",") { return false }
            default: break
            }
            last = byte
        }
        return true
    }

    /// The value in the form of an archive.
    var propertyValue: PropertyValue {
        switch self {
        case .null: .null
        case .boolean(let flag): .bool(flag)
        case .integer(let number): .integer(number)
        case .double(let number): .double(number)
        case .string(let text): .string(text)
        case .array(let elements): .array(elements.map(\.propertyValue))
        case .object(let entries):
            .dictionary(
                UserInfo(
                    entries.map { UserInfo.Entry(key: $0.key, value: $0.value.propertyValue) }))
        }
    }

    /// Returns a list in a text in the form that SwiftData's encoder writes.
    static func list(_ elements: [JSONValue], in text: UnsafeRawBufferPointer) -> [UInt8] {
        let texts = elements.compactMap(\.text)
        return texts.count == elements.count ? QuotedText.codableList(texts) : compact(text)
    }
}
