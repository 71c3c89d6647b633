/// Finds out how an XML file without byte order mark is written (XML 1.0, appendix F).
enum XMLEncoding {
    /// What the first bytes say; nil for UTF-8.
    ///
    /// - Throws: ``SeedIssue`` for an encoding that is not supported.
    static func declared(_ head: ArraySlice<UInt8>, path: String) throws -> TextEncoding? {
        if head.starts(with: [0x3C, 0x00]) { return .utf16LittleEndian }
        if head.starts(with: [0x00, 0x3C]) { return .utf16BigEndian }
        guard head.starts(with: "<?xml".utf8),
            let end = head.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let declaration = String(decoding: head[..<end], as: UTF8.self)
        guard let name = value(of: "encoding", in: declaration) else { return nil }
        guard let encoding = names[name.lowercased()] ?? TextEncoding(named: name) else {
            throw SeedIssue(
                .file(.unsupportedEncoding(name)), at: .init(path: path, line: 1, column: 1))
        }
        return encoding
    }

    /// Names of <https://www.iana.org/assignments/character-sets>. A file that calls itself UTF-16
    /// here has neither mark nor 16-bit characters: it is what it looks like.
    private static let names: [String: TextEncoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "ascii": .utf8, "utf-16": .utf8,
        "iso-8859-1": .latin1, "latin1": .latin1, "windows-1252": .windows1252,
        "cp1252": .windows1252, "macintosh": .macRoman, "macroman": .macRoman,
        "x-mac-roman": .macRoman,
    ]

    private static func value(of key: String, in declaration: String) -> String? {
        guard let range = declaration.range(of: key) else { return nil }
        let rest = declaration[range.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return String(rest.dropFirst().prefix { $0 != quote })
    }
}
