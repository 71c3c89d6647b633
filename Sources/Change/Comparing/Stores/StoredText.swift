import Files
import ObjectModel
import SQLite
import StoreFormat

/// Values in the form of differences and dumps, which is the same on every machine.
enum StoredText {
    /// One of two stores.
    enum Which: Int64 {
        case old = 0
        case new = 1
    }

    /// The SQL function that returns a substitute for a value that may be in a file.
    static let function = "zseed_content"

    /// Returns the SQL for a value that can be compared with one of another store. For bytes that may be in files, it
    /// does not depend on their place.
    static func comparable(_ expression: String, _ attribute: AttributeDescription, _ which: Which) -> String
    {
        guard attribute.allowsExternalBinaryDataStorage else { return expression }
        return "\(function)(\(expression), \(which.rawValue))"
    }

    /// Registers the function on a connection.
    ///
    /// - Parameter folders: the folders with the files of the old and the new store.
    /// - Throws: `DatabaseError`.
    static func register(on connection: Connection, folders: [String]) throws {
        try connection.register(function: function, argumentCount: 2, isDeterministic: false) { arguments in
            guard case .blob(let bytes) = arguments[0], case .integer(let which) = arguments[1] else {
                return arguments[0]
            }
            return .blob(try content(bytes, folder: folders[Int(which)]))
        }
    }

    /// Returns the digest of a value that may be in a file, and its length; the reference if the file is missing.
    static func content(_ stored: [UInt8], folder: String) throws -> [UInt8] {
        var digest = ContentDigest()
        var length = 0
        if let name = ExternalValues.fileName(ofReference: stored) {
            let path = FilePath(folder).appending(name).text
            guard try FileStatus(path: path, followsLinks: false)?.isRegularFile == true else {
                return stored
            }
            try FileBytes.forEachPiece(of: path) { piece in
                digest.update(piece)
                length += piece.count
            }
        } else {
            digest.update(Array(stored.dropFirst()))
            length = max(stored.count - 1, 0)
        }
        return Array("\(length):".utf8) + Array(digest.finished().prefix(8))
    }

    /// Returns the compared form of an attribute's value.
    static func value(_ value: Value, _ attribute: AttributeDescription) -> ComparedValue {
        self.value(value, attribute.type, mayBeFile: attribute.allowsExternalBinaryDataStorage)
    }

    /// Returns the compared form of a value of a type.
    ///
    /// - Parameter mayBeFile: whether the value is the substitute for one that may be in a file.
    static func value(_ value: Value, _ type: AttributeType, mayBeFile: Bool) -> ComparedValue {
        switch value {
        case .null: .none
        case .integer(let number):
            switch type {
            case .boolean: .boolean(number != 0)
            case .date: date(Double(number))
            default: .number(String(number))
            }
        case .real(let number):
            type == .date ? date(number) : .number(NumberText.text(number, as: type))
        case .text(let text): .text(text)
        case .blob(let bytes): blob(bytes, type, mayBeFile: mayBeFile)
        }
    }

    private static func date(_ seconds: Double) -> ComparedValue {
        .date(ISO8601Text.text(referenceSeconds: seconds) ?? "\(seconds)", seconds)
    }

    private static func blob(_ bytes: [UInt8], _ type: AttributeType, mayBeFile: Bool) -> ComparedValue {
        if type == .uuid, bytes.count == 16 {
            return .text(BytesText.uuid(bytes))
        }
        // The function above returns a length and a digest.
        if mayBeFile {
            guard let mark = bytes.firstIndex(of: UInt8(ascii: ":")), mark < 20,
                let length = Int(String(decoding: bytes[..<mark], as: UTF8.self))
            else { return .text("missing file") }
            return .bytes(length, Array(bytes[(mark + 1)...]))
        }
        var digest = ContentDigest()
        digest.update(bytes)
        return .bytes(bytes.count, Array(digest.finished().prefix(8)))
    }
}

/// A value in the form for comparison.
package enum ComparedValue: Equatable, Sendable {
    case none
    case boolean(Bool)
    /// A number in digits.
    case number(String)
    case text(String)
    /// A point in time: in ISO 8601, and in seconds since 2001.
    case date(String, Double)
    /// Bytes: their number, and the beginning of their SHA-256 digest.
    case bytes(Int, [UInt8])
    /// An object, by its name.
    case object(String)

    /// Texts are equal if their bytes are equal, as in stores.
    package static func == (one: ComparedValue, other: ComparedValue) -> Bool {
        switch (one, other) {
        case (.none, .none): true
        case (.boolean(let left), .boolean(let right)): left == right
        case (.number(let left), .number(let right)), (.text(let left), .text(let right)),
            (.object(let left), .object(let right)):
            left.utf8.elementsEqual(right.utf8)
        case (.date(let left, let leftSeconds), .date(let right, let rightSeconds)):
            left == right && leftSeconds == rightSeconds
        case (.bytes(let left, let leftDigest), .bytes(let right, let rightDigest)):
            left == right && leftDigest == rightDigest
        default: false
        }
    }
}
