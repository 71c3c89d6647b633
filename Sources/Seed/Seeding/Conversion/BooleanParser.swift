import Inputs

/// Reads the usual words for true and false, or those of a plan.
package struct BooleanParser {
    /// The words for true, in lower case.
    package static let trueWords = ["1", "true", "yes", "on", "y", "t"]
    /// The words for false, in lower case.
    package static let falseWords = ["0", "false", "no", "off", "n", "f"]

    private static let words: [(word: [UInt8], value: Bool)] =
        trueWords.map { (Array($0.utf8), true) } + falseWords.map { (Array($0.utf8), false) }

    /// The plan's own words in lower case; nil for the usual ones.
    private let ownWords: [String: Bool]?

    /// Prepares a parser.
    ///
    /// - Parameter words: the only words that count; nil for the usual ones.
    package init(_ words: BooleanWords? = nil) {
        ownWords = words.map { words in
            let pairs =
                words.trueWords.map { ($0.lowercased(), true) }
                + words.falseWords.map { ($0.lowercased(), false) }
            return Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        }
    }

    /// Whether the usual words count.
    package var isUsual: Bool { ownWords == nil }

    /// Returns the truth value of the words that programs write; nil for other texts.
    @inline(__always)
    static func quickBoolean(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        switch bytes.count {
        case 1 where bytes[0] == UInt8(ascii: "1"): true
        case 1 where bytes[0] == UInt8(ascii: "0"): false
        case 4 where bytes.loadUnaligned(as: UInt32.self) == trueWord: true
        case 5
        where bytes.loadUnaligned(as: UInt32.self) == falseStart
            && bytes[4] == UInt8(ascii: "e"):
            false
        default: nil
        }
    }

    /// `true`, and the beginning of `false`, as they are in memory.
    private static let trueWord = UInt32(bigEndian: 0x7472_7565)
    private static let falseStart = UInt32(bigEndian: 0x6661_6C73)

    /// Returns the truth value of a cell; nil if it has none. Numbers must be 0 or 1, unless the plan has words of
    /// its own.
    package func boolean(_ field: Field) -> Bool? {
        guard let ownWords else {
            switch field {
            case .integer(0), .real(0): return false
            case .integer(1), .real(1): return true
            case .text(let bytes): return Self.boolean(bytes)
            default: return nil
            }
        }
        switch field {
        case .null, .blob: return nil
        default: return ownWords[field.display.lowercased()]
        }
    }

    /// Returns the truth value of a usual word in any case; nil for other texts.
    package static func boolean(_ bytes: UnsafeRawBufferPointer) -> Bool? {
        guard bytes.count <= 5 else { return nil }
        return words.first { matches(bytes, $0.word) }?.value
    }

    private static func matches(_ bytes: UnsafeRawBufferPointer, _ word: [UInt8]) -> Bool {
        guard bytes.count == word.count else { return false }
        for index in word.indices {
            let byte = bytes[index]
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            if lower != word[index] { return false }
        }
        return true
    }
}
