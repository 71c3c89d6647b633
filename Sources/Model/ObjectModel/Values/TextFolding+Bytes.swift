import Files

extension TextFolding {
    /// Appends the folded form of a text of UTF-8 bytes, with the same bytes as
    /// ``folded(_:ignoresCase:ignoresAccents:)``.
    ///
    /// ASCII is folded directly. If accents are ignored, Latin, Greek and Cyrillic texts are folded by a table of
    /// single characters, because the result of each character does not depend on its neighbors.
    ///
    /// - Returns: false for other texts, of which a part may have been appended.
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

/// The folded forms of the characters in the first Unicode blocks.
final class FoldingTable: Sendable {
    static let caseAndAccents = FoldingTable(ignoresCase: true)
    static let accents = FoldingTable(ignoresCase: false)

    /// The characters with two bytes, up to the end of the Cyrillic blocks.
    static let scalars: Range<UInt32> = 0x80..<0x530

    private let ignoresCase: Bool
    /// The folded bytes of all characters, one after the other.
    private let bytes: [UInt8]
    /// The start of each character's bytes, and the end of the last.
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

    /// Appends a text. Returns false if it has other characters or is not UTF-8.
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
