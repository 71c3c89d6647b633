import Inputs

/// Reads a text from front to back.
struct ByteCursor {
    private let bytes: UnsafeRawBufferPointer
    private(set) var index = 0

    init(_ bytes: UnsafeRawBufferPointer) {
        self.bytes = bytes
    }

    @inline(__always)
    var isAtEnd: Bool { index >= bytes.count }

    @inline(__always)
    var peek: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// Skips a byte if it is next.
    @inline(__always)
    mutating func skip(_ byte: UInt8) -> Bool {
        guard peek == byte else { return false }
        index += 1
        return true
    }

    /// Skips the next byte if it is one of the candidates, and returns it.
    mutating func skip(anyOf candidates: StaticString) -> UInt8? {
        guard let next = peek else { return nil }
        let found = candidates.withUTF8Buffer { $0.contains(next) }
        guard found else { return nil }
        index += 1
        return next
    }

    /// Reads between `least` and `most` digits as a number. If there are fewer, reads nothing and returns nil.
    @inline(__always)
    mutating func digits(_ least: Int, _ most: Int) -> Int? {
        var value = 0
        var count = 0
        var position = index
        while count < most, position < bytes.count, let digit = NumberParser.digit(bytes[position]) {
            value = value * 10 + Int(digit)
            count += 1
            position += 1
        }
        guard count >= least else { return nil }
        index = position
        return value
    }

    /// Returns the number of digits that follow.
    func digitCount() -> Int {
        bytes[index...].prefix { NumberParser.digit($0) != nil }.count
    }

    /// Reads the digits of a fraction of a second, as nanoseconds. Digits beyond the ninth are dropped.
    mutating func fraction() -> Int? {
        var value = 0
        var count = 0
        while let next = peek, let digit = NumberParser.digit(next) {
            if count < 9 { value = value * 10 + Int(digit) }
            count += 1
            index += 1
        }
        guard count > 0 else { return nil }
        for _ in min(count, 9)..<9 { value *= 10 }
        return value
    }

    /// Reads an exact number of digits of a fraction of a second, at most nine, as nanoseconds.
    mutating func fraction(digits count: Int) -> Int? {
        guard count <= 9, var value = digits(count, count) else { return nil }
        for _ in count..<9 { value *= 10 }
        return value
    }

    /// Reads `Z`, `+hh`, `+hhmm` or `+hh:mm` as seconds east of UTC.
    mutating func zoneOffset() -> Int? {
        let start = index
        if skip(anyOf: "Zz") != nil { return 0 }
        guard let sign = skip(anyOf: "+-"), let hours = digits(2, 2), hours <= 18 else {
            index = start
            return nil
        }
        let hasColon = skip(UInt8(ascii: ":"))
        let minutes = digits(2, 2)
        guard (minutes ?? 0) <= 59, !(hasColon && minutes == nil) else {
            index = start
            return nil
        }
        let seconds = hours * 3_600 + (minutes ?? 0) * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Reads a zone's offset such as `GMT`, `GMT+2` or `UTC-03:30`, in seconds; nil and no step otherwise.
    mutating func namedZoneOffset() -> Int? {
        let start = index
        guard word(of: [Array("gmt".utf8), Array("utc".utf8)]) != nil else { return nil }
        guard let sign = skip(anyOf: "+-") else { return 0 }
        guard let hours = digits(1, 2), hours <= 18, case let hasMinutes = skip(UInt8(ascii: ":")),
            let minutes = hasMinutes ? digits(2, 2) : 0, minutes <= 59
        else {
            index = start
            return nil
        }
        let seconds = hours * 3_600 + minutes * 60
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// Skips the longest matching word, in any case, and returns its position in the list.
    mutating func word(of words: [[UInt8]]) -> Int? {
        var best: (position: Int, length: Int)?
        for (position, word) in words.enumerated() where word.count > best?.length ?? 0 {
            if starts(with: word) { best = (position, word.count) }
        }
        guard let best else { return nil }
        index += best.length
        return best.position
    }

    /// Returns whether a word in lower case follows. Only ASCII letters are folded.
    private func starts(with word: [UInt8]) -> Bool {
        guard bytes.count - index >= word.count else { return false }
        for offset in word.indices {
            let byte = bytes[index + offset]
            let lower = byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte
            if lower != word[offset] { return false }
        }
        return true
    }
}
