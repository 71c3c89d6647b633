/// A sorted run of texts in a file, which stores only the difference of each text from the one before.
///
/// Reading a text also gives the position and the word where it differs from the last result of the merge. Nearly
/// all comparisons in a merge therefore compare two such pairs of numbers, without looking at a text. (Offset-value
/// codes: W. M. Conner, IBM Technical Disclosure Bulletin 20(7), 1977; G. Graefe, ACM Computing Surveys 38(3),
/// 2006.)
final class SpilledTexts: MergedRun {
    /// A text and the number of its row.
    struct Item: BitwiseCopyable {
        let rowID: Int64
        let text: UnsafeRawBufferPointer
        /// The difference from the text that precedes both texts of a comparison.
        var difference: Difference
    }

    /// The difference of a text from one that is not greater. Among texts compared with the same one, a greater
    /// difference means a greater text.
    struct Difference: BitwiseCopyable {
        /// A number that decreases with the number of equal words of eight bytes. It is 0 if all words are equal.
        let distance: UInt64
        /// The first word that differs, or the length if all words are equal.
        let word: UInt64

        /// Creates a difference from a text that has the same words up to `index`.
        init(of text: UnsafeRawBufferPointer, from index: Int) {
            distance = Self.farthest - UInt64(index)
            word = SpilledTexts.word(text, index)
        }

        /// Creates a difference from a text that has the same words.
        init(inLengthOf text: UnsafeRawBufferPointer) {
            distance = 0
            word = UInt64(text.count)
        }

        /// The index of the first word that differs, if there is one.
        var index: Int { Int(Self.farthest - distance) }

        private static let farthest: UInt64 = 1 << 32
    }

    private let reader: SpillReader
    /// The last text that was read, followed by eight zeros.
    private var text: UnsafeMutableRawBufferPointer
    private var count = 0

    /// - Parameter reader: a reader of data from ``Writer``.
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

    /// Returns the difference of a text from the one before it, which has the same words up to an index.
    private static func difference(
        of text: UnsafeRawBufferPointer, _ index: Int, from wordBefore: UInt64
    ) -> Difference {
        if word(text, index) != wordBefore { return Difference(of: text, from: index) }
        // The text before it ended within that word, and this text continues with NUL characters.
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

    /// Returns eight bytes of a text as a number with the same order. Bytes after the end are zeros, which must be
    /// in memory.
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
        return precedesAfterDifference(difference, &one, &other, whereEqual)
    }

    /// Compares two texts that have the same difference from a third one, and stores the new difference in the
    /// greater text.
    private static func precedesAfterDifference(
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

        /// Appends a text, which must stay in memory until the next one is appended.
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

        /// Writes the remaining bytes.
        ///
        /// - Throws: ``FileError``.
        consuming func finish() throws { try writer.finish() }

        /// Returns the length of the common prefix of two texts in bytes.
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
