/// What SwiftData makes of an enumeration: a composite attribute (docs/swiftdata.md#names-and-types).
public enum StoredEnumeration: Equatable, Sendable {
    /// With raw values: the one element that holds them.
    case raw(AttributeDescription)
    /// Without: the names of the cases, each with an element of its own; that of the chosen case holds
    /// its name.
    case plain(cases: [String])
}

extension AttributeDescription {
    /// The enumeration that the attribute keeps; nil where it keeps none.
    ///
    /// SwiftData marks it in the user info, with `EnumType`, and with `enum`, the names of the cases,
    /// where there are no raw values.
    public var enumeration: StoredEnumeration? {
        guard isComposite else { return nil }
        switch userInfo.value(forKey: "EnumType") {
        case .bool(true), .integer(1): break
        default: return nil
        }
        guard elements.allSatisfy({ !$0.isComposite }) else { return nil }
        guard userInfo.value(forKey: "enum") == nil else {
            return elements.allSatisfy { $0.type == .string }
                ? .plain(cases: elements.map(\.name)) : nil
        }
        guard elements.count == 1, elements[0].name == name else { return nil }
        return .raw(elements[0])
    }
}
