import Files
import Foundation
import Inputs
import ObjectModel
import SQLite

/// Converts cells to the JSON that SwiftData keeps for an array: bare inside a structure, and in an archive at the
/// top (docs/start/swiftdata.md#seeding).
package struct CodableList {
    /// The type of the elements.
    let elements: SourceValues.Element
    /// The text between the elements of a list that is not JSON; nil if only JSON is accepted.
    let separator: String?
    /// Whether the JSON is stored in a keyed archive.
    let isArchived: Bool

    /// Creates a conversion.
    ///
    /// - Parameters:
    ///   - separator: the text between the elements of a list that is not JSON.
    ///   - isArchived: whether the JSON is stored in a keyed archive.
    package init(elements: SourceValues.Element, separator: String?, isArchived: Bool) {
        self.elements = elements
        self.separator = separator
        self.isArchived = isArchived
    }

    /// Returns whether a cell with the JSON of a stored value gives the same value again, byte for byte.
    package func restores(_ stored: [UInt8]) -> Bool {
        guard let json = isArchived ? Self.json(archive: stored) : stored, !json.contains(0),
            json.withUnsafeBytes({ UTF8Validation.firstInvalidOffset(in: $0) == nil })
        else { return false }
        return json.withUnsafeBytes { (try? bytes(.text($0))) == stored }
    }

    /// The stored value of a list without elements.
    var emptyList: Value? {
        let json = Array("[]".utf8)
        let stored = isArchived ? try? Self.archive(json) : json
        return stored.map { .blob($0) }
    }

    /// Returns the JSON in a keyed archive; nil if the archive contains anything else.
    package static func json(archive: [UInt8]) -> [UInt8]? {
        guard case .data(let json)? = try? PropertyValue(keyedArchive: archive) else { return nil }
        return json
    }

    /// Returns the stored bytes of a cell that is not empty.
    ///
    /// - Throws: ``ConversionFailure``.
    func bytes(_ field: Field) throws(ConversionFailure) -> [UInt8] {
        let json = try json(field)
        return isArchived ? try Self.archive(json) : json
    }

    /// Returns JSON in a keyed archive.
    private static func archive(_ json: [UInt8]) throws(ConversionFailure) -> [UInt8] {
        do {
            return try PropertyValue.data(json).keyedArchive()
        } catch {
            throw ConversionFailure(.value(.notA(.archive)))
        }
    }

    private func json(_ field: Field) throws(ConversionFailure) -> [UInt8] {
        if case .text(let bytes) = field, let list = try JSONValue.writtenList(bytes) {
            var texts: [String] = []
            for value in list {
                if let text = try Self.checked(value, elements) { texts.append(text) }
            }
            return texts.count == list.count ? QuotedText.codableList(texts) : JSONValue.compact(bytes)
        }
        guard let separator else { throw ConversionFailure(.value(.notA(.jsonArray))) }
        var parts: [String] = []
        for part in field.display.components(separatedBy: separator) {
            parts.append(try element(part.trimmed))
        }
        return Array("[\(parts.joined(separator: ","))]".utf8)
    }

    // MARK: Elements

    /// Returns the JSON of an element that is written as a text.
    private func element(_ text: String) throws(ConversionFailure) -> String {
        switch elements {
        case .enumeration(let cases): return Self.json(try Self.rawValue(text, of: cases))
        case .structure, .list, .other: throw ConversionFailure(.value(.notA(.jsonArray)))
        case .value(let type):
            switch type {
            case .string, .uri: return QuotedText.codable(text)
            case .uuid: return QuotedText.codable(try Self.uuid(text))
            case .binaryData:
                guard text.withUTF8Bytes({ BinaryText.base64($0) }) != nil else {
                    throw ConversionFailure(.value(.notA(.base64)), value: text)
                }
                return QuotedText.codable(text)
            case .boolean:
                guard let flag = text.withUTF8Bytes({ BooleanParser(nil).boolean(.text($0)) }) else {
                    throw ConversionFailure(.value(.notA(.boolean)), value: text)
                }
                return String(flag)
            case .integer16, .integer32, .integer64:
                guard let number = Int64(text) else {
                    throw ConversionFailure(.value(.notA(.integer)), value: text)
                }
                return String(try Self.inRange(number, type))
            case .double, .float, .decimal:
                guard let number = text.withUTF8Bytes(NumberParser.double), number.isFinite else {
                    throw ConversionFailure(.value(.notA(.number)), value: text)
                }
                guard !text.withUTF8Bytes({ NumberParser.isLost(number, of: $0) }) else {
                    throw ConversionFailure(.value(.tooSmall), value: text)
                }
                return Int64(exactly: number).map(String.init) ?? "\(number)"
            default: throw ConversionFailure(.value(.notA(.jsonArray)))
            }
        }
    }

    /// Checks an element that is already JSON, as deeply as the source file declares its type.
    ///
    /// - Returns: the element's stored text, if it is a text.
    private static func checked(
        _ value: JSONValue, _ element: SourceValues.Element
    ) throws(ConversionFailure) -> String? {
        switch element {
        case .other: return value.text
        case .list(let inner):
            guard case .array(let list) = value else {
                throw ConversionFailure(.value(.notA(.jsonArray)), value: value.written)
            }
            for value in list { _ = try checked(value, inner) }
            return nil
        case .structure(let members):
            guard case .object(let fields) = value else {
                throw ConversionFailure(.value(.notA(.jsonObject)), value: value.written)
            }
            let names = members.map(\.name)
            if let name = fields.keys.filter({ !names.contains($0) }).min() {
                throw ConversionFailure(
                    .value(.noSuchMember(nearest: NearestName.of(name, in: names))), value: name)
            }
            for member in members {
                if let field = fields[member.name], !field.isNull {
                    _ = try checked(field, member.element)
                } else if !member.isOptional {
                    throw ConversionFailure(.value(.memberWithoutValue), value: member.name)
                }
            }
            return nil
        case .enumeration(let cases):
            guard let text = value.cellText, value.text != nil || Int64(text) != nil,
                (value.text != nil) == cases.contains(where: { $0.rawValue.isText })
            else { throw ConversionFailure(.value(.noSuchCase(nearest: nil)), value: value.written) }
            _ = try Self.rawValue(text, of: cases)
            return value.text
        case .value(let type):
            switch (type, value) {
            case (.string, .string(let text)), (.uri, .string(let text)): return text
            case (.uuid, .string(let text)): return try Self.uuid(text)
            case (.binaryData, .string(let text)):
                guard text.withUTF8Bytes({ BinaryText.base64($0) }) != nil else {
                    throw ConversionFailure(.value(.notA(.base64)), value: text)
                }
                return text
            case (.boolean, .boolean), (.double, .integer), (.double, .double), (.float, .integer),
                (.float, .double), (.decimal, .integer), (.decimal, .double), (.date, .integer),
                (.date, .double):
                return nil
            case (.integer16, .integer(let number)), (.integer32, .integer(let number)),
                (.integer64, .integer(let number)):
                _ = try Self.inRange(number, type)
                return nil
            default: throw ConversionFailure(.value(.notA(Self.kind(type))), value: value.written)
            }
        }
    }

    private static func kind(_ type: AttributeType) -> SeedIssue.ValueKind {
        switch type {
        case .uuid: .uuid
        case .binaryData: .base64
        case .boolean: .boolean
        case .integer16, .integer32, .integer64: .integer
        case .date, .double, .float, .decimal: .number
        case .uri: .uri
        default: .text
        }
    }

    private static func inRange(
        _ number: Int64, _ type: AttributeType
    ) throws(ConversionFailure) -> Int64 {
        let range: ClosedRange<Int64> =
            switch type {
            case .integer16: Int64(Int16.min)...Int64(Int16.max)
            case .integer32: Int64(Int32.min)...Int64(Int32.max)
            default: .min ... .max
            }
        guard range.contains(number) else {
            throw ConversionFailure(
                .value(.outOfRange(lowest: String(range.lowerBound), highest: String(range.upperBound))),
                value: String(number))
        }
        return number
    }

    private static func uuid(_ text: String) throws(ConversionFailure) -> String {
        guard let uuid = UUID(uuidString: text) else {
            throw ConversionFailure(.value(.notA(.uuid)), value: text)
        }
        return uuid.uuidString
    }

    private static func rawValue(
        _ text: String, of cases: [SourceValues.Case]
    ) throws(ConversionFailure) -> PropertyValue {
        if let found = cases.first(where: { $0.rawValue.caseText == text }) { return found.rawValue }
        throw ConversionFailure(.value(.noSuchCase(nearest: cases.nearest(to: text))), value: text)
    }

    private static func json(_ value: PropertyValue) -> String {
        if case .string(let text) = value { return QuotedText.codable(text) }
        return value.caseText
    }
}

extension PropertyValue {
    fileprivate var isText: Bool { if case .string = self { true } else { false } }

    /// The raw value of an enumeration's case as a cell has it.
    var caseText: String {
        switch self {
        case .string(let text): text
        case .integer(let number): String(number)
        default: ""
        }
    }
}

extension [SourceValues.Case] {
    /// Returns the raw value that is most likely meant: that of the case with this name, or the nearest one.
    func nearest(to text: String) -> String? {
        if let named = first(where: { $0.name == text }) { return named.rawValue.caseText }
        // No number is a likelier mistake for the text than another, so only texts are compared.
        let texts = filter(\.rawValue.isText).map(\.rawValue.caseText)
        if let nearest = NearestName.of(text, in: texts) { return nearest }
        let name = NearestName.of(text, in: map(\.name))
        return first { $0.name == name }?.rawValue.caseText
    }
}
