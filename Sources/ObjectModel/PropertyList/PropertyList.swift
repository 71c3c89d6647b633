import Files

/// A property list, binary or XML, with the references (UIDs) that keyed archives are made of.
///
/// Foundation's `PropertyListSerialization` hides UIDs on Linux in a private type, and its reader
/// is not made for hostile input; hence this one.
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

    /// What a property list may hold at most; guards against files made to exhaust memory.
    enum Limit {
        /// The greatest size of a binary file, in bytes.
        static let size = Limits.propertyListBytes.most
        /// The greatest size of an XML file, in bytes.
        static let textSize = Limits.propertyListTextBytes.most
        /// Containers inside one another.
        static let depth = Limits.propertyListLevels.most
        /// Values in all containers together, shared ones counted every time.
        static let values = Limits.propertyListValues.most
    }

    /// Reads a property list, binary or XML by its first bytes.
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

    /// Whether the bytes start as a property list does, binary or XML.
    static func isLikely(_ bytes: [UInt8]) -> Bool {
        if isBinary(bytes) { return true }
        let head = String(decoding: bytes.prefix(400), as: UTF8.self)
        return head.contains("<plist") || head.contains("<!DOCTYPE plist")
    }

    /// The value of a key, where this is a dictionary that has it.
    public subscript(key: String) -> PropertyList? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries[key]
    }

    /// The text, where this is one.
    public var string: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }

    /// The integer, where this is one, or a boolean or whole real.
    public var integer: Int64? {
        switch self {
        case .integer(let number): number
        case .bool(let flag): flag ? 1 : 0
        case .real(let number): Int64(exactly: number)
        default: nil
        }
    }

    /// The number, where this is an integer or real.
    public var real: Double? {
        switch self {
        case .integer(let number): Double(number)
        case .unsigned(let number): Double(number)
        case .real(let number): number
        default: nil
        }
    }

    /// The truth value, where this is one or an integer.
    public var bool: Bool? {
        switch self {
        case .bool(let flag): flag
        case .integer(let number): number != 0
        default: nil
        }
    }

    /// The bytes, where these are some.
    public var data: [UInt8]? {
        guard case .data(let bytes) = self else { return nil }
        return bytes
    }

    /// The elements, where this is an array.
    public var array: [PropertyList]? {
        guard case .array(let elements) = self else { return nil }
        return elements
    }

    /// The entries, where this is a dictionary.
    public var dictionary: [String: PropertyList]? {
        guard case .dictionary(let entries) = self else { return nil }
        return entries
    }

    /// The index of the object that it refers to, where this is a reference.
    public var uid: Int? {
        guard case .uid(let index) = self else { return nil }
        return index
    }
}
