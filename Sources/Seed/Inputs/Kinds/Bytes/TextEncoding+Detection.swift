extension TextEncoding {
    /// Returns the encoding of a text that begins with some bytes.
    ///
    /// Without an encoding in the plan, the byte order mark decides. If the plan names an encoding, both must
    /// agree. A text without a mark and without a named encoding is UTF-8.
    ///
    /// - Parameter declared: the encoding in the plan.
    /// - Throws: the reason that the encoding is unknown.
    static func of(
        _ head: some Collection<UInt8>, declared: TextEncoding?
    ) throws(EncodingFailure) -> (encoding: TextEncoding, markLength: Int) {
        if let mark = Mark(head) {
            guard let declared, declared != mark.encoding,
                !(declared == .utf16 && mark.encoding != .utf8)
            else { return (mark.encoding, mark.length) }
            throw EncodingFailure(
                reason: .file(.contradictingByteOrderMark(declared: declared, found: mark.encoding)))
        }
        guard declared == .utf16 else { return (declared ?? .utf8, 0) }
        // Without a mark, one byte of an ASCII character is 0. Nearly every file begins with one.
        let start = Array(head.prefix(2))
        guard start.count == 2 else { return (.utf16LittleEndian, 0) }
        if start[0] == 0, start[1] != 0 { return (.utf16BigEndian, 0) }
        if start[1] == 0, start[0] != 0 { return (.utf16LittleEndian, 0) }
        throw EncodingFailure(reason: .file(.unknownByteOrder))
    }

    /// The reason that the encoding of a file is unknown.
    struct EncodingFailure: Error {
        let reason: SeedIssue.Reason
    }
}
