import Foundation

/// The recognition of unsupported formats.
extension ForeignFormat {
    /// A recognized file.
    package struct Finding: Equatable, Sendable {
        /// The format of the file.
        package let format: ForeignFormat
        /// The line of a text that shows its format, starting at 1, or nil for binary files.
        package let line: Int?
        /// Whether it is compressed with gzip.
        package let isCompressed: Bool

        /// Returns the issue for such an input.
        package func issue(at path: String) -> SeedIssue {
            SeedIssue(
                .file(.foreignFormat(format, isCompressed: isCompressed)),
                at: .init(path: path, line: line))
        }
    }

    /// The number of bytes at the beginning that are examined.
    static let headLength = 64 * 1024

    /// Examines the beginning of a file, after decompression if it is a gzip file.
    ///
    /// Text is unsupported only if it is SQL, HTML or RTF. Databases and property lists are supported.
    ///
    /// - Parameter path: a file, or `-` for standard input.
    /// - Throws: ``SeedIssue`` if the file cannot be read.
    package static func of(path: String) throws -> Finding? {
        let file = PeekingInput(try FileInput(path: path))
        let isCompressed = try file.peek(GzipInput.magic.count).elementsEqual(GzipInput.magic)
        let input = isCompressed ? PeekingInput(try GzipInput(file, path: path)) : file
        let head = Array(try input.peek(headLength))
        let isScript = path.lowercased().hasSuffix(".sql")
        if [".yml", ".yaml"].contains(where: path.lowercased().hasSuffix) {
            return Finding(format: .yamlText, line: nil, isCompressed: isCompressed)
        }
        guard let (format, line) = find(in: head, isScript: isScript) else { return nil }
        return Finding(format: format, line: line, isCompressed: isCompressed)
    }

    /// Throws an error for a file that no reader supports.
    ///
    /// - Throws: ``SeedIssue`` with the format of the file. Does not throw if the format is unknown.
    package static func refuse(_ path: String) throws {
        // Other binary files, which may be UTF-16 in another alphabet, are left to the reader.
        guard let found = try? of(path: path), found.format != .otherBinary else { return }
        // General SQL text is normal in `.sql` files.
        guard found.format != .sqlText || !path.lowercased().hasSuffix(".sql") else { return }
        throw found.issue(at: path)
    }

    /// Returns the format that the beginning of a file shows.
    ///
    /// - Parameter isScript: whether the file's name marks it as SQL text, regardless of its beginning.
    static func find(in head: [UInt8], isScript: Bool = false) -> (format: ForeignFormat, line: Int?)? {
        if let format = magic(of: head) ?? ForeignText.encoding(of: head) { return (format, nil) }
        let known: [[UInt8]] = [Array("SQLite format 3\0".utf8), Array("bplist".utf8)]
        if known.contains(where: { head.starts(with: $0) }) { return nil }
        let text: String
        if let mark = TextEncoding.Mark(head), mark.encoding != .utf8 {
            text = ForeignText.utf16(head[mark.length...], isLittleEndian: head[0] == 0xFF)
        } else if ForeignText.isUTF16WithoutMark(head) {
            text = ForeignText.utf16(head[...], isLittleEndian: head[0] != 0)
        } else if isBinary(head) {
            return (.otherBinary, nil)
        } else {
            // The first kilobyte usually shows that a text has rows. The rest is then not decoded here.
            let start = head.prefix(while: ForeignText.isSpace).count
            let beginning = String(decoding: head[start...].prefix(1024), as: UTF8.self)
            guard isScript || ForeignText.isLikely(beginning) else { return nil }
            text = String(decoding: head, as: UTF8.self)
        }
        return ForeignText.format(of: text, isScript: isScript)
    }

    // MARK: Binary files

    /// Returns whether more than a few bytes are control characters, including a NUL.
    private static func isBinary(_ head: [UInt8]) -> Bool {
        guard !head.isEmpty, memchr(head, 0, head.count) != nil else { return false }
        return head.count { $0 < 0x09 || (0x0E...0x1F).contains($0) } * 50 > head.count
    }

    /// The first bytes of files by format: <https://www.garykessler.net/library/file_sigs.html>.
    private static let signatures: [(bytes: [UInt8], format: ForeignFormat)] = [
        ([0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1], .oldExcelWorkbook),
        (Array("%PDF-".utf8), .pdf), (Array("PGDMP".utf8), .postgreSQLArchive),
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A], .image), ([0xFF, 0xD8, 0xFF], .image),
        (Array("GIF87a".utf8), .image), (Array("GIF89a".utf8), .image),
        ([0x49, 0x49, 0x2A, 0x00], .image), ([0x4D, 0x4D, 0x00, 0x2A], .image),
        ([0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C], .otherArchive),
        ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], .otherArchive),
        ([0x28, 0xB5, 0x2F, 0xFD], .otherArchive), (Array("Rar!".utf8), .otherArchive),
        (Array("BZh9".utf8), .otherArchive), ([0x1F, 0x8B], .otherArchive),
        (Array("{\\rtf".utf8), .richText), (Array("PAR1".utf8), .parquet),
    ]

    private static func magic(of head: [UInt8]) -> ForeignFormat? {
        if head.starts(with: [0x50, 0x4B, 0x03, 0x04]) || head.starts(with: [0x50, 0x4B, 0x05, 0x06]) {
            return zip(head)
        }
        if let known = signatures.first(where: { head.starts(with: $0.bytes) }) {
            return known.format
        }
        func has(_ word: String, at offset: Int) -> Bool {
            head.dropFirst(offset).starts(with: word.utf8)
        }
        if has("RIFF", at: 0), has("WEBP", at: 8) { return .image }
        if ["ftyphei", "ftypmif", "ftypavif"].contains(where: { has($0, at: 4) }) { return .image }
        if has("DUCK", at: 8) { return .duckDB }
        if has("ustar", at: 257) { return .tarArchive }
        return nil
    }

    /// Returns the format of a ZIP archive, according to the names of its first members.
    private static func zip(_ head: [UInt8]) -> ForeignFormat {
        let text = String(decoding: head, as: UTF8.self)
        if text.contains("application/vnd.oasis.opendocument.spreadsheet") {
            return .openDocumentSpreadsheet
        }
        if text.contains("Index/Document.iwa") || text.contains("Index.zip") {
            return .numbersDocument
        }
        if text.contains("xl/") { return .excelWorkbook }
        if text.contains("word/") { return .wordDocument }
        return text.contains("[Content_Types].xml") ? .excelWorkbook : .zipArchive
    }
}
