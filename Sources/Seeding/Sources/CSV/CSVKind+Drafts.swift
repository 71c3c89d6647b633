extension CSVKind {
    /// What no other kind recognises.
    package static func recognizes(_ file: CandidateFile) -> Bool { !file.isDatabase }

    /// The rows, with the encoding and the delimiter that the file shows.
    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        var options = CSVOptions()
        var words: [(key: String, value: String)] = []
        if let encoding = try FileEncoding.encoding(of: file.path) {
            options.encoding = encoding
            words.append(("encoding", encoding.rawValue))
        }
        let reader = try TextFile(path: file.path, encoding: options.encoding).reader
        while reader.unread.count < headLength, try reader.fill() {}
        let delimiter = delimiter(in: Array(reader.unread.prefix(headLength)))
        options.delimiter = .byte(delimiter)
        if delimiter != UInt8(ascii: ",") {
            let word = delimiter == 0x09 ? "tab" : YAMLText.quoted(String(UnicodeScalar(delimiter)))
            words.append(("delimiter", word))
        }
        return [
            SourceDraft(
                kind: CSVKind(paths: [file.path], options: options), name: file.stem,
                options: words)
        ]
    }

    private static let headLength = 1 << 16

    /// The delimiter that the first line has most of, the first of equally frequent ones; the
    /// comma where it has none.
    private static func delimiter(in head: [UInt8]) -> UInt8 {
        var counts: [UInt8: Int] = [:]
        var isQuoted = false
        // Excel's own line about the delimiter.
        if head.starts(with: Array("sep=".utf8)), head.count > 4 { return head[4] }
        for byte in head {
            if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
            if !isQuoted, byte == 0x0A || byte == 0x0D { break }
            if !isQuoted { counts[byte, default: 0] += 1 }
        }
        let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), 0x09, UInt8(ascii: "|")]
        return candidates.reduce(candidates[0]) { best, candidate in
            counts[candidate] ?? 0 > counts[best] ?? 0 ? candidate : best
        }
    }
}
