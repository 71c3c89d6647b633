/// The words, numbers and commas of a request's text that are outside brackets and quotes. The clauses are found among
/// them.
struct RequestFormatMarks {
    enum Kind: Equatable {
        /// A word that may be a keyword, in capitals; never part of a key path, and never one that
        /// is escaped (`#limit`).
        case word(String)
        case number
        case comma
    }

    struct Mark: Equatable {
        let kind: Kind
        /// The position in the text, in bytes of UTF-8.
        let range: Range<Int>
    }

    let marks: [Mark]

    init(_ bytes: [UInt8]) {
        var marks: [Mark] = []
        var depth = 0
        var position = 0
        while position < bytes.count {
            let byte = bytes[position]
            let start = position
            position += 1
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "'"):
                while position < bytes.count, bytes[position] != byte {
                    position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
                }
                position += 1
            case UInt8(ascii: "("), UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"): depth = max(depth - 1, 0)
            case UInt8(ascii: ",") where depth == 0:
                marks.append(Mark(kind: .comma, range: start..<position))
            case _ where Self.isWord(byte):
                while position < bytes.count, Self.isWord(bytes[position]) { position += 1 }
                guard depth == 0, !Self.isJoined(start..<position, in: bytes) else { continue }
                let text = String(decoding: bytes[start..<position], as: UTF8.self).uppercased()
                let isNumber = text.utf8.allSatisfy(Self.isDigit)
                marks.append(Mark(kind: isNumber ? .number : .word(text), range: start..<position))
            default: break
            }
        }
        self.marks = marks
    }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "_"), UInt8(ascii: "$"), 0x80...0xFF:
            true
        default: isDigit(byte)
        }
    }

    private static func isDigit(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
    }

    /// Whether a word is one step of a key path, or escaped.
    private static func isJoined(_ range: Range<Int>, in bytes: [UInt8]) -> Bool {
        let before = range.lowerBound > 0 ? bytes[range.lowerBound - 1] : 0x20
        let behind = range.upperBound < bytes.count ? bytes[range.upperBound] : 0x20
        return ".#@%".utf8.contains(before) || behind == UInt8(ascii: ".")
    }
}
