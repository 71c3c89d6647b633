import Foundation

/// The objects of a store as lines of text: each object with its values, in an order that follows from the store. Every
/// reader of the same store writes the same lines.
public struct StoreDump {
    private var objects: [(entity: String, primaryKey: Int64, lines: [String])] = []

    public init() {}

    /// Adds an object.
    ///
    /// - Parameter values: The texts of its properties, by name.
    public mutating func add(entity: String, primaryKey: Int64, values: [String: String]) {
        let lines = values.sorted { $0.key < $1.key }.map { "  \($0.key) = \($0.value)" }
        objects.append((entity, primaryKey, lines))
    }

    /// All lines.
    public var text: String {
        objects.sorted { ($0.entity, $0.primaryKey) < ($1.entity, $1.primaryKey) }
            .flatMap { [Self.name($0.entity, $0.primaryKey)] + $0.lines }
            .map { $0 + "\n" }.joined()
    }

    /// Returns the name of an object in the text.
    public static func name(_ entity: String, _ primaryKey: Int64) -> String {
        "\(entity) p\(primaryKey)"
    }

    // MARK: Values

    /// The text of a missing value.
    public static let nothing = "nil"

    public static func text(_ integer: Int64) -> String { "\(integer)" }
    /// Returns the exact text of a number, or of a date in seconds since 2001.
    public static func text(_ number: Double) -> String { "\(number)" }
    public static func text(_ text: String) -> String {
        let escaped = text.unicodeScalars.map { scalar in
            scalar.value < 0x20 || scalar == "\"" || scalar == "\\"
                ? "\\u{\(String(scalar.value, radix: 16))}" : String(scalar)
        }
        return "\"\(escaped.joined())\""
    }
    /// Returns the text of bytes: their number and their FNV-1a hash.
    public static func text(_ bytes: [UInt8]) -> String {
        let sum = bytes.reduce(UInt64(14_695_981_039_346_656_037)) { ($0 ^ UInt64($1)) &* 1_099_511_628_211 }
        return "\(bytes.count) bytes \(String(sum, radix: 16))"
    }
    /// Returns the text of a to-many relationship: the names of its objects, sorted if it is not ordered.
    public static func text(_ names: [String], isOrdered: Bool) -> String {
        "[\((isOrdered ? names : names.sorted()).joined(separator: ", "))]"
    }
}
