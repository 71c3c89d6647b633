import Files

/// Determines the encoding of a text that is not UTF-8 and has no byte order mark.
enum FileEncoding {
    /// Returns the encoding for the plan, or nil for UTF-8 and for texts with a byte order mark.
    ///
    /// - Throws: ``SeedIssue`` if the file cannot be read.
    static func guess(of path: String) throws -> EncodingGuess? {
        let input = try TextFile.decompressed(path)
        let head = Array(try input.peek(1024))
        if TextEncoding.Mark(head) != nil { return nil }
        if ForeignText.isUTF16WithoutMark(head) { return EncodingGuess(head) }
        var buffer = [UInt8](repeating: 0, count: 1 << 16)
        var isUTF8 = true
        /// The lines with non-ASCII bytes.
        var sample: [UInt8] = []
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
                isUTF8 = isUTF8 && UTF8Validation.firstInvalidOffset(in: whole) == nil
                if sample.count < EncodingGuess.longest {
                    for line in whole.split(separator: 0x0A) where line.contains(where: { $0 >= 0x80 }) {
                        sample += line.prefix(4096) + [0x0A]
                    }
                }
                return tail
            }
            guard count > 0 else { break }
            buffer.replaceSubrange(0..<carried, with: Array(buffer[(end - carried)..<end]))
            // The first lines are enough if the text is not UTF-8.
            if !isUTF8, sample.count >= EncodingGuess.longest { break }
        }
        return isUTF8 ? nil : EncodingGuess(sample) ?? .unknown
    }
}
