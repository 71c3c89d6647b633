/// A sorted run of texts that waits in a file: of each text only what differs from the one before it.
///
/// What is read says at once where a text differs from the one that came out last, and with what: in a
/// merge nearly all comparisons are of such pairs of numbers, and no text is looked at. (Offset-value
/// codes: W. M. Conner, IBM Technical Disclosure Bulletin 20(7), 1977; G. Graefe, ACM Computing Surveys
/// 38(3), 2006.)
final class SpilledTexts: MergedRun {
    /// A text and the number of its row.
    struct Item: BitwiseCopyable {
        let rowID: Int64
        let text: UnsafeRawBufferPointer
        /// How it differs from the text that is behind both in a comparison.
        var difference: Difference
    }

    /// How a text differs from one that is not greater: the greater the difference, the greater is the
    /// text, of all that are compared with the same one.
    struct Difference: BitwiseCopyable {
        /// The less, the more words of eight bytes are equal; 0 where all are.
        let distance: UInt64
        /// The first word that is not; the length where all are.
        let word: UInt64

        /// A difference from a text that has the same words up to `index`.
        init(of text: UnsafeRawBufferPointer, from index: Int) {
            distance = Self.farthest - UInt64(index)
            word = SpilledTexts.word(text, index)
        }

        /// A difference from a text that has the same words.
        init(inLengthOf text: UnsafeRawBufferPointer) {
            distance = 0
            word = UInt64(text.count)
        }

        /// The number of the first word that is not equal, where there is one.
        var index: Int { Int(Self.farthest - distance) }

        private static let farthest: UInt64 = 1 << 32
    }

    private let reader: SpillReader
    /// The text that was read last, with eight zeros behind it.
    private var text: UnsafeMutableRawBufferPointer
    private var count = 0

    /// - Parameter reader: reads what ``Writer`` wrote.
    init(_ reader: SpillReader) {
        self.reader = reader
        text = .allocate(byteCount: 64, alignment: 8)
        _ = text.initializeMemory(as: UInt8.self, repeating: 0)
    }

    deinit { text.deallocate() }

    func next() throws -> Item? {
        guard let shared = try reader.number() else { return nil }
        guard let more = try reader.number(), let rowID = try reader.number(),
            let common = Int(exactly: shared), common <= count,
            let rest = try reader.next(Int(clamping: more))
        else { throw reader.endedEarly }
        let index = common / 8
        let wordBefore = Self.word(bytes, index)
        let isSame = common == count && rest.isEmpty
        makeRoom(for: common + rest.count)
        if let start = rest.baseAddress, let target = text.baseAddress {
            (target + common).copyMemory(from: start, byteCount: rest.count)
        }
        count = common + rest.count
        text.storeBytes(of: 0, toByteOffset: count, as: UInt64.self)
        return Item(
            rowID: Int64(bitPattern: rowID), text: bytes,
            difference: isSame
                ? Difference(inLengthOf: bytes) : Self.difference(of: bytes, index, from: wordBefore))
    }

    /// How a text differs from the one before it, which has the same words up to an index.
    private static func difference(
        of text: UnsafeRawBufferPointer, _ index: Int, from wordBefore: UInt64
    ) -> Difference {
        if word(text, index) != wordBefore { return Difference(of: text, from: index) }
        // The text before it ended within that word, and NUL characters go on from there.
        var index = index + 1
        while index * 8 < text.count {
            if word(text, index) != 0 { return Difference(of: text, from: index) }
            index += 1
        }
        return Difference(inLengthOf: text)
    }

    private var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: text[..<count]) }

    private func makeRoom(for length: Int) {
        guard text.count < length + 8 else { return }
        let larger = UnsafeMutableRawBufferPointer.allocate(byteCount: length * 2 + 8, alignment: 8)
        larger.copyMemory(from: bytes)
        text.deallocate()
        text = larger
    }

    /// Eight bytes of a text as a number that orders as they do; zeros behind the end, where eight must
    /// be in memory.
    @inline(__always)
    private static func word(_ text: UnsafeRawBufferPointer, _ index: Int) -> UInt64 {
        guard index * 8 < text.count, let start = text.baseAddress else { return 0 }
        return UInt64(bigEndian: (start + index * 8).loadUnaligned(as: UInt64.self))
    }

    @inline(__always)
    static func precedes(_ one: inout Item, _ other: inout Item, whereEqual: Bool) -> Bool {
        let (difference, otherDifference) = (one.difference, other.difference)
        if difference.distance != otherDifference.distance {
            return difference.distance < otherDifference.distance
        }
        if difference.word != otherDifference.word { return difference.word < otherDifference.word }
        return precedesBehind(difference, &one, &other, whereEqual)
    }

    /// Compares two texts that differ from a third one in the same way, and notes in the greater how it
    /// differs from the other.
    private static func precedesBehind(
        _ difference: Difference, _ one: inout Item, _ other: inout Item, _ whereEqual: Bool
    ) -> Bool {
        var precedes = whereEqual
        if difference.distance != 0 {
            let length = max(one.text.count, other.text.count)
            var index = difference.index + 1
            while index * 8 < length {
                let (left, right) = (word(one.text, index), word(other.text, index))
                if left != right {
                    if left < right {
                        other.difference = Difference(of: other.text, from: index)
                    } else {
                        one.difference = Difference(of: one.text, from: index)
                    }
                    return left < right
                }
                index += 1
            }
            if one.text.count != other.text.count { precedes = one.text.count < other.text.count }
        }
        if precedes {
            other.difference = Difference(inLengthOf: other.text)
        } else {
            one.difference = Difference(inLengthOf: one.text)
        }
        return precedes
    }
}

extension SpilledTexts {
    /// Writes a sorted run of texts.
    struct Writer: ~Copyable {
        private var writer: SpillWriter
        private var previous = UnsafeRawBufferPointer(start: nil, count: 0)

        init(_ file: SpillFile) { writer = SpillWriter(file) }

        /// Adds a text, which stays where it is until the next one was added.
        ///
        /// - Throws: ``FileError``.
        mutating func append(_ text: UnsafeRawBufferPointer, rowID: Int64) throws {
            let common = Self.common(previous, text)
            try writer.append(UInt64(common))
            try writer.append(UInt64(text.count - common))
            try writer.append(UInt64(bitPattern: rowID))
            try writer.append(UnsafeRawBufferPointer(rebasing: text[common...]))
            previous = text
        }

        /// Writes what is left.
        ///
        /// - Throws: ``FileError``.
        consuming func finish() throws { try writer.finish() }

        /// How many bytes two texts begin with that are the same.
        private static func common(
            _ one: UnsafeRawBufferPointer, _ other: UnsafeRawBufferPointer
        ) -> Int {
            let most = min(one.count, other.count)
            var offset = 0
            while offset + 8 <= most {
                let difference =
                    one.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                    ^ other.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
                guard difference == 0 else {
                    return offset + UInt64(littleEndian: difference).trailingZeroBitCount / 8
                }
                offset += 8
            }
            while offset < most, one[offset] == other[offset] { offset += 1 }
            return offset
        }
    }
}
