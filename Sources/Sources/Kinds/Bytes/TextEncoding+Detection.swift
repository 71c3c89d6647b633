extension TextEncoding {
    /// The encoding of a text that begins with some bytes.
    ///
    /// A byte order mark decides unless the plan names an encoding; both must agree. Without mark
    /// and without name a text is UTF-8.
    ///
    /// - Parameter declared: what the plan says.
    /// - Throws: the reason why it cannot be known.
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
        // Without a mark: of an ASCII character, which begins nearly every file, one byte is 0.
        let start = Array(head.prefix(2))
        guard start.count == 2 else { return (.utf16LittleEndian, 0) }
        if start[0] == 0, start[1] != 0 { return (.utf16BigEndian, 0) }
        if start[1] == 0, start[0] != 0 { return (.utf16LittleEndian, 0) }
        throw EncodingFailure(reason: .file(.unknownByteOrder))
    }

    /// Why the encoding of a file is not known.
    struct EncodingFailure: Error {
        let reason: SeedIssue.Reason
    }
}
