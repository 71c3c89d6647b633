import Foundation
import ObjectModel

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
    /// The case of a raw value; nil for a value that no case has.
    public init?(attributeValue: PropertyValue) {
        guard let raw = RawValue(attributeValue: attributeValue) else { return nil }
        self.init(rawValue: raw)
    }

    /// The raw value.
    public var attributeValue: PropertyValue { rawValue.attributeValue }
}

extension ManagedObject {
    /// A value that SwiftData keeps as JSON, such as an array; nil for no value.
    ///
    /// - Parameter key: the name, or the dotted path to an element of a structure.
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` where the JSON is that of another type.
    public func codableValue<Value: Decodable>(forKey key: String, as type: Value.Type) throws -> Value? {
        let kept = try isArchived(key) ? transformedValue(forKey: key) : attributeValue(forKey: key)
        guard let kept else { return nil }
        guard case .data(let bytes) = kept,
            let value = try? JSONDecoder().decode(type, from: Data(bytes))
        else { throw unacceptable(key) }
        return value
    }

    /// Sets a value that SwiftData keeps as JSON; nil for no value. The same value gives the same bytes.
    ///
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` for what JSON cannot hold.
    public func setCodableValue<Value: Encodable>(_ value: Value?, forKey key: String) throws {
        guard let value else { return try setAttributeValue(nil, forKey: key) }
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        guard let json = try? encoder.encode(value) else { throw unacceptable(key) }
        let data = PropertyValue.data(Array(json))
        if isArchived(key) {
            try setTransformedValue(data, forKey: key)
        } else {
            try setAttributeValue(data, forKey: key)
        }
    }

    /// Whether an archive holds the JSON: not within a structure (docs/format.md#rows).
    private func isArchived(_ key: String) -> Bool {
        guard let slot = mapped.slot(named: key).map({ mapped.slots[$0] }) else { return false }
        return slot.attribute?.type == .transformable && !slot.isElement
    }
}

extension ManagedObject {
    /// What the archive of a transformable attribute holds; nil for no value.
    ///
    /// Archives are those of `NSKeyedArchiver`, as `NSSecureUnarchiveFromData` writes them, made of plain
    /// values: texts, numbers, dates, bytes, UUIDs, URLs, lists and dictionaries of these.
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` where the bytes are another kind of
    ///   archive, such as an app's own transformer writes: ``attributeValue(forKey:)`` gives the bytes.
    public func transformedValue(forKey key: String) throws -> PropertyValue? {
        try checkTransformable(key)
        guard case .data(let bytes)? = try attributeValue(forKey: key) else { return nil }
        guard let value = try? PropertyValue(keyedArchive: bytes) else { throw unacceptable(key) }
        return value
    }

    /// Sets what the archive of a transformable attribute holds; nil for no value.
    ///
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` for a value that no archive of plain
    ///   values can hold.
    public func setTransformedValue(_ value: PropertyValue?, forKey key: String) throws {
        try checkTransformable(key)
        guard let value else { return try setAttributeValue(nil, forKey: key) }
        guard let archive = try? value.keyedArchive() else { throw unacceptable(key) }
        try setAttributeValue(.data(archive), forKey: key)
    }

    private func checkTransformable(_ key: String) throws {
        guard let slot = mapped.slot(named: key),
            mapped.slots[slot].attribute?.type == .transformable
        else { throw unknown(key) }
    }
}
