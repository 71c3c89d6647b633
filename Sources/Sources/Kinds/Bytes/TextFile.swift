/// A text file as UTF-8, whatever it is written in, decompressed if need be.
package struct TextFile {
    package let path: String
    /// What the bytes were before they became UTF-8.
    package let encoding: TextEncoding
    /// Its characters, without byte order mark.
    package let reader: ByteReader

    /// Opens a file.
    ///
    /// - Parameters:
    ///   - path: the file, or `-` for standard input; gzip by its first bytes.
    ///   - encoding: what the plan says; nil to go by the byte order mark, and without one UTF-8.
    ///   - sniff: finds the encoding of a file without mark in its first bytes.
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

    /// The same of bytes from elsewhere.
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

    /// The file's bytes, decompressed where it is a gzip file.
    package static func decompressed(_ path: String) throws -> PeekingInput {
        try decompressed(FileInput(path: path), path: path)
    }

    /// The same of bytes from elsewhere.
    static func decompressed(_ input: any ByteInput, path: String) throws -> PeekingInput {
        let file = PeekingInput(input)
        guard try file.peek(GzipInput.magic.count).elementsEqual(GzipInput.magic) else {
            return file
        }
        return PeekingInput(try GzipInput(file, path: path))
    }

    /// The encoding that the file seems to have, where it is read as UTF-8 and is not.
    var likelyEncoding: TextEncoding? {
        encoding == .utf8 ? EncodingGuess.of(reader.unread) : nil
    }

    /// What is wrong with bytes that are no characters.
    var badBytes: SeedIssue.Reason {
        encoding == .utf8 ? .file(.invalidUTF8) : .file(.invalidText(encoding))
    }
}
