/// A JSON value as it is in a document, without white space between its parts. Digits and the order of keys are
/// kept.
struct JSONTranscript {
    private(set) var bytes: [UInt8] = []

    /// Adds the next part.
    ///
    /// - Parameter text: the characters of a name, text or number.
    mutating func add(_ event: JSONParser.Event, _ text: [UInt8]) {
        switch event {
        case .endObject: bytes.append(UInt8(ascii: "}"))
        case .endArray: bytes.append(UInt8(ascii: "]"))
        case .end: break
        case .beginObject: begin(UInt8(ascii: "{"))
        case .beginArray: begin(UInt8(ascii: "["))
        case .name:
            addComma()
            bytes += Self.quoted(text)
            bytes.append(UInt8(ascii: ":"))
        case .string:
            addComma()
            bytes += Self.quoted(text)
        case .number:
            addComma()
            bytes += text
        case .boolean(let flag):
            addComma()
            bytes += (flag ? "true" : "false").utf8
        case .null:
            addComma()
            bytes += "null".utf8
        }
    }

    private mutating func begin(_ bracket: UInt8) {
        addComma()
        bytes.append(bracket)
    }

    private mutating func addComma() {
        switch bytes.last {
        case nil, UInt8(ascii: "["), UInt8(ascii: "{"), UInt8(ascii: ":"): break
        default: bytes.append(UInt8(ascii: ","))
        }
    }

    /// Returns a text in quotation marks.
    static func quoted(_ text: some Sequence<UInt8>) -> [UInt8] {
        var bytes = [UInt8(ascii: "\"")]
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): bytes += [UInt8(ascii: "\\"), byte]
            case UInt8(ascii: "\n"): bytes += "\\n".utf8
            case UInt8(ascii: "\r"): bytes += "\\r".utf8
            case UInt8(ascii: "\t"): bytes += "\\t".utf8
            case 0..<0x20: bytes += ((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16)).utf8
            default: bytes.append(byte)
            }
        }
        bytes.append(UInt8(ascii: "\""))
        return bytes
    }
}
