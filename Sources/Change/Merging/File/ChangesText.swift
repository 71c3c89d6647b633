import Foundation
import ObjectModel

/// Values in the form of a file of changes (docs/guides/merging.md#changes-as-data).
enum ChangesText {
    static func quoted(_ text: String) -> String {
        QuotedText.quoted(text) { scalar in
            // JSON needs no escapes for other characters.
            scalar.value < 0x20 || scalar.value == 0x7F ? QuotedText.fourDigits(scalar) : nil
        }
    }

    /// Returns the value of an attribute as JSON, or nil if it has no such form. Numbers are texts, so that no reader
    /// rounds them.
    static func json(_ value: PropertyValue) -> String? {
        switch value {
        case .bool(let flag): String(flag)
        case .integer(let number): "{\"integer\": \"\(number)\"}"
        case .double(let number): "{\"double\": \"\(number)\"}"
        case .decimal(let text): "{\"decimal\": \(quoted(text))}"
        case .string(let text): quoted(text)
        case .date(let seconds): "{\"date\": \"\(seconds)\"}"
        case .data(let bytes): "{\"data\": \"\(Data(bytes).base64EncodedString())\"}"
        case .uuid(let bytes): "{\"uuid\": \"\(Data(bytes).base64EncodedString())\"}"
        case .uri(let text): "{\"uri\": \(quoted(text))}"
        case .array, .dictionary, .object, .null: nil
        }
    }
}
