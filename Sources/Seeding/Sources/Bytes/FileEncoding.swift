/// Tells the encoding of a text from its bytes, where neither a byte order mark nor UTF-8 does.
enum FileEncoding {
    /// The encoding that a plan has to name; nil for UTF-8 and for texts with a byte order mark.
    ///
    /// - Throws: ``SeedIssue`` where the file cannot be read.
    static func encoding(of path: String) throws -> TextEncoding? {
        let input = try TextFile.decompressed(path)
        let head = Array(try input.peek(1024))
        if TextEncoding.Mark(head) != nil { return nil }
        if ForeignText.isUTF16WithoutMark(head) {
            return head[0] == 0 ? .utf16BigEndian : .utf16LittleEndian
        }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var evidence = Evidence()
        var carried = 0
        while true {
            let count = try buffer.withUnsafeMutableBytes { bytes in
                try input.read(into: UnsafeMutableRawBufferPointer(rebasing: bytes[carried...]))
            }
            let end = carried + count
            carried = buffer.withUnsafeBytes { bytes in
                let part = UnsafeRawBufferPointer(rebasing: bytes[..<end])
                let tail = count > 0 ? UTF8Validation.incompleteTail(of: part) : 0
                let whole = UnsafeRawBufferPointer(rebasing: part[..<(end - tail)])
                evidence.isUTF8 =
                    evidence.isUTF8 && UTF8Validation.firstInvalidOffset(in: whole) == nil
                evidence.add(whole)
                return tail
            }
            guard count > 0 else { break }
            buffer.replaceSubrange(0..<carried, with: Array(buffer[(end - carried)..<end]))
        }
        return evidence.isUTF8 ? nil : evidence.encoding
    }

    /// What speaks for one encoding of a byte for each character.
    private struct Evidence {
        var isUTF8 = true
        /// Bytes between letters that are letters on old Macs, and signs in Windows-1252.
        private var mac = 0
        /// Bytes between letters that are letters in Windows-1252.
        private var windows = 0
        private var hasUndefined = false
        private static let undefined: Set<UInt8> = [0x81, 0x8D, 0x8F, 0x90, 0x9D]

        mutating func add(_ bytes: UnsafeRawBufferPointer) {
            func isLetter(_ index: Int) -> Bool {
                guard bytes.indices.contains(index) else { return false }
                return (0x61...0x7A).contains(bytes[index] | 0x20)
            }
            for index in bytes.indices where bytes[index] >= 0x80 {
                let byte = bytes[index]
                if Self.undefined.contains(byte) { hasUndefined = true }
                guard isLetter(index - 1) || isLetter(index + 1) else { continue }
                if byte >= 0xC0 {
                    windows += 1
                } else if byte < 0xA0, byte != 0x92, byte != 0x96, byte != 0x97 {
                    mac += 1
                }
            }
        }

        var encoding: TextEncoding { hasUndefined || mac > windows ? .macRoman : .windows1252 }
    }
}
