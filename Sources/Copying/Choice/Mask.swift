/// What makes the values of an attribute unrecognizable.
package struct Mask: Equatable, Sendable {
    /// The ways of doing so.
    package enum Way: Equatable, Sendable {
        /// A value that follows from the old one, and from which nobody can tell it: equal ones stay equal,
        /// different ones different.
        case hash
        /// No value.
        case null
        /// The same form: letters become `x` or `X`, digits `0`.
        case redact
        /// This value instead of any other.
        case constant(String)
    }

    /// The entity.
    package let entity: String
    /// The attribute, or with dots the element of a composite one.
    package let attribute: String
    /// The way.
    package let way: Way

    /// Takes the parts of a mask.
    package init(entity: String, attribute: String, way: Way) {
        self.entity = entity
        self.attribute = attribute
        self.way = way
    }

    /// Reads `Person.email=hash`; nil where the text is none.
    package init?(_ text: String) {
        guard let sign = text.firstIndex(of: "="), let dot = text[..<sign].firstIndex(of: ".") else {
            return nil
        }
        let way: Way
        switch text[text.index(after: sign)...] {
        case "hash": way = .hash
        case "null": way = .null
        case "redact": way = .redact
        case let rest where rest.hasPrefix("constant:"): way = .constant(String(rest.dropFirst(9)))
        default: return nil
        }
        self.init(
            entity: String(text[..<dot]), attribute: String(text[text.index(after: dot)..<sign]), way: way)
        guard !entity.isEmpty, !attribute.isEmpty else { return nil }
    }
}
