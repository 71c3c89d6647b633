extension AttributeDescription {
    /// Whether the values are a SwiftData array, which is archived as data that contains JSON
    /// (docs/internals/format.md#rows). The class of its values shows that, or its default, which Core Data's own
    /// models cannot have.
    package var isCodableArray: Bool {
        guard type == .transformable, hasStandardTransformer else { return false }
        if case .array? = defaultValue { return true }
        return attributeValueClassName?.hasPrefix("Array<") ?? false
    }

    /// Whether Core Data itself archives the values as keyed archives.
    package var hasStandardTransformer: Bool {
        let standard = [
            "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
            "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName",
        ]
        return valueTransformerName.map(standard.contains) ?? true
    }

    /// Returns the type of the elements of a SwiftData array; nil for other attributes
    /// (docs/start/swiftdata.md#seeding).
    ///
    /// - Parameters:
    ///   - form: the attribute's form in source code.
    ///   - isInside: whether it is an element of a structure, where arrays are bare JSON.
    ///   - isSwiftData: whether SwiftData created the model.
    package func arrayElements(
        _ form: SourceValues.Form?, isInside: Bool, isSwiftData: Bool
    ) -> SourceValues.Element? {
        switch type {
        case .transformable:
            guard hasStandardTransformer else { return nil }
            if case .array(let elements)? = form { return elements }
            if let name = attributeValueClassName {
                guard name.hasPrefix("Array<"), name.hasSuffix(">") else { return nil }
                return Self.elements[String(name.dropFirst(6).dropLast())] ?? .other
            }
            let isMarked = valueTransformerName == "NSSecureUnarchiveFromData"
            return isCodableArray || isMarked && isSwiftData ? .other : nil
        case .binaryData:
            if case .array(let elements)? = form { return elements }
            return form == nil && isInside && isSwiftData ? .other : nil
        default: return nil
        }
    }

    /// The elements of arrays by their Swift names, as in the value classes of model caches.
    private static let elements: [String: SourceValues.Element] = [
        "String": .value(.string), "Int": .value(.integer64), "Int16": .value(.integer16),
        "Int32": .value(.integer32), "Int64": .value(.integer64), "Double": .value(.double),
        "Float": .value(.float), "Bool": .value(.boolean), "UUID": .value(.uuid),
        "Data": .value(.binaryData), "URL": .value(.uri),
    ]
}
