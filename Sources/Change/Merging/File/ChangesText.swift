import Foundation
import ObjectModel

/// Values as a file with changes has them (docs/merging.md#changes-as-data).
enum ChangesText {
    static func quoted(_ text: String) -> String {
        QuotedText.quoted(text) { scalar in
            // JSON takes all others as they are.
            scalar.value < 0x20 || scalar.value == 0x7F ? QuotedText.fourDigits(scalar) : nil
        }
    }

    /// A value of an attribute. Numbers with fractions are texts, so that no reader rounds them; nil for what has
    /// no such form.
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
