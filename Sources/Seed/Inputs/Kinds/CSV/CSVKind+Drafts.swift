import ObjectModel

extension CSVKind {
    /// Returns true for every file that is not a database. Other kinds are asked first.
    package static func recognizes(_ file: CandidateFile) -> Bool { !file.isDatabase }

    /// Returns drafts with the encoding and the delimiter of the file.
    package static func drafts(of file: CandidateFile) throws -> [SourceDraft] {
        var options = CSVOptions()
        var words: [(key: String, value: String)] = []
        var doubt: String?
        if let guess = try FileEncoding.guess(of: file.path) {
            options.encoding = guess.encoding
            words.append(("encoding", guess.encoding.rawValue))
            doubt = guess.doubt
        }
        let reader = try TextFile(path: file.path, encoding: options.encoding).reader
        while reader.unread.count < headLength, try reader.fill() {}
        let head = Array(reader.unread.prefix(headLength))
        var delimiter = delimiter(in: head)
        // A title line has no delimiter, or a different one from the rows below it.
        if let steady = steadyDelimiter(in: head, besides: delimiter) { delimiter = steady }
        if let rare = rareDelimiter(in: head, besides: delimiter) { delimiter = rare }
        options.delimiter = .byte(delimiter)
        if delimiter != UInt8(ascii: ",") {
            let word = delimiter == 0x09 ? "tab" : YAMLText.quoted(String(UnicodeScalar(delimiter)))
            words.append(("delimiter", word))
        }
        let lines = rows(in: head, delimiter: delimiter)
        var earlier: (kind: any SourceKind, options: [(key: String, value: String)])?
        if let table = TableHead(lines.map(\.cells), names: file.names) {
            let skipped = table.names == nil ? lines[table.header].line : lines[table.header].line + 1
            if let start = TableHead.start(of: lines.map(\.cells), above: table.header) {
                options.skippedLines = lines[start].line
                let skipping = lines[start].line == 0 ? [] : [("skipLines", String(lines[start].line))]
                earlier = (CSVKind(paths: [file.path], options: options), words + skipping)
            }
            options.skippedLines = skipped
            words.append(("skipLines", String(skipped)))
            if let names = table.names {
                options.hasHeader = false
                options.columns = names
                words.append(("header", "false"))
                words.append(
                    ("columns", "[" + names.map { YAMLText.quoted($0) }.joined(separator: ", ") + "]"))
            }
        }
        var draft = SourceDraft(
            kind: CSVKind(paths: [file.path], options: options), name: file.stem,
            options: words, doubts: doubt.map { [$0] } ?? [])
        draft.earlier = earlier
        return [draft]
    }

    private static let headLength = 1 << 16

    /// Returns a better delimiter if the first line is not typical of the first one: the delimiter that occurs
    /// equally often in most lines. Returns nil if the first one is the best.
    private static func steadyDelimiter(in head: [UInt8], besides first: UInt8) -> UInt8? {
        func lines(_ delimiter: UInt8) -> [Int] {
            rows(in: head, delimiter: delimiter).map(\.cells).filter { $0.contains { !$0.isEmpty } }.map(
                \.count)
        }
        func usual(_ counts: [Int]) -> (count: Int, lines: Int) {
            let often = Dictionary(grouping: counts.filter { $0 > 1 }, by: \.self).mapValues(\.count)
            return often.max { ($0.value, $0.key) < ($1.value, $1.key) }.map { ($0.key, $0.value) } ?? (0, 0)
        }
        let counts = lines(first)
        guard counts.count > 2, counts[0] != usual(counts).count else { return nil }
        var best = (delimiter: first, lines: usual(counts).lines)
        for candidate in DelimiterDetector.candidates where candidate != first {
            let found = usual(lines(candidate)).lines
            if found > best.lines { best = (candidate, found) }
        }
        return best.delimiter == first ? nil : best.delimiter
    }

    /// Returns a rare delimiter that splits all lines into the same number of cells, if none of the usual ones
    /// splits any line. Examples are `name^amount`, `name:amount`, and the ASCII field and unit separators.
    private static func rareDelimiter(in head: [UInt8], besides first: UInt8) -> UInt8? {
        let lines = rows(in: head, delimiter: first).map(\.cells)
        guard lines.count > 1, lines.allSatisfy({ $0.count == 1 }) else { return nil }
        let texts = lines.map { $0[0] }
        return ["\u{1}", "\u{1F}", "^", "~", ":"].first { sign in
            let count = texts[0].count { String($0) == sign }
            return count > 0 && texts.allSatisfy { $0.count { String($0) == sign } == count }
                // Excludes texts such as `Note: see below` and `10:30`.
                && (sign != ":"
                    || !texts.contains { $0.contains(": ") } && !texts[0].contains(where: \.isNumber))
        }?.utf8.first
    }

    /// Returns the first nonblank rows, with the number of lines before each.
    private static func rows(in head: [UInt8], delimiter: UInt8) -> [(line: Int, cells: [String])] {
        var rows: [(line: Int, cells: [String])] = []
        var cells: [String] = []
        var cell: [UInt8] = []
        var isQuoted = false
        var line = 0
        var start = 0
        func endCell() {
            cells.append(String(decoding: cell, as: UTF8.self).trimmed)
            cell.removeAll(keepingCapacity: true)
        }
        for byte in head {
            switch byte {
            case UInt8(ascii: "\""): isQuoted.toggle()
            case 0x0D where !isQuoted: continue
            case 0x0A:
                line += 1
                guard !isQuoted else {
                    cell.append(0x20)
                    continue
                }
                endCell()
                if cells.contains(where: { !$0.isEmpty }) { rows.append((start, cells)) }
                cells = []
                start = line
                if rows.count == TableHead.rows { return rows }
            case delimiter where !isQuoted: endCell()
            default: cell.append(byte)
            }
        }
        if !cell.isEmpty || !cells.isEmpty {
            endCell()
            rows.append((start, cells))
        }
        return rows
    }

    /// Returns the most frequent delimiter of the first line, the first one in a tie, or the comma if the line has
    /// none.
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
