import ObjectModel
import SQLite

extension Value {
    /// Creates the stored form of a model's default value (docs/internals/format.md#rows); nil if it has none.
    package init?(_ value: PropertyValue, of attribute: AttributeDescription) {
        let isExternal = attribute.allowsExternalBinaryDataStorage
        switch attribute.type {
        case .transformable:
            guard let bytes = Self.archive(value, of: attribute) else { return nil }
            self = .blob(ExternalValues.stored(bytes, isExternal: isExternal))
        case .binaryData:
            guard case .data(let bytes) = value else { return nil }
            self = .blob(ExternalValues.stored(bytes, isExternal: isExternal))
        default:
            guard let plain = Self.plain(value, type: attribute.type) else { return nil }
            self = plain
        }
    }

    private static func plain(_ value: PropertyValue, type: AttributeType) -> Value? {
        switch value {
        case .bool(let boolean): return .integer(boolean ? 1 : 0)
        case .integer(let integer):
            let isReal = type == .double || type == .float || type == .date || type == .decimal
            return isReal ? .real(Double(integer)) : .integer(integer)
        case .double(let double), .date(let double):
            return double.isNaN ? nil : .real(double)
        case .decimal(let text):
            return Double(text).flatMap { $0.isFinite ? .real($0) : nil }
        case .string(let text), .uri(let text): return .text(text)
        case .data(let bytes), .uuid(let bytes): return .blob(bytes)
        case .array, .dictionary, .object, .null: return nil
        }
    }

    /// Returns a plain value in the form of Core Data's own transformer; nil for values of other transformers.
    private static func archive(
        _ value: PropertyValue, of attribute: AttributeDescription
    ) -> [UInt8]? {
        guard attribute.hasStandardTransformer, value != .null else { return nil }
        if attribute.isCodableArray, case .array(let elements) = value {
            let texts = elements.compactMap { element in
                if case .string(let text) = element { text } else { nil }
            }
            guard texts.count == elements.count else { return nil }
            return try? PropertyValue.data(QuotedText.codableList(texts)).keyedArchive()
        }
        return try? value.keyedArchive()
    }
}
