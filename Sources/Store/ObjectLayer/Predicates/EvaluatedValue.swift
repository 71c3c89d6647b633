import ObjectModel

/// A value during the evaluation of a predicate.
indirect enum EvaluatedValue: Equatable, Sendable {
    case null
    case integer(Int64)
    /// Doubles, floats and decimals, which a store keeps as reals too (docs/internals/format.md#rows).
    case real(Double)
    case text(String)
    case date(Double)
    case data([UInt8])
    case uuid([UInt8])
    case url(String)
    case object(ManagedObjectID)
    case list([EvaluatedValue])

    /// A kind of values that can be compared with each other.
    enum Kind: Equatable, Sendable {
        case number, text, date, data, uuid, url, object
    }

    /// The kind; nil for no value and for lists.
    var kind: Kind? {
        switch self {
        case .null, .list: nil
        case .integer, .real: .number
        case .text: .text
        case .date: .date
        case .data: .data
        case .uuid: .uuid
        case .url: .url
        case .object: .object
        }
    }

    init(_ value: StoredValue) {
        switch value {
        case .null, .externalData: self = .null
        case .attribute(let value): self.init(value)
        case .object(let id): self = .object(id)
        case .objects(let ids): self = .list(ids.map { .object($0) })
        }
    }

    init(_ value: PropertyValue) {
        switch value {
        case .bool(let flag): self = .integer(flag ? 1 : 0)
        case .integer(let number): self = .integer(number)
        case .double(let number): self = .real(number)
        case .decimal(let text): self = Double(text).map { .real($0) } ?? .null
        case .string(let text): self = .text(text)
        case .date(let seconds): self = .date(seconds)
        case .data(let bytes): self = .data(bytes)
        case .uuid(let bytes): self = .uuid(bytes)
        case .uri(let text): self = .url(text)
        case .array(let members): self = .list(members.map { EvaluatedValue($0) })
        case .dictionary, .object, .null: self = .null
        }
    }

    /// Creates a value from a constant. The URI of an object of the store becomes that object.
    init(_ constant: PropertyValue, in map: StoreMap?) {
        if let map, case .uri(let text) = constant, let id = ManagedObjectID(uri: text, in: map) {
            self = .object(id)
        } else {
            self.init(constant)
        }
    }

    /// The members of a list; for a single value, only that value.
    var members: [EvaluatedValue] {
        guard case .list(let members) = self else { return [self] }
        return members
    }

    var isList: Bool {
        guard case .list = self else { return false }
        return true
    }

    /// The value as an attribute's value; nil for no value, objects and lists.
    var propertyValue: PropertyValue? {
        switch self {
        case .null, .object, .list: nil
        case .integer(let number): .integer(number)
        case .real(let number): .double(number)
        case .text(let text): .string(text)
        case .date(let seconds): .date(seconds)
        case .data(let bytes): .data(bytes)
        case .uuid(let bytes): .uuid(bytes)
        case .url(let text): .uri(text)
        }
    }
}

extension EvaluatedValue {
    /// Returns whether two single values are equal. No value equals no value. Values of different kinds are never
    /// equal.
    func equals(_ other: EvaluatedValue) -> Bool {
        switch (self, other) {
        case (.null, .null): true
        case (.integer(let one), .integer(let two)): one == two
        case (.integer, .real), (.real, .integer), (.real, .real):
            order(before: other) == false && other.order(before: self) == false
        // Swift's `==` would treat canonically equivalent texts as equal, such as `é` in one or two scalars.
        case (.text(let one), .text(let two)), (.url(let one), .url(let two)):
            one.utf8.elementsEqual(two.utf8)
        case (.date(let one), .date(let two)): one == two
        case (.data(let one), .data(let two)), (.uuid(let one), .uuid(let two)): one == two
        case (.object(let one), .object(let two)): one == two
        default: false
        }
    }

    /// Returns whether the value sorts before another one of its kind; nil if they have no order.
    func order(before other: EvaluatedValue) -> Bool? {
        switch (self, other) {
        case (.integer(let one), .integer(let two)): one < two
        case (.real(let one), .real(let two)), (.date(let one), .date(let two)):
            one.isNaN || two.isNaN ? nil : one < two
        // The comparison is exact, as in SQLite: not every integer has an equal double.
        case (.integer(let one), .real(let two)): Self.compare(one, two).map { $0 < 0 }
        case (.real(let one), .integer(let two)): Self.compare(two, one).map { $0 > 0 }
        case (.text(let one), .text(let two)): one.precedesInBinaryOrder(two)
        default: nil
        }
    }

    /// Compares an integer with a double. The result is negative if the integer is less.
    private static func compare(_ integer: Int64, _ real: Double) -> Int? {
        guard !real.isNaN else { return nil }
        let limit = 9_223_372_036_854_775_808.0
        guard real < limit else { return -1 }
        guard real >= -limit else { return 1 }
        let whole = Int64(real.rounded(.towardZero))
        guard integer == whole else { return integer < whole ? -1 : 1 }
        let rest = real - real.rounded(.towardZero)
        return rest == 0 ? 0 : (rest > 0 ? -1 : 1)
    }

    /// Returns the order of two values in results: negative if this one is first. A missing value sorts first, and
    /// texts follow the given text order.
    func order(
        beside other: EvaluatedValue, _ textOrder: TextOrder, in language: LocalizedOrder
    ) -> Int {
        switch (self, other) {
        case (.null, .null): return 0
        case (.null, _): return -1
        case (_, .null): return 1
        case (.text(let one), .text(let other)): return textOrder.compare(one, other, in: language)
        // Values are ordered like their columns: by keys, bytes, and the texts of URLs.
        case (.object(let one), .object(let other)):
            return one < other ? -1 : (other < one ? 1 : 0)
        case (.uuid(let one), .uuid(let other)), (.data(let one), .data(let other)):
            if one.lexicographicallyPrecedes(other) { return -1 }
            return other.lexicographicallyPrecedes(one) ? 1 : 0
        case (.url(let one), .url(let other)):
            if one.precedesInBinaryOrder(other) { return -1 }
            return other.precedesInBinaryOrder(one) ? 1 : 0
        default:
            if order(before: other) ?? false { return -1 }
            return other.order(before: self) ?? false ? 1 : 0
        }
    }
}
