import Foundation
import ObjectModel

extension AttributeConvertible where Self: RawRepresentable, RawValue: AttributeConvertible {
    /// Creates the case with a raw value; nil if no case has it.
    public init?(attributeValue: PropertyValue) {
        guard let raw = RawValue(attributeValue: attributeValue) else { return nil }
        self.init(rawValue: raw)
    }

    /// The raw value.
    public var attributeValue: PropertyValue { rawValue.attributeValue }
}

extension ManagedObject {
    /// Returns a value that SwiftData stores as JSON, such as an array; nil for no value.
    ///
    /// - Parameter key: the name, or the dotted path to an element of a structure.
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` if the JSON does not decode as the type.
    public func codableValue<Value: Decodable>(forKey key: String, as type: Value.Type) throws -> Value? {
        let kept = try isArchived(key) ? transformedValue(forKey: key) : attributeValue(forKey: key)
        guard let kept else { return nil }
        guard case .data(let bytes) = kept,
            let value = try? JSONDecoder().decode(type, from: Data(bytes))
        else { throw unacceptable(key) }
        return value
    }

    /// Sets a value that SwiftData stores as JSON; nil for no value. Equal values give equal bytes.
    ///
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` for a value that JSON cannot represent.
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

    /// Returns whether an archive contains the JSON, which is not the case within a structure
    /// (docs/internals/format.md#rows).
    private func isArchived(_ key: String) -> Bool {
        guard let slot = mapped.slot(named: key).map({ mapped.slots[$0] }) else { return false }
        return slot.attribute?.type == .transformable && !slot.isElement
    }
}

extension ManagedObject {
    /// Returns the contents of the archive of a transformable attribute; nil for no value.
    ///
    /// Archives are those of `NSKeyedArchiver`, as `NSSecureUnarchiveFromData` writes them, with plain values: texts,
    /// numbers, dates, bytes, UUIDs, URLs, and lists and dictionaries of these.
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` if the bytes are another kind of archive, such
    ///   as that of an app's own transformer. Use ``attributeValue(forKey:)`` to get the bytes.
    public func transformedValue(forKey key: String) throws -> PropertyValue? {
        try checkTransformable(key)
        guard case .data(let bytes)? = try attributeValue(forKey: key) else { return nil }
        guard let value = try? PropertyValue(keyedArchive: bytes) else { throw unacceptable(key) }
        return value
    }

    /// Sets the contents of the archive of a transformable attribute; nil for no value.
    ///
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` for a value that an archive of plain values
    ///   cannot contain.
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
