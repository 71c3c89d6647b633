import Files
import ObjectLayer
import ObjectModel

/// Appends the cells of rows without objects as text and as JSON. The bytes equal those of ``CellText`` for the same
/// values, without a `String` for each.
enum CellBytes {
    /// Appends the text of a cell.
    static func append(
        _ cell: ShownCell, _ column: TableColumn, for reader: CellText.Reader, to text: inout TextBytes
    ) {
        switch cell {
        case .none: break
        case .text(let bytes): append(repaired: bytes, to: &text)
        case .object(_, _, let name?): append(repaired: name, to: &text)
        case .object(let entity, let key, nil), .objectID(let entity, let key):
            append(entity, key, to: &text)
        case .value(let value): text.append(text: CellText(reader: reader).text(value, column))
        case .bool, .integer, .double, .date, .uuid: append(plain: cell, column, to: &text)
        }
    }

    /// Appends the JSON of a cell.
    static func append(json cell: ShownCell, _ column: TableColumn, to text: inout TextBytes) {
        switch cell {
        case .none: text.append("null")
        case .text(let bytes): append(quoted: bytes, to: &text)
        case .object(let entity, let key, let name):
            text.append("{\"objectID\": \"")
            append(entity, key, to: &text)
            text.append("\", \"name\": ")
            if let name { append(quoted: name, to: &text) } else { text.append("null") }
            text.append("}")
        case .objectID(let entity, let key):
            text.append("\"")
            append(entity, key, to: &text)
            text.append("\"")
        case .date, .uuid:
            text.append("\"")
            append(plain: cell, column, to: &text)
            text.append("\"")
        case .double(let number) where !number.isFinite: text.append(text: QuotedText.json("\(number)"))
        case .bool, .integer, .double: append(plain: cell, column, to: &text)
        case .value(let value): text.append(text: CellText.json(value, column))
        }
    }

    /// Appends a value that has the same form in all formats: printable ASCII.
    private static func append(
        plain cell: ShownCell, _ column: TableColumn, to text: inout TextBytes
    ) {
        switch cell {
        case .bool(let flag): text.append(flag ? "true" : "false")
        case .integer(let number): text.append(integer: number)
        case .double(let number):
            if column.type == .float, Double(Float(number)) == number {
                text.append(shortest: Float(number))
            } else {
                text.append(shortest: number, showsFraction: false)
            }
        case .date(let seconds):
            if !ISO8601Text.append(referenceSeconds: seconds, to: &text) { text.append(text: "\(seconds)") }
        case .uuid(let bytes): text.append(uuid: bytes)
        case .none, .text, .object, .objectID, .value: break
        }
    }

    /// Appends an ID such as `Item/p12`. The entity names in URIs contain nothing that JSON would have to escape.
    private static func append(_ entity: UnsafeRawBufferPointer, _ key: Int64, to text: inout TextBytes) {
        text.append(entity)
        text.append(integer: key)
    }

    // MARK: Texts

    private static func append(repaired bytes: UnsafeRawBufferPointer, to text: inout TextBytes) {
        if ASCIIBytes.isPlain(bytes, without: 0, 0, 0, 0)
            || UTF8Validation.firstInvalidOffset(in: bytes) == nil
        {
            text.append(bytes)
        } else {
            text.append(text: String(decoding: bytes, as: UTF8.self))
        }
    }

    /// Appends a text as ``QuotedText/json(_:)`` writes it.
    static func append(quoted bytes: UnsafeRawBufferPointer, to text: inout TextBytes) {
        let (quote, backslash) = (UInt8(ascii: "\""), UInt8(ascii: "\\"))
        if ASCIIBytes.isPlain(bytes, without: quote, backslash, backslash, backslash) {
            text.append(quote)
            text.append(bytes)
            text.append(quote)
            return
        }
        guard UTF8Validation.firstInvalidOffset(in: bytes) == nil else {
            return text.append(text: QuotedText.json(String(decoding: bytes, as: UTF8.self)))
        }
        text.append(quote)
        for (index, byte) in bytes.enumerated() {
            switch byte {
            case quote, backslash:
                text.append(backslash)
                text.append(byte)
            case UInt8(ascii: "\n"): text.append("\\n")
            case UInt8(ascii: "\r"): text.append("\\r")
            case UInt8(ascii: "\t"): text.append("\\t")
            case 0..<0x20, 0x7F: append(control: byte, to: &text)
            // The controls from U+0080 to U+009F.
            case 0xC2 where bytes[index + 1] < 0xA0: append(control: bytes[index + 1], to: &text)
            case 0x80..<0xA0 where bytes[index - 1] == 0xC2: break
            default: text.append(byte)
            }
        }
        text.append(quote)
    }

    private static func append(control byte: UInt8, to text: inout TextBytes) {
        text.append("\\u00")
        text.append(hexadecimal: byte, isUppercase: false)
    }
}
