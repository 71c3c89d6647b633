/// The default value and the bounds of an attribute in a model's XML, which are all written as text.
///
/// The text may remain from another type that the attribute once had: `NO` for an Integer 32. The compiler then uses
/// the number at the start of the text, or 0 if there is none (a default of `NO` is 0 in the model cache of
/// `wire-2-101`).
struct XMLAttributeValues {
    let element: XMLTreeElement
    let type: AttributeType
    /// The entity and the attribute, for messages.
    let user: String
    /// The warnings so far.
    private(set) var warnings: [ModelWarning] = []

    /// Returns the default value; nil if there is none.
    mutating func defaultValue() -> PropertyValue? {
        if type == .date { return date("defaultDateTimeInterval") }
        let attribute = "defaultValueString"
        guard let text = element.attributes[attribute] else { return nil }
        // An empty default is valid for a string. For other types it means "none".
        guard type == .string || !text.isEmpty, hasTextForm else { return nil }
        if let value = value(text) { return value }
        warn(text, attribute)
        return isNumber ? PropertyValue.integer(0).converted(to: type) : nil
    }

    /// Returns the bounds. Those of texts are lengths.
    mutating func validation() -> PropertyValidation {
        switch type {
        case .string:
            PropertyValidation(
                minimumLength: length("minValueString"), maximumLength: length("maxValueString"),
                regularExpression: element.value("regularExpressionString"))
        case .date:
            PropertyValidation(
                minimum: date("minDateTimeInterval"), maximum: date("maxDateTimeInterval"))
        default:
            PropertyValidation(minimum: bound("minValueString"), maximum: bound("maxValueString"))
        }
    }

    private mutating func date(_ attribute: String) -> PropertyValue? {
        guard let text = element.value(attribute) else { return nil }
        if let seconds = number(text) { return .date(seconds) }
        warn(text, attribute)
        return nil
    }

    private mutating func bound(_ attribute: String) -> PropertyValue? {
        guard let text = element.value(attribute), hasTextForm else { return nil }
        if let value = value(text) { return value }
        warn(text, attribute)
        return nil
    }

    private mutating func length(_ attribute: String) -> Int? {
        guard let text = element.value(attribute) else { return nil }
        if let length = Int(text) { return length }
        warn(text, attribute)
        return nil
    }

    private mutating func warn(_ text: String, _ attribute: String) {
        warnings.append(.strayValue(text: text, attribute: attribute, usedBy: user))
    }

    private var isNumber: Bool {
        switch type {
        case .integer16, .integer32, .integer64, .decimal, .double, .float, .boolean: true
        default: false
        }
    }

    /// Whether values of the type are texts in `…ValueString`.
    private var hasTextForm: Bool { isNumber || [.string, .uuid, .uri].contains(type) }

    /// Converts a text to a value of the type; nil if it does not fit.
    private func value(_ text: String) -> PropertyValue? {
        switch type {
        case .integer16, .integer32, .integer64:
            Int64(text).map { .integer($0) }
                ?? number(text).flatMap { Int64(exactly: $0) }.map { .integer($0) }
        case .boolean: boolean(text)
        case .double, .float: number(text).map { .double($0) }
        case .decimal: DecimalText.normalized(text).map { .decimal($0) }
        case .string: .string(text)
        case .uuid: BytesText.bytes(ofUUID: text).map { .uuid($0) }
        case .uri: .uri(text)
        case .undefined, .date, .binaryData, .transformable, .objectID, .composite: nil
        }
    }

    private func boolean(_ text: String) -> PropertyValue? {
        switch text.lowercased() {
        case "yes", "true": .bool(true)
        case "no", "false": .bool(false)
        default: number(text).map { .bool($0 != 0) }
        }
    }

    private func number(_ text: String) -> Double? {
        Double(text).flatMap { $0.isFinite ? $0 : nil }
    }
}
