import Foundation
import ObjectModel

/// Values as a file with changes has them (docs/merging.md#changes-as-data).
enum ChangesText {
    /// The value of `format`.
    static let format = "zseed-changes"
    /// The version of the schema.
    static let version = 2

    static func quoted(_ text: String) -> String {
        QuotedText.quoted(text) { scalar in
            // JSON takes all others as they are.
            scalar.value < 0x20 || scalar.value == 0x7F ? QuotedText.fourDigits(scalar) : nil
        }
    }

    /// A value of an attribute. Numbers with fractions are texts, so that no reader rounds them; nil for what has
    /// no such form.
    static func json(_ value: PropertyValue) -> String? {
        switch value {
        case .bool(let flag): String(flag)
        case .integer(let number): "{\"integer\": \"\(number)\"}"
        case .double(let number): "{\"double\": \"\(number)\"}"
        case .decimal(let text): "{\"decimal\": \(quoted(text))}"
        case .string(let text): quoted(text)
        case .date(let seconds): "{\"date\": \"\(seconds)\"}"
        case .data(let bytes): "{\"data\": \"\(Data(bytes).base64EncodedString())\"}"
        case .uuid(let bytes): "{\"uuid\": \"\(Data(bytes).base64EncodedString())\"}"
        case .uri(let text): "{\"uri\": \(quoted(text))}"
        case .array, .dictionary, .object, .null: nil
        }
    }
}

/// A value of an attribute, read.
struct ChangesValue: Decodable {
    let value: PropertyValue

    private struct Typed: Decodable {
        var integer: String?
        var double: String?
        var decimal: String?
        var date: String?
        var data: Data?
        var uuid: Data?
        var uri: String?
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if let flag = try? container.decode(Bool.self) {
            value = .bool(flag)
        } else if let text = try? container.decode(String.self) {
            value = .string(text)
        } else {
            let typed = try container.decode(Typed.self)
            if let number = typed.integer.flatMap({ Int64($0) }) {
                value = .integer(number)
            } else if let number = typed.double.flatMap({ Double($0) }) {
                value = .double(number)
            } else if let text = typed.decimal {
                value = .decimal(text)
            } else if let seconds = typed.date.flatMap({ Double($0) }) {
                value = .date(seconds)
            } else if let bytes = typed.data {
                value = .data(Array(bytes))
            } else if let bytes = typed.uuid, bytes.count == 16 {
                value = .uuid(Array(bytes))
            } else if let text = typed.uri {
                value = .uri(text)
            } else {
                throw DecodingError.dataCorruptedError(
                    in: container, debugDescription: "no value of an attribute")
            }
        }
    }
}

/// What tells an object apart, read: a value of an attribute, or the number of the object that it leads to.
enum ChangesKeyPart: Decodable {
    case value(PropertyValue)
    case object(Int)

    private struct Link: Decodable {
        let object: Int
    }

    init(from decoder: any Decoder) throws {
        if let link = try? Link(from: decoder) {
            self = .object(link.object)
        } else {
            self = .value(try ChangesValue(from: decoder).value)
        }
    }
}

/// A file with changes, read.
struct ChangesDocument: Decodable {
    struct Object: Decodable {
        let entity: String
        let primaryKey: Int64
        let isNew: Bool?
        let keys: [[String: ChangesKeyPart]]?
    }

    struct Property: Decodable {
        let name: String
        let old: ChangesValue?
        let new: ChangesValue?
        let oldObject: Int?
        let newObject: Int?
        let oldObjects: [Int]?
        let newObjects: [Int]?
        let keptKeys: [Int64]?
        let isInverse: Bool?
    }

    struct Change: Decodable {
        let object: Int
        let kind: String
        let properties: [Property]
    }

    struct Editions: Decodable {
        let old: String
        let new: String
    }

    struct Metadata: Decodable {
        let old: Data
        let new: Data
    }

    let format: String
    let version: Int
    let base: String
    let editions: Editions?
    let keys: [String: [String]]?
    let primaryKeys: [String: [Int64]]?
    let movedKeys: [String: [Int64]]?
    let circles: [String: [String]]?
    let metadata: Metadata?
    let model: [String: Data]
    let changes: [Change]
    let objects: [Object]
}
