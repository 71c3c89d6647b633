import Foundation

nonisolated extension SeedMerge {
    /// The value of an attribute in a file of changes. Numbers are written as texts, so that no reader rounds them.
    public enum FileValue: Swift.Decodable, Hashable, Sendable {
        case boolean(Bool)
        case integer(Int64)
        case double(Double)
        case decimal(String)
        case string(String)
        case date(Double)
        case data(Data)
        case uuid(Data)
        case uri(String)
        /// In keys that identify objects: the number of a relationship's destination.
        case object(Int)

        var object: Int? { if case .object(let number) = self { number } else { nil } }

        /// Returns whether the value fits an attribute of a type.
        func isValue(of type: String) -> Bool {
            switch (type, self) {
            case ("integer16", .integer(let number)): Swift.Int16(exactly: number) != nil
            case ("integer32", .integer(let number)): Swift.Int32(exactly: number) != nil
            case ("double", .double(let number)), ("float", .double(let number)): !number.isNaN
            // `Double` also reads words and hexadecimal digits.
            case ("decimal", .decimal(let text)):
                Double(text) != nil && text.utf8.allSatisfy { "+-.0123456789eE".utf8.contains($0) }
            case ("date", .date(let seconds)): seconds.isFinite
            case ("undefined", .object): false
            case ("integer64", .integer), ("boolean", .boolean), ("string", .string),
                ("binaryData", .data), ("transformable", .data), ("uuid", .uuid), ("uri", .uri),
                ("objectID", .uri), ("undefined", _):
                true
            default: false
            }
        }

        private struct Typed: Swift.Decodable {
            var integer: String?
            var double: String?
            var decimal: String?
            var date: String?
            var data: Data?
            var uuid: Data?
            var uri: String?
            var object: Int?
        }

        /// Reads a value.
        public init(from decoder: any Swift.Decoder) throws {
            let container = try decoder.singleValueContainer()
            if let flag = try? container.decode(Bool.self) {
                self = .boolean(flag)
            } else if let text = try? container.decode(String.self) {
                self = .string(text)
            } else {
                let typed = try container.decode(Typed.self)
                if let number = typed.integer.flatMap({ Int64($0) }) {
                    self = .integer(number)
                } else if let number = typed.double.flatMap({ Double($0) }) {
                    self = .double(number)
                } else if let text = typed.decimal {
                    self = .decimal(text)
                } else if let seconds = typed.date.flatMap({ Double($0) }) {
                    self = .date(seconds)
                } else if let bytes = typed.data {
                    self = .data(bytes)
                } else if let bytes = typed.uuid, bytes.count == 16 {
                    self = .uuid(bytes)
                } else if let text = typed.uri {
                    self = .uri(text)
                } else if let number = typed.object {
                    self = .object(number)
                } else {
                    throw MergeError.unknownFormat(version: 0)
                }
            }
        }
    }
}
