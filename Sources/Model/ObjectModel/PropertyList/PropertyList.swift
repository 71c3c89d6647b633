import Files

/// A binary or XML property list, including the references (UIDs) of keyed archives.
///
/// On Linux, Foundation's `PropertyListSerialization` has a private type for UIDs, and its reader is not made for
/// hostile input.
public enum PropertyList: Equatable, Sendable {
    case string(String)
    case integer(Int64)
    /// An integer beyond `Int64`.
    case unsigned(UInt64)
    case real(Double)
    case bool(Bool)
    /// Seconds since 2001-01-01 00:00 UTC.
    case date(Double)
    case data([UInt8])
    case array([PropertyList])
    case dictionary([String: PropertyList])
    /// A reference of a keyed archive: the index of an object.
    case uid(Int)
    case null

    /// The limits of a property list, which guard against files made to exhaust memory.
    enum Limit {
        /// The size of a binary file, in bytes.
        static let size = Limits.propertyListBytes.most
        /// The size of an XML file, in bytes.
        static let textSize = Limits.propertyListTextBytes.most
        /// The nesting of containers.
        static let depth = Limits.propertyListLevels.most
        /// The values in all containers together, with shared ones counted every time.
        static let values = Limits.propertyListValues.most
    }

    /// Reads a property list. Its first bytes show whether it is binary or XML.
    ///
    /// - Throws: ``ModelError`` (`malformed`, `tooMany`).
    public init(bytes: [UInt8]) throws {
        if Self.isBinary(bytes) {
            var reader = try BinaryPropertyListReader(bytes: bytes)
            self = try reader.read()
        } else {
            self = try XMLPropertyListReader.read(bytes)
        }
    }

    static func isBinary(_ bytes: [UInt8]) -> Bool { bytes.starts(with: Array("bplist0".utf8)) }

    /// Returns whether the bytes start like a property list, binary or XML.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        if isBinary(bytes) { return true }
        let head = String(decoding: bytes.prefix(400), as: UTF8.self)
        return head.contains("<plist") || head.contains("<!DOCTYPE plist")
    }

    /// The value of a key; nil if the list is not a dictionary or lacks the key.
    public subscript(key: String) -> PropertyList? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries[key]
    }

    /// The text; nil for other values.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer of an integer, a boolean or a whole real; nil for other values.
    public var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .bool(let flag): flag ? 1 : 0
        case .real(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number of an integer or real; nil for other values.
    public var real: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// The truth value of a boolean or an integer; nil for other values.
    public var bool: Bool? {
        switch self {
        case .bool(let flag): flag
        case .integer(let number): number != 0
        default: nil
        }
    }

    /// The bytes of data; nil for other values.
    public var data: [UInt8]? {
        guard case .data(let bytes) = self else { return nil }
        return bytes
    }

    /// The elements of an array; nil for other values.
    public var array: [PropertyList]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The entries of a dictionary; nil for other values.
    public var dictionary: [String: PropertyList]? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries
    }

    /// The index of the object that a reference refers to; nil for other values.
    public var uid: Int? {
        guard case .uid(let index) = self else { return nil }
        return index
    }
}
