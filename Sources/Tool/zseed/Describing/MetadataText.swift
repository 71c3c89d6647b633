import ObjectLayer
import ObjectModel
import Seeding

/// Metadata values in the form that users write and read.
enum MetadataText {
    /// Returns the value of a text; nil if it does not match its type prefix.
    static func value(_ text: String) -> PropertyList? {
        let parts = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(
            String.init)
        guard parts.count == 2, let kind = Kind(rawValue: parts[0]) else { return guessed(text) }
        let rest = parts[1]
        switch kind {
        case .text: return .string(rest)
        case .integer: return Int64(rest).map { .integer($0) }
        case .real: return number(rest).map { .real($0) }
        case .boolean: return boolean(rest).map { .bool($0) }
        case .date: return date(rest).map { .date($0) }
        case .data: return bytes(rest).map { .data($0) }
        }
    }

    private enum Kind: String {
        case text, integer, real, boolean, date, data
    }

    private static func guessed(_ text: String) -> PropertyList {
        if let flag = boolean(text) { return .bool(flag) }
        // A number in any other form is a text, such as a version or a code with leading zeros.
        if let number = Int64(text), String(number) == text { return .integer(number) }
        if let number = number(text), "\(number)" == text { return .real(number) }
        return .string(text)
    }

    private static func boolean(_ text: String) -> Bool? {
        switch text {
        case "true": true
        case "false": false
        default: nil
        }
    }

    private static func number(_ text: String) -> Double? {
        guard text.utf8.allSatisfy({ "+-.0123456789eE".utf8.contains($0) }) else { return nil }
        return Double(text).flatMap { $0.isFinite ? $0 : nil }
    }

    private static func date(_ text: String) -> Double? { ISO8601Date.referenceSeconds(text) }

    private static func bytes(_ text: String) -> [UInt8]? {
        guard text.utf8.count % 2 == 0, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return nil
        }
        let digits = Array(text)
        return stride(from: 0, to: digits.count, by: 2).compactMap {
            UInt8(String(digits[$0...($0 + 1)]), radix: 16)
        }
    }

    // MARK: Showing

    /// Returns the name of a value's type.
    static func type(_ value: PropertyList) -> String {
        switch value {
        case .string: "text"
        case .integer, .unsigned: "integer"
        case .real: "real"
        case .date: "date"
        case .bool: "boolean"
        case .data: "data"
        case .array: "list"
        case .dictionary: "dictionary"
        case .uid: "uid"
        case .null: "null"
        }
    }

    /// Returns a value on one line.
    static func text(_ value: PropertyList) -> String {
        switch value {
        case .string(let text): ValueWords.plain(text)
        case .date(let seconds): ISO8601Text.text(referenceSeconds: seconds) ?? "\(seconds)"
        default: value.line
        }
    }

    /// Returns a value as JSON.
    static func json(_ value: PropertyList) -> String {
        switch value {
        case .string(let text): QuotedText.json(text)
        case .integer, .unsigned: value.line
        case .real(let number): number.isFinite ? "\(number)" : QuotedText.json("\(number)")
        case .bool(let flag): String(flag)
        case .array(let values): "[\(values.map(json).joined(separator: ", "))]"
        case .dictionary(let values):
            "{"
                + values.sorted { $0.key.precedesInBinaryOrder($1.key) }
                .map { "\(QuotedText.json($0.key)): \(json($0.value))" }.joined(separator: ", ") + "}"
        case .null: "null"
        case .date, .data, .uid: QuotedText.json(text(value))
        }
    }
}
