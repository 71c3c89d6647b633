/// A value in a model: a default, a validation bound, a constant of a predicate, or an entry of user info.
///
/// Values of all classes are kept as plain data. If that is not possible, only the name of the class is known.
public enum PropertyValue: Equatable, Hashable, Sendable {
    case bool(Bool)
    case integer(Int64)
    case double(Double)
    /// A decimal number as text, such as `-12.50`, without exponent.
    case decimal(String)
    case string(String)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case data([UInt8])
    /// The 16 bytes of a UUID.
    case uuid([UInt8])
    case uri(String)
    case array([PropertyValue])
    /// Keys and values, sorted by key.
    case dictionary(UserInfo)
    /// An object of a class without a plain form, such as one of the app's own.
    case object(className: String)
    /// A null inside an array or dictionary, or in a predicate.
    case null

    /// Texts are equal if their bytes are equal: Core Data distinguishes Unicode normal forms, as SQLite does.
    public static func == (one: PropertyValue, other: PropertyValue) -> Bool {
        switch (one, other) {
        case (.bool(let left), .bool(let right)): left == right
        case (.integer(let left), .integer(let right)): left == right
        case (.double(let left), .double(let right)), (.date(let left), .date(let right)): left == right
        case (.decimal(let left), .decimal(let right)), (.string(let left), .string(let right)),
            (.uri(let left), .uri(let right)):
            left.utf8.elementsEqual(right.utf8)
        case (.data(let left), .data(let right)), (.uuid(let left), .uuid(let right)): left == right
        case (.array(let left), .array(let right)): left == right
        case (.dictionary(let left), .dictionary(let right)): left == right
        case (.object(let left), .object(let right)): left == right
        case (.null, .null): true
        default: false
        }
    }

    /// The text of a string; nil for other kinds.
    public var stringValue: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}

extension PropertyValue {
    /// Returns the value in the form of an attribute type, so that `0`, `0.0` and `NO` of different files are equal.
    /// A value without such a form is unchanged.
    ///
    /// An XML model has `defaultValueString="0"` for any type. Archives contain booleans and whole floats as
    /// integers.
    package func converted(to type: AttributeType) -> PropertyValue {
        switch (type, self) {
        case (.boolean, .integer(let number)) where number == 0 || number == 1:
            .bool(number == 1)
        case (.boolean, .double(let number)) where number == 0 || number == 1:
            .bool(number == 1)
        case (.integer16, .bool(let flag)), (.integer32, .bool(let flag)),
            (.integer64, .bool(let flag)):
            .integer(flag ? 1 : 0)
        case (.integer16, .double(let number)), (.integer32, .double(let number)),
            (.integer64, .double(let number)):
            Int64(exactly: number).map { .integer($0) } ?? self
        case (.double, .integer(let number)): .double(Double(number))
        case (.double, .bool(let flag)): .double(flag ? 1 : 0)
        // A 32-bit number read from text equals one read from an archive only after rounding.
        case (.float, .integer(let number)): .double(Double(Float(number)))
        case (.float, .double(let number)): .double(Double(Float(number)))
        case (.float, .bool(let flag)): .double(flag ? 1 : 0)
        case (.decimal, .integer(let number)): .decimal(String(number))
        case (.decimal, .bool(let flag)): .decimal(flag ? "1" : "0")
        case (.decimal, .double(let number)):
            Int64(exactly: number).map { .decimal(String($0)) } ?? self
        case (.uri, .string(let text)): .uri(text)
        default: self
        }
    }
}
