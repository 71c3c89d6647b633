/// Finds white space at the ends of UTF-8 without creating a `String`.
package enum TextTrimming {
    /// Returns the range between the white space at both ends, which is empty if there is only white space.
    @inline(__always)
    package static func range(of bytes: UnsafeRawBufferPointer) -> Range<Int> {
        guard let first = bytes.first, let last = bytes.last else { return 0..<0 }
        if isInk(first), isInk(last) { return 0..<bytes.count }
        return searchedRange(of: bytes)
    }

    /// Returns whether a byte is ASCII and not white space.
    @inline(__always)
    private static func isInk(_ byte: UInt8) -> Bool { byte > 0x20 && byte < 0x80 }

    @inline(never)
    private static func searchedRange(of bytes: UnsafeRawBufferPointer) -> Range<Int> {
        let text = String(decoding: bytes, as: UTF8.self)
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return 0..<0 }
        let start = text.utf8.distance(from: text.startIndex, to: first)
        let end = text.utf8.distance(from: text.startIndex, to: text.index(after: last))
        return start..<end
    }
}
