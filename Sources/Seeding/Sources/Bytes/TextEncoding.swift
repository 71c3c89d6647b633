/// How the characters of a text file are written.
public enum TextEncoding: String, Equatable, Sendable, CaseIterable {
    case utf8 = "utf-8"
    /// UTF-16 whose byte order its first bytes tell.
    case utf16 = "utf-16"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case latin1 = "iso-8859-1"
    case windows1252 = "windows-1252"
    case macRoman = "macroman"

    /// The name as people write it in sentences.
    public var title: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16, .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        case .latin1: "ISO 8859-1"
        case .windows1252: "Windows-1252"
        case .macRoman: "Mac Roman"
        }
    }

    /// A byte order mark and the encoding that it tells.
    struct Mark {
        let encoding: TextEncoding
        let length: Int

        /// The mark that some bytes begin with.
        init?(_ bytes: some Collection<UInt8>) {
            if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
                (encoding, length) = (.utf8, 3)
            } else if bytes.starts(with: [0xFF, 0xFE]) {
                (encoding, length) = (.utf16LittleEndian, 2)
            } else if bytes.starts(with: [0xFE, 0xFF]) {
                (encoding, length) = (.utf16BigEndian, 2)
            } else {
                return nil
            }
        }
    }

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
                reason: .contradictingByteOrderMark(declared: declared, found: mark.encoding))
        }
        guard declared == .utf16 else { return (declared ?? .utf8, 0) }
        // Without a mark: of an ASCII character, which begins nearly every file, one byte is 0.
        let start = Array(head.prefix(2))
        guard start.count == 2 else { return (.utf16LittleEndian, 0) }
        if start[0] == 0, start[1] != 0 { return (.utf16BigEndian, 0) }
        if start[1] == 0, start[0] != 0 { return (.utf16LittleEndian, 0) }
        throw EncodingFailure(reason: .unknownByteOrder)
    }

    /// Why the encoding of a file is not known.
    struct EncodingFailure: Error {
        let reason: SeedIssue.Reason
    }
}
