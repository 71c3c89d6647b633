import Foundation

/// Results as JSON, for programs.
enum JSONText {
    /// The JSON of a value; equal values give equal texts.
    ///
    /// - Throws: `EncodingError`, such as for a number that JSON does not have.
    static func of(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
