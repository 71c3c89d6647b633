import Comparing
import Messages
import ObjectModel

/// Formats the values in differences and dumps as text.
enum ValueWords {
    /// Returns the text of a value: `nil` for no value, and texts in quotes only if they would be unclear otherwise.
    static func text(_ value: ComparedValue) -> String {
        switch value {
        case .none: "nil"
        case .boolean(let flag): String(flag)
        case .number(let text), .date(let text, _): text
        case .text(let text), .object(let text): plain(text)
        case .bytes(let count, let digest):
            "\(Count.text(count, "byte")) (\(BytesText.hexadecimal(digest)))"
        }
    }

    /// Returns a text, in quotes if its end or its line breaks would be invisible otherwise.
    static func plain(_ text: String) -> String {
        let isClear =
            !text.isEmpty && text != "nil"
            && (PrintableText.isPlainASCII(text)
                ? text.utf8.first != 0x20 && text.utf8.last != 0x20
                    && text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C }
                : isClear(text))
        return isClear ? text : QuotedText.json(text)
    }

    /// Returns whether a text needs no quotes.
    private static func isClear(_ text: String) -> Bool {
        text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0 != "\"" && $0 != "," && $0 != "→" && $0.properties.generalCategory != .control
                    && !PrintableText.isObeyed($0)
            }
    }

    /// Returns the label of an object: `Item "Rice"`, or `Item p12` if it has no name.
    static func label(_ object: ComparedObject) -> String {
        "\(object.entity) \(object.name.map { QuotedText.json($0) } ?? "p\(object.primaryKey)")"
    }

    /// Returns a value as JSON.
    static func json(_ value: ComparedValue) -> String {
        switch value {
        case .none: "null"
        case .boolean(let flag): String(flag)
        case .number(let text): Double(text)?.isFinite ?? false ? text : QuotedText.json(text)
        case .text(let text), .object(let text), .date(let text, _): QuotedText.json(text)
        case .bytes(let count, let digest):
            "{\"bytes\": \(count), \"sha256\": \"\(BytesText.hexadecimal(digest))\"}"
        }
    }
}
