import Foundation

/// Formats results as JSON, for programs.
enum JSONText {
    /// Returns the JSON of a value. Equal values give equal texts.
    ///
    /// - Throws: `EncodingError`, for example for a number that JSON cannot represent.
    static func of(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
