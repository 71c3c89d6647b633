import ObjectModel

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
