extension SeedIssue.Reason {
    /// What is wrong with a file as a whole, and with its bytes.
    package enum File: Equatable, Sendable {
        /// A file that is not there.
        case fileNotFound
        /// A folder where a file is needed.
        case isFolder
        /// The file cannot be read or written; the system's words.
        case fileSystem(String)
        /// A pattern for files that no file matches.
        case noMatchingFile
        /// A file that a source names twice.
        case repeatedFile
        /// A database that another process wrote to while it was read.
        case changedWhileRead
        /// A source file larger than can be read at once.
        case sourceTooLarge(limit: Int)
        /// A file that no reader reads, by what it holds; of a dump, what of it is not read.
        case foreignFormat(ForeignFormat, isCompressed: Bool, unread: String? = nil)
        /// SQL text that was cut: it lacks its last line, or statement.
        case cutDump(missing: String)
        /// A gzip file that ends before its end.
        case truncatedGzip
        /// A gzip file whose content is damaged; zlib's words.
        case damagedGzip(String)
        /// Bytes that are not UTF-8.
        case invalidUTF8
        /// Bytes that are no characters of the file's encoding.
        case invalidText(TextEncoding)
        /// A byte order mark of another encoding than the plan says.
        case contradictingByteOrderMark(declared: TextEncoding, found: TextEncoding)
        /// UTF-16 without byte order mark, whose first character is no ASCII.
        case unknownByteOrder
        /// An XML declaration with an encoding that is not supported.
        case unsupportedEncoding(String)
    }
}

extension SeedIssue.Reason.File {
    /// Who has to act on such an issue.
    var fault: SeedIssue.Fault {
        switch self {
        // The command line or the plan names them.
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
