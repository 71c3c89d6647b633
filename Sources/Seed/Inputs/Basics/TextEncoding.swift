/// The character encoding of a text file.
package enum TextEncoding: String, Equatable, Sendable, CaseIterable {
    case utf8 = "utf-8"
    /// UTF-16 with the byte order determined from the first bytes.
    case utf16 = "utf-16"
    case utf16LittleEndian = "utf-16le"
    case utf16BigEndian = "utf-16be"
    case latin1 = "iso-8859-1"
    case windows1252 = "windows-1252"
    case macRoman = "macroman"
    case windows1250 = "windows-1250"
    case windows1251 = "windows-1251"
    case windows1253 = "windows-1253"
    case windows1254 = "windows-1254"
    case windows1257 = "windows-1257"
    case latin2 = "iso-8859-2"
    case cyrillic = "iso-8859-5"
    case greek = "iso-8859-7"
    case latin5 = "iso-8859-9"
    case latin9 = "iso-8859-15"
    case koi8R = "koi8-r"
    case koi8U = "koi8-u"
    case ibm437, ibm850, ibm852, ibm866
    case windows1255 = "windows-1255"
    case windows1256 = "windows-1256"
    case windows1258 = "windows-1258"
    case windows874 = "windows-874"
    case latin3 = "iso-8859-3"
    case latin4 = "iso-8859-4"
    case arabic = "iso-8859-6"
    case hebrew = "iso-8859-8"
    case latin6 = "iso-8859-10"
    case latin7 = "iso-8859-13"
    case latin8 = "iso-8859-14"
    case latin10 = "iso-8859-16"
    case macCyrillic = "x-mac-cyrillic"
    case macCentralEurope = "x-mac-ce"
    case macGreek = "x-mac-greek"
    case macTurkish = "x-mac-turkish"
    case ibm737, ibm775, ibm855, ibm857, ibm858, ibm860, ibm861, ibm862, ibm863, ibm865
    case shiftJIS = "shift_jis"
    case eucJP = "euc-jp"
    case gb18030
    case big5
    case eucKR = "euc-kr"

    /// The name for use in messages.
    package var title: String {
        switch self {
        case .utf8: "UTF-8"
        case .utf16, .utf16LittleEndian, .utf16BigEndian: "UTF-16"
        case .latin1: "ISO 8859-1"
        case .windows1252: "Windows-1252"
        case .macRoman: "Mac Roman"
        case .macCyrillic: "Mac Cyrillic"
        case .macCentralEurope: "Mac Central European"
        case .macGreek: "Mac Greek"
        case .macTurkish: "Mac Turkish"
        case .shiftJIS: "Shift-JIS"
        case .big5: "Big5"
        case _ where rawValue.hasPrefix("windows"): "W" + rawValue.dropFirst()
        case _ where rawValue.hasPrefix("iso"): "ISO 8859-" + rawValue.dropFirst(9)
        default: rawValue.uppercased()
        }
    }

    /// The IANA name of the character set, as used by `iconv` and XML declarations.
    package var charset: String { self == .macRoman ? "macintosh" : rawValue }

    /// Returns the encoding with a common name, such as `latin1`, `cp1252` or `UTF8`. Case, hyphens, underscores
    /// and spaces are ignored.
    ///
    /// See <https://www.iana.org/assignments/character-sets>.
    package init?(named name: String) {
        let plain = name.lowercased().filter { $0.isLetter || $0.isNumber }
        let known = Self.allCases.first { encoding in
            let own = encoding.rawValue.filter { $0.isLetter || $0.isNumber }
            return own == plain || own == "iso" + plain && encoding.rawValue.hasPrefix("iso")
                || encoding.otherNames.contains(plain)
        }
        guard let known else { return nil }
        self = known
    }

    /// Alternative names, without hyphens.
    private var otherNames: [String] {
        switch self {
        // ASCII is a subset of UTF-8.
        case .utf8: ["utf8bom", "utf8sig", "cp65001", "ascii", "usascii"]
        case .utf16: ["ucs2", "unicode"]
        case .utf16LittleEndian: ["ucs2le", "utf16littleendian"]
        case .utf16BigEndian: ["ucs2be", "utf16bigendian"]
        case .latin1: ["latin1", "l1", "isolatin1", "iso88591", "88591", "cp819", "ibm819"]
        case .windows1252:
            ["cp1252", "win1252", "1252", "windowslatin1", "winlatin1", "ansi", "xcp1252", "ms1252"]
        case .macRoman: ["mac", "macintosh", "xmacroman", "applemacroman", "csmacintosh"]
        case .latin2: ["latin2", "l2"]
        case .cyrillic: ["cyrillic"]
        case .greek: ["greek"]
        case .latin5: ["latin5", "l5"]
        case .latin9: ["latin9", "l9"]
        case .koi8R: ["koi8"]
        case .arabic: ["arabic"]
        case .hebrew: ["hebrew", "iso88598i", "logical"]
        case .latin3: ["latin3", "l3"]
        case .latin4: ["latin4", "l4"]
        case .latin6: ["latin6", "l6"]
        case .latin7: ["latin7", "l7"]
        case .latin8: ["latin8", "l8"]
        case .latin10: ["latin10", "l10"]
        case .windows874: ["tis620", "iso885911", "thai", "cp874", "874"]
        case .macCyrillic, .macGreek, .macTurkish: [String(rawValue.dropFirst(2).filter { $0 != "-" })]
        case .macCentralEurope: ["macce", "maclatin2", "maccentraleurope", "xmaccentraleurroman"]
        case .shiftJIS: ["sjis", "cp932", "windows31j", "ms932", "mskanji", "xsjis"]
        case .eucJP: ["ujis", "xeucjp"]
        case .gb18030: ["gbk", "gb2312", "cp936", "euccn", "ms936", "gb1803", "xgbk"]
        case .big5: ["cp950", "big5hkscs", "xxbig5"]
        case .eucKR: ["cp949", "ksc5601", "ksx1001", "uhc", "ms949"]
        case _ where rawValue.hasPrefix("windows"):
            ["cp", "win", "", "ms", "xcp"].map { $0 + rawValue.dropFirst(8) }
        case _ where rawValue.hasPrefix("ibm"):
            ["cp", "dos", "oem", ""].map { $0 + rawValue.dropFirst(3) }
        default: []
        }
    }

    /// A byte order mark and its encoding.
    package struct Mark {
        package let encoding: TextEncoding
        package let length: Int

        /// Recognizes the mark at the beginning of some bytes.
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
