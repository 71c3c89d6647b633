/// The content of a CSV line, examined eight bytes at a time.
///
/// A line without quotes consists of its fields and delimiters, and so does one whose quotes only enclose whole fields.
/// libcsv, which examines every byte, would give the same fields.
struct PlainLine {
    /// The line without its end.
    let content: UnsafeRawBufferPointer
    /// Whether the line is ASCII without NUL.
    let isASCII: Bool
    /// Whether the line has a quote.
    let hasQuotes: Bool

    /// Examines a line with its end. Returns nil if the line has a NUL character, or a carriage return outside its
    /// end.
    @inline(__always)
    init?(_ line: UnsafeRawBufferPointer) {
        var count = line.count
        if count > 0, line[count - 1] == 0x0A { count -= 1 }
        if count > 0, line[count - 1] == 0x0D { count -= 1 }
        var special: UInt64 = 0
        var quotes: UInt64 = 0
        var high: UInt64 = 0
        var index = 0
        while index + 8 <= count {
            let word = line.loadUnaligned(fromByteOffset: index, as: UInt64.self)
            special |= Self.zeros(word) | Self.zeros(word ^ Self.returns)
            quotes |= Self.zeros(word ^ Self.quotes)
            high |= word
            index += 8
        }
        while index < count {
            let byte = line[index]
            if byte == 0x0D || byte == 0 { return nil }
            if byte == 0x22 { quotes = Self.highBits }
            high |= UInt64(byte)
            index += 1
        }
        guard special & Self.highBits == 0 else { return nil }
        content = UnsafeRawBufferPointer(rebasing: line[..<count])
        isASCII = high & Self.highBits == 0
        hasQuotes = quotes != 0
    }

    private static let highBits: UInt64 = 0x8080_8080_8080_8080
    private static let quotes: UInt64 = 0x2222_2222_2222_2222
    private static let returns: UInt64 = 0x0D0D_0D0D_0D0D_0D0D

    /// Sets the high bit of a byte if any byte is zero, and no bit otherwise
    /// (<https://graphics.stanford.edu/~seander/bithacks.html#ZeroInWord>).
    @inline(__always)
    private static func zeros(_ word: UInt64) -> UInt64 {
        (word &- 0x0101_0101_0101_0101) & ~word & highBits
    }
}
