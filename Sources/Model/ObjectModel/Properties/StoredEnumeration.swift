/// The form in which SwiftData stores an enumeration: a composite attribute (docs/start/swiftdata.md#names-and-types).
public enum StoredEnumeration: Equatable, Sendable {
    /// An enumeration with raw values: the one element that contains them.
    case raw(AttributeDescription)
    /// An enumeration without raw values: the names of the cases, each with an element of its own. The element of the
    /// chosen case contains its name.
    case plain(cases: [String])
}

extension AttributeDescription {
    /// The enumeration in the attribute; nil for other attributes.
    ///
    /// SwiftData marks it in the user info with `EnumType`. If there are no raw values, `enum` has the names of the
    /// cases.
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
