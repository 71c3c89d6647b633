import Files

extension TextFolding {
    /// Appends a text of UTF-8 bytes without the differences that do not count, the bytes of what
    /// ``folded(_:ignoresCase:ignoresAccents:)`` gives.
    ///
    /// ASCII is folded at once; where accents do not count, Latin, Greek and Cyrillic texts by a
    /// table, in which each character stands for itself: what is left of it does not depend on what
    /// stands around it.
    ///
    /// - Returns: false for all other texts, of which nothing, or a part, is appended.
    package static func append(
        folded bytes: UnsafeRawBufferPointer, ignoresCase: Bool, ignoresAccents: Bool,
        to text: inout TextBytes
    ) -> Bool {
        let offset = text.count
        if text.append(ascii: bytes, isLowercased: ignoresCase) { return true }
        guard ignoresAccents else { return false }
        text.removeAll(from: offset)
        let table = ignoresCase ? FoldingTable.caseAndAccents : FoldingTable.accents
        return table.append(bytes, to: &text)
    }
}

/// What the characters of the first blocks become, each by itself.
final class FoldingTable: Sendable {
    static let caseAndAccents = FoldingTable(ignoresCase: true)
    static let accents = FoldingTable(ignoresCase: false)

    /// The characters with two bytes, up to the end of the Cyrillic blocks.
    static let scalars: Range<UInt32> = 0x80..<0x530

    private let ignoresCase: Bool
    /// The bytes of all characters, one after the other.
    private let bytes: [UInt8]
    /// Where those of a character begin, and at the end where they end.
    private let offsets: [Int32]

    private init(ignoresCase: Bool) {
        self.ignoresCase = ignoresCase
        var bytes: [UInt8] = []
        var offsets: [Int32] = []
        for scalar in Self.scalars.compactMap(Unicode.Scalar.init) {
            offsets.append(Int32(bytes.count))
            bytes +=
                TextFolding.folded(
                    String(Character(scalar)), ignoresCase: ignoresCase, ignoresAccents: true
                ).utf8
        }
        offsets.append(Int32(bytes.count))
        self.bytes = bytes
        self.offsets = offsets
    }

    /// Appends a text; false where it has other characters, or is no UTF-8.
    func append(_ source: UnsafeRawBufferPointer, to text: inout TextBytes) -> Bool {
        var index = 0
        while index < source.count {
            let byte = source[index]
            if byte < 0x80 {
                text.append(ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte)
                index += 1
                continue
            }
            guard byte >= 0xC2, byte < 0xE0, index + 1 < source.count,
                source[index + 1] & 0xC0 == 0x80
            else { return false }
            let scalar = UInt32(byte & 0x1F) << 6 | UInt32(source[index + 1] & 0x3F)
            guard scalar < Self.scalars.upperBound else { return false }
            let entry = Int(scalar - Self.scalars.lowerBound)
            bytes.withUnsafeBytes {
                text.append(
                    UnsafeRawBufferPointer(rebasing: $0[Int(offsets[entry])..<Int(offsets[entry + 1])]))
            }
            index += 2
        }
        return true
    }
}
