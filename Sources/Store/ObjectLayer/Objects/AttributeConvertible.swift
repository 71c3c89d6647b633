import Foundation
import ObjectModel

/// A Swift type to and from which attribute values can be converted.
public protocol AttributeConvertible: PredicateArgumentConvertible {
    /// Creates an instance from an attribute's value; nil if the value cannot be converted.
    init?(attributeValue: PropertyValue)
    /// The value in the form of an attribute's value.
    var attributeValue: PropertyValue { get }
}

extension AttributeConvertible {
    /// The value as a constant; a list as several constants.
    public var predicateArgument: PredicateArgument {
        if case .array(let values) = attributeValue { return .values(values) }
        return .value(attributeValue)
    }
}

extension ManagedObject: PredicateArgumentConvertible {
    /// The object, for comparison with `SELF` or a relationship.
    public var predicateArgument: PredicateArgument { objectID.predicateArgument }
}

extension ManagedObjectID: PredicateArgumentConvertible {
    /// The object with this ID.
    public var predicateArgument: PredicateArgument { .expression(.object(self)) }
}

extension PropertyValue: AttributeConvertible {
    /// Accepts any value.
    public init?(attributeValue: PropertyValue) { self = attributeValue }
    /// The value itself.
    public var attributeValue: PropertyValue { self }
}

extension Bool: AttributeConvertible {
    /// Accepts a Boolean, or the integer 0 or 1; nil for other values.
    public init?(attributeValue: PropertyValue) {
        switch attributeValue {
        case .bool(let flag): self = flag
        case .integer(let number) where number == 0 || number == 1: self = number == 1
        default: return nil
        }
    }
    /// A Boolean value.
    public var attributeValue: PropertyValue { .bool(self) }
}

extension AttributeConvertible where Self: FixedWidthInteger {
    /// Accepts an integer that fits the type; nil for other values.
    public init?(attributeValue: PropertyValue) {
        guard case .integer(let number) = attributeValue else { return nil }
        self.init(exactly: number)
    }
    /// An integer of 64 bits.
    public var attributeValue: PropertyValue { .integer(Int64(clamping: self)) }
}

extension Int: AttributeConvertible {}
extension Int16: AttributeConvertible {}
extension Int32: AttributeConvertible {}
extension Int64: AttributeConvertible {}

extension Double: AttributeConvertible {
    /// Accepts a floating-point number, an integer or a decimal; nil for other values.
    public init?(attributeValue: PropertyValue) {
        switch attributeValue {
        case .double(let number): self = number
        case .integer(let number): self = Double(number)
        case .decimal(let text): self.init(text)
        default: return nil
        }
    }
    /// A floating-point number.
    public var attributeValue: PropertyValue { .double(self) }
}

extension Float: AttributeConvertible {
    /// Accepts the same values as `Double`, rounded to 32 bits.
    public init?(attributeValue: PropertyValue) {
        guard let number = Double(attributeValue: attributeValue) else { return nil }
        self.init(number)
    }
    /// The same number with 64 bits.
    public var attributeValue: PropertyValue { .double(Double(self)) }
}

extension Decimal: AttributeConvertible {
    /// Accepts a decimal or an integer; nil for other values.
    public init?(attributeValue: PropertyValue) {
        switch attributeValue {
        case .decimal(let text): self.init(string: text)
        case .integer(let number): self.init(number)
        default: return nil
        }
    }
    /// A decimal with all its digits.
    public var attributeValue: PropertyValue { .decimal("\(self)") }
}

extension String: AttributeConvertible {
    /// Accepts a text; nil for other values.
    public init?(attributeValue: PropertyValue) {
        guard case .string(let text) = attributeValue else { return nil }
        self = text
    }
    /// A text.
    public var attributeValue: PropertyValue { .string(self) }
}

extension Date: AttributeConvertible {
    /// Accepts a date; nil for other values.
    public init?(attributeValue: PropertyValue) {
        guard case .date(let seconds) = attributeValue else { return nil }
        self.init(timeIntervalSinceReferenceDate: seconds)
    }
    /// Seconds since 2001-01-01T00:00:00Z (docs/internals/format.md#rows).
    public var attributeValue: PropertyValue { .date(timeIntervalSinceReferenceDate) }
}

extension Data: AttributeConvertible {
    /// Accepts binary data; nil for other values.
    public init?(attributeValue: PropertyValue) {
        guard case .data(let bytes) = attributeValue else { return nil }
        self.init(bytes)
    }
    /// Binary data.
    public var attributeValue: PropertyValue { .data(Array(self)) }
}

extension UUID: AttributeConvertible {
    /// Accepts a UUID of 16 bytes; nil for other values.
    public init?(attributeValue: PropertyValue) {
        guard case .uuid(let bytes) = attributeValue, bytes.count == 16 else { return nil }
        self.init(
            uuid: (
                bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
                bytes[8], bytes[9], bytes[10], bytes[11], bytes[12], bytes[13], bytes[14],
                bytes[15]
            ))
    }
    /// The 16 bytes of the UUID.
    public var attributeValue: PropertyValue { .uuid(withUnsafeBytes(of: uuid) { Array($0) }) }
}

extension URL: AttributeConvertible {
    /// Accepts a URI that is a valid URL; nil for other values.
    public init?(attributeValue: PropertyValue) {
        guard case .uri(let text) = attributeValue else { return nil }
        self.init(string: text)
    }
    /// The URI as an absolute text.
    public var attributeValue: PropertyValue { .uri(absoluteString) }
}
