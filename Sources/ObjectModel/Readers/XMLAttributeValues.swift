import Foundation

/// The default value and the bounds of an attribute in a model's XML, all written as text.
struct XMLAttributeValues {
    let element: XMLTreeElement
    let type: AttributeType
    /// Entity and attribute, for messages.
    let user: String

    /// The default value; nil where there is none.
    func defaultValue() throws -> PropertyValue? {
        if type == .date, let text = element.value("defaultDateTimeInterval") {
            return .date(try number(text, of: "defaultDateTimeInterval"))
        }
        guard let text = element.attributes["defaultValueString"] else { return nil }
        // A string may well be empty; for all other types that means "none".
        guard type == .string || !text.isEmpty else { return nil }
        return try value(text, of: "defaultValueString")
    }

    /// The bounds; for texts they are lengths.
    func validation() throws -> PropertyValidation {
        guard type != .string else {
            return PropertyValidation(
                minimumLength: try length("minValueString"),
                maximumLength: try length("maxValueString"),
                regularExpression: element.value("regularExpressionString"))
        }
        return PropertyValidation(
            minimum: try bound("minValueString", date: "minDateTimeInterval"),
            maximum: try bound("maxValueString", date: "maxDateTimeInterval"))
    }

    private func bound(_ attribute: String, date: String) throws -> PropertyValue? {
        if type == .date {
            return try element.value(date).map { .date(try number($0, of: date)) }
        }
        return try element.value(attribute).flatMap { try value($0, of: attribute) }
    }

    private func length(_ attribute: String) throws -> Int? {
        try element.value(attribute).map { text in
            guard let length = Int(text) else { throw wrong(text, attribute) }
            return length
        }
    }

    /// A text as value of the type; nil for types that have no text form here.
    private func value(_ text: String, of attribute: String) throws -> PropertyValue? {
        switch type {
        case .integer16, .integer32, .integer64:
            if let number = Int64(text) { return .integer(number) }
            guard let number = Int64(exactly: try self.number(text, of: attribute)) else {
                throw wrong(text, attribute)
            }
            return .integer(number)
        case .boolean:
            switch text.lowercased() {
            case "yes", "true", "1": return .bool(true)
            case "no", "false", "0": return .bool(false)
            default: throw wrong(text, attribute)
            }
        case .double, .float: return .double(try number(text, of: attribute))
        case .decimal:
            guard let decimal = DecimalText.normalized(text) else { throw wrong(text, attribute) }
            return .decimal(decimal)
        case .string: return .string(text)
        case .uuid:
            guard let uuid = UUID(uuidString: text) else { throw wrong(text, attribute) }
            return .uuid(withUnsafeBytes(of: uuid.uuid) { Array($0) })
        case .uri: return .uri(text)
        // A stale text of another type that the attribute once had means nothing.
        case .undefined, .date, .binaryData, .transformable, .objectID, .composite: return nil
        }
    }

    private func number(_ text: String, of attribute: String) throws -> Double {
        guard let number = Double(text), number.isFinite else { throw wrong(text, attribute) }
        return number
    }

    private func wrong(_ text: String, _ attribute: String) -> ModelError {
        element.error(.unknownValue(text, of: "\(attribute) (\(type.xcodeName))", usedBy: user))
    }
}
