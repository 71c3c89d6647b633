/// How the characters of a text file are written.
package enum TextEncoding: String, Equatable, Sendable, CaseIterable {
    case utf8 = "utf-8"
    /// UTF-16 whose byte order its first bytes tell.
    case utf16 = "utf-16"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case latin1 = "iso-8859-1"
    case windows1252 = "windows-1252"
    case macRoman = "macroman"

    /// The name as people write it in sentences.
    package var title: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16, .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        case .latin1: "ISO 8859-1"
        case .windows1252: "Windows-1252"
        case .macRoman: "Mac Roman"
        }
    }

    /// The name in the register of character sets, which `iconv` and XML declarations know.
    package var charset: String { self == .macRoman ? "macintosh" : rawValue }

    /// The encoding that people, programs and standards call by a name: `latin1`, `cp1252`,
    /// `UTF8`. Upper and lower case, hyphens, underscores and spaces do not count.
    ///
    /// See <https://www.iana.org/assignments/character-sets>.
    package init?(named name: String) {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let known = Self.allCases.first { encoding in
            encoding.rawValue.filter { $0.isLetter || $0.isNumber } == plain
                || encoding.otherNames.contains(plain)
        }
        guard let known else { return nil }
        self = known
    }

    /// What else it is called, without hyphens.
    private var otherNames: [String] {
        switch self {
        // ASCII is a part of UTF-8.
        case .utf8: ["utf8bom", "utf8sig", "cp65001", "ascii", "usascii"]
        case .utf16: ["ucs2", "unicode"]
        case .utf16LittleEndian: ["ucs2le", "utf16littleendian"]
        case .utf16BigEndian: ["ucs2be", "utf16bigendian"]
        case .latin1: ["latin1", "l1", "isolatin1", "iso88591", "88591", "cp819", "ibm819"]
        case .windows1252:
            ["cp1252", "win1252", "1252", "windowslatin1", "winlatin1", "ansi", "xcp1252", "ms1252"]
        case .macRoman: ["mac", "macintosh", "xmacroman", "applemacroman", "csmacintosh"]
        }
    }

    /// A byte order mark and the encoding that it tells.
    package struct Mark {
        package let encoding: TextEncoding
        package let length: Int

        /// The mark that some bytes begin with.
        package init?(_ bytes: some Collection<UInt8>) {
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
}
