import Foundation
import ObjectLayer
import ObjectModel
import StoreFormat

/// Checks that every SwiftData array can be read: an archive of JSON for an attribute, plain JSON inside a structure
/// (docs/start/swiftdata.md#seeding).
struct CodableArrayCheck: RowCheck {
    let name = "codable arrays"
    let purpose = "arrays of SwiftData models are archives of JSON, or JSON inside of structures"

    func rules(of entity: EntityLayout, in store: VerifiedStore) throws -> [RowRule] {
        let isSwiftData = store.isSwiftData
        return entity.attributes.compactMap { attribute in
            let form = store.sourceValues.form(of: attribute.path, entity: entity.name)
            guard
                let elements = attribute.attribute.arrayElements(
                    form, isInside: attribute.isElement, isSwiftData: isSwiftData)
            else { return nil }
            let isArchived = attribute.attribute.type == .transformable
            // Without source code, bytes inside a structure may be an array or plain data.
            let isSure = isArchived || form != nil
            let hasLeadingByte = attribute.attribute.allowsExternalBinaryDataStorage
            return RowRule(attribute.path, columns: [attribute.column]) { row, indices in
                guard row.storageClass(at: indices[0]) == .blob else { return .absent }
                var bytes = row.withBlob(at: indices[0]) { $0.map(Array.init) ?? [] }
                if hasLeadingByte {
                    // Another check examines external files.
                    guard bytes.first == 1 else { return .absent }
                    bytes.removeFirst()
                }
                return Self.verdict(bytes, elements, isArchived: isArchived, isSure: isSure)
            }
        }
    }

    private static func verdict(
        _ bytes: [UInt8], _ elements: SourceValues.Element, isArchived: Bool, isSure: Bool
    ) -> RowRule.Verdict {
        var json = bytes
        if isArchived {
            guard let value = try? PropertyValue(keyedArchive: bytes) else {
                return .wrong("is not a readable archive")
            }
            guard case .data(let inner) = value else {
                return .wrong("is an archive without the JSON of SwiftData")
            }
            json = inner
        }
        let found = try? JSONSerialization.jsonObject(with: Data(json), options: .fragmentsAllowed)
        guard let list = found as? [Any] else {
            // Dictionaries are stored in the same way.
            if isArchived, found is [String: Any] { return .sound }
            return isSure ? .wrong("is not a JSON list") : .absent
        }
        for (index, element) in list.enumerated() {
            guard let problem = Self.problem(element, elements) else { continue }
            // For an enumeration, the value itself identifies the element.
            if case .enumeration = elements { return .wrong(problem.words) }
            return .wrong("[\(index)]\(problem.path) \(problem.words)")
        }
        return .sound
    }

    /// Returns the reason why a value does not decode as the type in the source code, and its place in the value.
    private static func problem(
        _ value: Any, _ element: SourceValues.Element
    ) -> (path: String, words: String)? {
        switch element {
        case .other: return nil
        case .value(let type): return JSONForm(type).flatMap { $0.problem(value) }.map { ("", $0) }
        case .enumeration(let cases):
            let isCase = cases.contains { item in
                switch item.rawValue {
                case .string(let text): value as? String == text
                case .integer(let number): JSONForm.isInteger(value, number)
                default: false
                }
            }
            return isCase ? nil : ("", "'\(value)' is not a case of the enumeration")
        case .list(let inner):
            guard let list = value as? [Any] else { return ("", "is not a list") }
            for (index, member) in list.enumerated() {
                if let problem = problem(member, inner) {
                    return ("[\(index)]" + problem.path, problem.words)
                }
            }
            return nil
        case .structure(let members):
            guard let fields = value as? [String: Any] else { return ("", "is not a structure") }
            for member in members {
                guard let field = fields[member.name], !(field is NSNull) else {
                    if member.isOptional { continue }
                    return ("." + member.name, "has no value, but is not optional")
                }
                if let problem = problem(field, member.element) {
                    return (".\(member.name)" + problem.path, problem.words)
                }
            }
            return nil
        }
    }
}

/// The JSON form of a value of a standard type, if it is known. No store shows the form of dates.
private enum JSONForm {
    case text, boolean, integer, number, uuid

    init?(_ type: AttributeType) {
        switch type {
        case .string, .uri, .binaryData: self = .text
        case .uuid: self = .uuid
        case .boolean: self = .boolean
        case .integer16, .integer32, .integer64: self = .integer
        case .double, .float, .decimal: self = .number
        default: return nil
        }
    }

    func problem(_ value: Any) -> String? {
        let number = value as? NSNumber
        let isBoolean = number.map { String(cString: $0.objCType) == "c" } ?? false
        switch self {
        case .text: return value is String ? nil : "is not text"
        case .uuid: return (value as? String).flatMap(UUID.init(uuidString:)) == nil ? "is not a UUID" : nil
        case .boolean: return isBoolean ? nil : "is not a boolean"
        case .number: return number == nil || isBoolean ? "is not a number" : nil
        case .integer:
            guard let number, !isBoolean, number.doubleValue.rounded() == number.doubleValue
            else { return "is not an integer" }
            return nil
        }
    }

    /// Returns whether a value is this integer, and not a Boolean.
    static func isInteger(_ value: Any, _ integer: Int64) -> Bool {
        JSONForm.integer.problem(value) == nil && (value as? NSNumber)?.int64Value == integer
    }
}
