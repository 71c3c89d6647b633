extension AttributeDescription {
    /// Whether the values are an array of SwiftData's, which is archived as data that holds JSON
    /// (docs/format.md#rows): its class says so, or its default, which no model of Core Data's own
    /// can have.
    package var isCodableArray: Bool {
        guard type == .transformable, hasStandardTransformer else { return false }
        if case .array? = defaultValue { return true }
        return attributeValueClassName?.hasPrefix("Array<") ?? false
    }

    /// Whether Core Data itself turns the values into keyed archives.
    package var hasStandardTransformer: Bool {
        let standard = [
            "NSSecureUnarchiveFromData", "NSSecureUnarchiveFromDataTransformer",
            "NSKeyedUnarchiveFromData", "NSKeyedUnarchiveFromDataTransformerName",
        ]
        return valueTransformerName.map(standard.contains) ?? true
    }

    /// What the elements of an array of SwiftData's are; nil where the attribute is none
    /// (docs/swiftdata.md#seeding).
    ///
    /// - Parameters:
    ///   - form: what the source says of the attribute.
    ///   - isInside: whether it is an element of a structure, where arrays are bare JSON.
    ///   - isSwiftData: whether SwiftData made the model.
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

    /// The elements of arrays by their names in Swift, as the classes of values in model caches have
    /// them.
    private static let elements: [String: SourceValues.Element] = [
        "String": .value(.string), "Int": .value(.integer64), "Int16": .value(.integer16),
        "Int32": .value(.integer32), "Int64": .value(.integer64), "Double": .value(.double),
        "Float": .value(.float), "Bool": .value(.boolean), "UUID": .value(.uuid),
        "Data": .value(.binaryData), "URL": .value(.uri),
    ]
}
