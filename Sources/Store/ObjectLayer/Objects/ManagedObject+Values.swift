import ObjectModel

extension ManagedObject {
    // MARK: Any property

    /// Returns the value of a property: for an attribute, a `Bool`, `Int64`, `Double`, `Decimal`, `String`, `Date`,
    /// `Data`, `UUID` or `URL`; for a to-one relationship, a ``ManagedObject``; for a to-many relationship, its
    /// ``RelatedObjects``; for a fetched property, its objects. A composite attribute gives a `[String: Any]` of the
    /// elements that have a value.
    ///
    /// - Throws: ``ManagedObjectError``, and the errors of loading a fault.
    public func value(forKey key: String) throws -> Any? {
        if mapped.toMany(named: key) != nil { return try relatedObjects(forKey: key) }
        if entity.fetchedProperty(named: key) != nil { return try fetchedObjects(forKey: key) }
        if let slot = mapped.slot(named: key) {
            if mapped.slots[slot].isToOne { return try destination(at: slot) }
            guard let value = try attributeValue(forKey: key) else { return nil }
            return value.plainValue
        }
        return try compositeValue(forKey: key)
    }

    /// Sets the value of a property. Accepts the values that ``value(forKey:)`` returns, nil for no value, and an array
    /// or a set of ``ManagedObject`` for a to-many relationship.
    ///
    /// - Throws: ``ManagedObjectError``.
    public func setValue(_ value: Any?, forKey key: String) throws {
        if mapped.toMany(named: key) != nil {
            let members: [ManagedObject]
            switch value {
            case nil: members = []
            case let array as [ManagedObject]: members = array
            case let set as Set<ManagedObject>:
                members = set.sorted { $0.objectID < $1.objectID }
            case let related as RelatedObjects: members = try related.all()
            default: throw unacceptable(key)
            }
            return try setObjects(members, forKey: key)
        }
        guard let slot = mapped.slot(named: key) else { throw unknown(key) }
        if mapped.slots[slot].isToOne {
            guard let value else { return try setObject(nil, forKey: key) }
            guard let object = value as? ManagedObject else { throw unacceptable(key) }
            return try setObject(object, forKey: key)
        }
        guard let value else { return try setAttributeValue(nil, forKey: key) }
        guard let convertible = value as? any AttributeConvertible else { throw unacceptable(key) }
        try setAttributeValue(convertible.attributeValue, forKey: key)
    }

    // MARK: Attributes

    /// Returns the value of an attribute as a Swift type; nil for no value.
    ///
    /// ```swift
    /// let name = try item.value(forKey: "name", as: String.self)
    /// ```
    /// - Throws: ``ManagedObjectError/unacceptableValue(entity:key:)`` if the value is of another type.
    public func value<Value: AttributeConvertible>(
        forKey key: String, as type: Value.Type
    ) throws -> Value? {
        guard let value = try attributeValue(forKey: key) else { return nil }
        guard let converted = Value(attributeValue: value) else { throw unacceptable(key) }
        return converted
    }

    /// Returns the value of an attribute as plain data; nil for no value. The value of a SwiftData enumeration is its
    /// raw value, or the name of its case.
    ///
    /// - Parameter key: the name, or the dotted path to an element of a composite attribute.
    /// - Throws: ``ManagedObjectError``, also if the value is in a file beside the store
    ///   (``StoredValue/externalData(_:)``) that is missing; and the errors of loading a fault.
    public func attributeValue(forKey key: String) throws -> PropertyValue? {
        if let cases = mapped.choices[key] {
            for slot in cases {
                try checkUsable(slot)
                guard case .attribute(let value) = try loadedValue(at: slot) else { continue }
                return value
            }
            return nil
        }
        let (slot, _) = try attributeSlot(key)
        switch try loadedValue(at: slot) {
        case .attribute(let value): return value
        case .externalData(let name):
            throw ManagedObjectError.missingExternalData(
                entity: mapped.name, key: key, file: name)
        case .null, .object, .objects: return nil
        }
    }

    /// Sets the value of an attribute; nil for no value. A SwiftData enumeration takes its raw value, or the name of a
    /// case, which replaces any other case.
    ///
    /// - Throws: ``ManagedObjectError`` if the value is of another type, is not a case of the enumeration, or if the
    ///   attribute is derived.
    public func setAttributeValue(_ value: PropertyValue?, forKey key: String) throws {
        if let cases = mapped.choices[key] { return try choose(value, of: cases, forKey: key) }
        let (slot, attribute) = try attributeSlot(key)
        guard !attribute.isDerived else {
            throw ManagedObjectError.derivedValue(entity: mapped.name, key: key)
        }
        guard let value else { return try setStoredValue(.null, at: slot) }
        guard let accepted = AttributeCheck.accepted(value, for: attribute.type) else {
            throw unacceptable(key)
        }
        try setStoredValue(.attribute(accepted), at: slot)
    }

    private func choose(_ value: PropertyValue?, of cases: [Int], forKey key: String) throws {
        func name(_ slot: Int) -> String { String(mapped.slots[slot].name.dropFirst(key.count + 1)) }
        let chosen = cases.first { value == .string(name($0)) }
        guard value == nil || chosen != nil else { throw unacceptable(key) }
        for slot in cases {
            try checkUsable(slot)
            try setStoredValue(slot == chosen ? .attribute(.string(name(slot))) : .null, at: slot)
        }
    }

    private func attributeSlot(_ key: String) throws -> (slot: Int, AttributeDescription) {
        guard let slot = mapped.slot(named: key), let attribute = mapped.slots[slot].attribute
        else { throw unknown(key) }
        try checkUsable(slot)
        return (slot, attribute)
    }

    /// Throws if the store cannot hold a value for a slot.
    func checkUsable(_ slot: Int) throws {
        guard mapped.slots[slot].isUsable else {
            throw ManagedObjectError.notStored(entity: mapped.name, key: mapped.slots[slot].name)
        }
    }

    private func compositeValue(forKey key: String) throws -> Any? {
        guard let attribute = entity.attribute(named: key), attribute.isComposite else {
            throw unknown(key)
        }
        var elements: [String: Any] = [:]
        for slot in mapped.slots where slot.name.hasPrefix(key + ".") {
            let value = try attributeValue(forKey: slot.name)
            elements[String(slot.name.dropFirst(key.count + 1))] = value?.plainValue
        }
        return elements.isEmpty ? nil : elements
    }

    // MARK: Changes

    /// Returns the unsaved values by property. Transient properties are left out because they are never saved.
    public func changedValues() -> [String: StoredValue] {
        var result: [String: StoredValue] = [:]
        for (slot, value) in changes where !mapped.slots[slot].isTransient {
            result[mapped.slots[slot].name] = value
        }
        for (index, state) in toManys.enumerated()
        where state.isChanged && state.isLoaded
            && !mapped.toManys[index].relationship.isTransient
        {
            result[mapped.toManys[index].name] = .objects(state.members)
        }
        return result
    }

    /// Returns the values as they were last loaded or saved, by property; all of them if no keys are given. To-many
    /// relationships are included only if they are loaded.
    ///
    /// - Throws: the errors of loading a fault.
    public func committedValues(forKeys keys: [String]? = nil) throws -> [String: StoredValue] {
        let committed = try fired()
        var result: [String: StoredValue] = [:]
        for (slot, value) in zip(mapped.slots, committed.values) {
            if keys?.contains(slot.name) ?? true { result[slot.name] = value }
        }
        for (index, state) in toManys.enumerated() {
            let name = mapped.toManys[index].name
            guard let members = state.committed, keys?.contains(name) ?? true else { continue }
            result[name] = .objects(members)
        }
        return result
    }

    func unknown(_ key: String) -> ManagedObjectError {
        .unknownKey(entity: mapped.name, key: key)
    }

    func unacceptable(_ key: String) -> ManagedObjectError {
        .unacceptableValue(entity: mapped.name, key: key)
    }
}
