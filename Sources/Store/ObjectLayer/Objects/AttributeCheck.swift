import ObjectModel

/// Checks whether values are valid for an attribute type.
enum AttributeCheck {
    /// Returns the value converted to the type; nil if it is of another type or out of range (Core Data raises
    /// "Unacceptable type of value").
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
            // SQLite cannot store NaN: the value would be read back as null.
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
