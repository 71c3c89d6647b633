import Foundation
import ObjectModel

/// Whether a value can be one of an attribute.
enum AttributeCheck {
    /// The value in the form that belongs to the type; nil where it is of another type, or does not
    /// fit (Core Data raises "Unacceptable type of value").
    static func accepted(_ value: PropertyValue, for type: AttributeType) -> PropertyValue? {
        let converted = value.converted(to: type)
        switch (type, converted) {
        case (.integer16, .integer(let number)):
            return Int16(exactly: number) == nil ? nil : converted
        case (.integer32, .integer(let number)):
            return Int32(exactly: number) == nil ? nil : converted
        case (.integer64, .integer), (.boolean, .bool), (.string, .string), (.date, .date),
            (.binaryData, .data), (.transformable, .data), (.uri, .uri), (.objectID, .uri):
            return converted
        case (.double, .double(let number)), (.float, .double(let number)):
            // SQLite has no NaN: it would come back as no value.
            return number.isNaN ? nil : converted
        case (.uuid, .uuid(let bytes)): return bytes.count == 16 ? converted : nil
        case (.decimal, .decimal(let text)): return Double(text) == nil ? nil : converted
        case (.decimal, .double(let number)):
            return number.isFinite ? .decimal(NumberText.decimal(number)) : nil
        case (.undefined, _): return converted
        default: return nil
        }
    }
}
