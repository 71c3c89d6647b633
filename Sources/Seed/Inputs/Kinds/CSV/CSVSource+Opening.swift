/// The properties of a file that are determined before its header is read.
extension CSVSource {
    /// Returns CR if the first line ends with a CR without an LF. Otherwise returns LF, also for CRLF.
    static func lineEnd(of reader: ByteReader) throws -> UInt8 {
        var searched = 0
        while true {
            let bytes = reader.unread
            if let index = bytes[searched...].firstIndex(where: { $0 == 0x0A || $0 == 0x0D }) {
                if bytes[index] == 0x0A { return 0x0A }
                if index + 1 < bytes.count { return bytes[index + 1] == 0x0A ? 0x0A : 0x0D }
                searched = index
            } else {
                searched = bytes.count
            }
            guard bytes.count < Self.longestRow, try reader.fill() else {
                return searched < reader.unread.count ? 0x0D : 0x0A
            }
        }
    }

    /// Returns the delimiter in Excel's first line, such as `sep=;`, or nil if there is no such line.
    static func separatorLine(of reader: ByteReader, lineEnd: UInt8) throws -> UInt8? {
        // The longest such line is `"sep=;"` with CR and LF.
        while reader.unread.count < 9, try reader.fill() {}
        var line = reader.unread.prefix(9).prefix { $0 != lineEnd }
        guard line.count < reader.unread.count || reader.isAtEnd else { return nil }
        if line.last == 0x0D { line = line.dropLast() }
        let isQuoted = line.count > 2 && line.first == 0x22 && line.last == 0x22
        if isQuoted { line = line.dropFirst().dropLast() }
        guard line.count == 5, let separator = line.last, separator < 0x80,
            ![0x22, 0x0A, 0x0D].contains(separator),
            String(decoding: line.dropLast(), as: UTF8.self).lowercased() == "sep="
        else { return nil }
        return separator
    }

    /// Skips lines at the beginning, and returns their number.
    static func skipLines(
        _ count: Int, of reader: ByteReader, lineEnd: UInt8
    ) throws -> Int {
        var skipped = 0
        while skipped < count {
            if let index = reader.unread.firstIndex(of: lineEnd) {
                reader.consume(index + 1)
                skipped += 1
            } else {
                reader.consume(reader.unread.count)
                guard try reader.fill() else { return skipped }
            }
        }
        return skipped
    }

    static func delimiter(
        _ options: CSVOptions, of reader: ByteReader, lineEnd: UInt8, at location: SeedIssue.Location
    ) throws -> UInt8 {
        if case .byte(let byte) = options.delimiter { return byte }
        while reader.unread.count < DelimiterDetector.byteLimit, try reader.fill() {}
        let detector = DelimiterDetector(
            UnsafeRawBufferPointer(
                rebasing: reader.unread.prefix(DelimiterDetector.byteLimit)),
            isWhole: reader.isAtEnd && reader.unread.count <= DelimiterDetector.byteLimit,
            lineEnd: lineEnd, comment: Array((options.comment ?? "").utf8))
        guard let delimiter = detector.delimiter else {
            throw SeedIssue(.table(.ambiguousDelimiter), at: location)
        }
        return delimiter
    }
}
