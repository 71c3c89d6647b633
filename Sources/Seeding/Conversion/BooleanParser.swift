/// Reads the words that people write for true and false.
enum BooleanParser {
    /// The words for true, in lower case.
    static let trueWords = ["1", "true", "yes", "on", "y", "t"]
    /// The words for false, in lower case.
    static let falseWords = ["0", "false", "no", "off", "n", "f"]

    private static let words: [(word: [UInt8], value: Bool)] =
        trueWords.map { (Array($0.utf8), true) } + falseWords.map { (Array($0.utf8), false) }

    /// The truth value of a word, whatever its case; nil where it is none.
    static func boolean(_ bytes: UnsafeRawBufferPointer) -> Bool? {
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
