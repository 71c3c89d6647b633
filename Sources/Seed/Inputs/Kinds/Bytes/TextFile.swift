/// A text file in any supported encoding, converted to UTF-8 and decompressed if needed.
package struct TextFile {
    package let path: String
    /// The original encoding of the bytes.
    package let encoding: TextEncoding
    /// The text in UTF-8, without byte order mark.
    package let reader: ByteReader

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the file, or `-` for standard input. A gzip file is recognized by its first bytes.
    ///   - encoding: the encoding in the plan. If nil, the byte order mark decides, and without one the text is
    ///     UTF-8.
    ///   - sniff: determines the encoding of a file without a mark from its first bytes.
    /// - Throws: ``SeedIssue``.
    package init(
        path: String, encoding declared: TextEncoding? = nil,
        bufferSize: Int = ByteReader.usualSize,
        sniff: (ArraySlice<UInt8>) throws -> TextEncoding? = { _ in nil }
    ) throws {
        try self.init(
            try Self.decompressed(path), path: path, encoding: declared, bufferSize: bufferSize,
            sniff: sniff)
    }

    /// Reads a text from other bytes.
    init(
        _ bytes: any ByteInput, path: String, encoding declared: TextEncoding? = nil,
        bufferSize: Int = ByteReader.usualSize,
        sniff: (ArraySlice<UInt8>) throws -> TextEncoding? = { _ in nil }
    ) throws {
        self.path = path
        let input = bytes as? PeekingInput ?? PeekingInput(bytes)
        var declared = declared
        let head = try input.peek(1024)
        if declared == nil, TextEncoding.Mark(head) == nil { declared = try sniff(head) }
        do {
            let found = try TextEncoding.of(head, declared: declared)
            encoding = found.encoding
            input.skip(found.markLength)
        } catch {
            throw SeedIssue(error.reason, at: .init(path: path))
        }
        reader = ByteReader(
            TranscodingInput(input, encoding: encoding) ?? input, bufferSize: bufferSize)
    }

    /// Returns the file's bytes, decompressed if it is a gzip file.
    package static func decompressed(_ path: String) throws -> PeekingInput {
        try decompressed(FileInput(path: path), path: path)
    }

    /// Returns other bytes, decompressed if they are a gzip file.
    static func decompressed(_ input: any ByteInput, path: String) throws -> PeekingInput {
        let file = PeekingInput(input)
        guard try file.peek(GzipInput.magic.count).elementsEqual(GzipInput.magic) else {
            return file
        }
        return PeekingInput(try GzipInput(file, path: path))
    }

    /// The probable encoding, if the file is read as UTF-8 but is not.
    var likelyEncoding: TextEncoding? {
        encoding == .utf8 ? EncodingGuess.of(reader.unread) : nil
    }

    /// The reason for an issue about bytes that are not characters.
    var badBytes: SeedIssue.Reason {
        encoding == .utf8 ? .file(.invalidUTF8) : .file(.invalidText(encoding))
    }
}
