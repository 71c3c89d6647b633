import Messages
import ObjectModel

/// The details of an attribute, apart from its name, its type, and whether it is optional.
enum AttributeDetails {
    static func texts(of attribute: AttributeDescription) -> [String] {
        var texts: [String] = []
        if attribute.isTransient { texts.append("transient") }
        if let derivation = attribute.derivation {
            texts.append("derived from \(derivation.format)")
        }
        if let value = attribute.defaultValue { texts.append("default \(text(value))") }
        let validation = attribute.validation
        if let minimum = validation.minimum { texts.append("minimum \(text(minimum))") }
        if let maximum = validation.maximum { texts.append("maximum \(text(maximum))") }
        if let length = validation.minimumLength { texts.append("minimum length \(length)") }
        if let length = validation.maximumLength { texts.append("maximum length \(length)") }
        if let pattern = validation.regularExpression { texts.append("matches \(pattern)") }
        if let name = attribute.valueTransformerName { texts.append("transformer \(name)") }
        if let name = attribute.attributeValueClassName { texts.append("class \(name)") }
        if attribute.allowsExternalBinaryDataStorage { texts.append("can be stored externally") }
        if attribute.preservesValueInHistoryOnDeletion { texts.append("kept in history") }
        if attribute.allowsCloudEncryption { texts.append("encrypted in the cloud") }
        if attribute.isIndexedBySpotlight { texts.append("in Spotlight") }
        return texts
    }

    /// Returns a short text for a value in a model.
    static func text(_ value: PropertyValue) -> String {
        switch value {
        case .bool(let boolean): boolean ? "YES" : "NO"
        case .integer(let integer): String(integer)
        case .double(let double): "\(double)"
        case .decimal(let text), .uri(let text): text
        case .string(let text): "'\(IssueRenderer.printable(text))'"
        case .date(let seconds): ISO8601Text.shown(referenceSeconds: seconds)
        case .data(let bytes): Count.text(bytes.count, "byte")
        case .uuid(let bytes): BytesText.uuid(bytes)
        case .array(let values): values.isEmpty ? "empty" : Count.text(values.count, "value")
        case .dictionary(let info):
            info.entries.isEmpty ? "empty" : Count.text(info.entries.count, "value")
        case .object(let name): "an object of class \(name)"
        case .null: "nothing"
        }
    }
}
