import Foundation
import ObjectModel

extension PropertyValue {
    /// The value as the corresponding Swift type.
    var plainValue: Any? {
        switch self {
        case .bool(let flag): flag
        case .integer(let number): number
        case .double(let number): number
        case .decimal(let text): Decimal(string: text)
        case .string(let text): text
        case .date(let seconds): Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let bytes): Data(bytes)
        case .uuid: UUID(attributeValue: self)
        case .uri(let text): URL(string: text)
        case .array(let members): members.map(\.plainValue)
        case .dictionary, .object, .null: nil
        }
    }
}
