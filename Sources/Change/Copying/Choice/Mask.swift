/// A rule that makes the values of an attribute unrecognizable.
package struct Mask: Equatable, Sendable {
    /// The methods of masking.
    package enum Way: Equatable, Sendable {
        /// A hash of the value, which does not reveal the value. Equal values stay equal, and different values stay
        /// different.
        case hash
        /// No value.
        case null
        /// A value of the same form: letters become `x` or `X`, digits become `0`.
        case redact
        /// The same constant for all values.
        case constant(String)
    }

    /// The name of the entity.
    package let entity: String
    /// The name of the attribute, or the dotted path to an element of a composite attribute.
    package let attribute: String
    /// The method.
    package let way: Way

    /// Creates a mask.
    package init(entity: String, attribute: String, way: Way) {
        self.entity = entity
        self.attribute = attribute
        self.way = way
    }

    /// Reads a mask such as `Person.email=hash`; nil if the text is not one.
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
