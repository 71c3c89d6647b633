extension SeedIssue.Reason {
    /// Problems with a file as a whole and with its bytes.
    package enum File: Equatable, Sendable {
        /// The file does not exist.
        case fileNotFound
        /// The path is a folder instead of a file.
        case isFolder
        /// The file cannot be read or written. The words are the system's.
        case fileSystem(String)
        /// No file matches a pattern.
        case noMatchingFile
        /// An input names the same file twice.
        case repeatedFile
        /// Another process changed a database while it was read.
        case changedWhileRead
        /// An input file is larger than the limit for reading a file at once.
        case sourceTooLarge(limit: Int)
        /// The file has a format that is not supported. For a dump, the text is the part that is not read.
        case foreignFormat(ForeignFormat, isCompressed: Bool, unread: String? = nil)
        /// SQL text is truncated: its last line or statement is missing.
        case cutDump(missing: String)
        /// A gzip file is truncated.
        case truncatedGzip
        /// The content of a gzip file is damaged. The words are zlib's.
        case damagedGzip(String)
        /// The bytes are not UTF-8.
        case invalidUTF8
        /// The bytes are not valid in the file's encoding.
        case invalidText(TextEncoding)
        /// The byte order mark contradicts the encoding in the plan.
        case contradictingByteOrderMark(declared: TextEncoding, found: TextEncoding)
        /// UTF-16 without a byte order mark begins with a non-ASCII character.
        case unknownByteOrder
        /// An XML declaration has an unsupported encoding.
        case unsupportedEncoding(String)
    }
}

extension SeedIssue.Reason.File {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault {
        switch self {
        // The command line or the plan names these files.
        case .fileNotFound, .isFolder, .noMatchingFile, .repeatedFile, .contradictingByteOrderMark,
            .unknownByteOrder:
            .plan
        case .fileSystem, .changedWhileRead:
            .machine
        case .sourceTooLarge, .foreignFormat, .cutDump, .truncatedGzip, .damagedGzip, .invalidUTF8,
            .invalidText,
            .unsupportedEncoding:
            .data
        }
    }
}
