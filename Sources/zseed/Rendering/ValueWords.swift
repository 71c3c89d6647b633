import Comparing
import ObjectModel

/// Values of differences and dumps as text.
enum ValueWords {
    /// A value: `nil` for none; texts in quotes only where it would not be clear otherwise.
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

    /// A text, in quotes where its end or its lines would not be seen.
    static func plain(_ text: String) -> String {
        let isClear =
            !text.isEmpty && text != "nil"
            && (PrintableText.isPlainASCII(text)
                ? text.utf8.first != 0x20 && text.utf8.last != 0x20
                    && text.utf8.allSatisfy { $0 != 0x22 && $0 != 0x2C }
                : isClear(text))
        return isClear ? text : QuotedText.json(text)
    }

    /// Whether nothing in a text asks for quotes.
    private static func isClear(_ text: String) -> Bool {
        text.first != " " && text.last != " "
            && text.unicodeScalars.allSatisfy {
                $0 != "\"" && $0 != "," && $0 != "→" && $0.properties.generalCategory != .control
                    && !PrintableText.isObeyed($0)
            }
    }

    /// An object: `Item "Rice"`, or `Item p12` where it has no name.
    static func label(_ object: ComparedObject) -> String {
        "\(object.entity) \(object.name.map { QuotedText.json($0) } ?? "p\(object.primaryKey)")"
    }

    /// A value as JSON.
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
