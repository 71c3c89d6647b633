extension SeedIssue.Reason {
    /// Reasons that an output cannot be created, or not at its path.
    package enum Output: Equatable, Sendable {
        /// The output would overwrite one of the inputs.
        case outputIsInput
        /// Another process has the output open. The number is the process's, or 0 if it is unknown.
        case outputOpen(process: Int32)
        /// The output has a `-wal` or `-journal` with content, so that an app may still use it.
        case outputInUse(String)
        /// The path is invalid for an output. The text gives the reason.
        case unusablePath(String)
        /// The output folder of an export is not empty.
        case folderNotEmpty
        /// A file is in place of a folder.
        case isFile
        /// An existing file would be overwritten.
        case fileExists
        /// A device, pipe or socket is in place of a file.
        case notRegularFile
        /// The existing file at the path of a reject file is not the unchanged output of an earlier build.
        case unknownReject
        /// SQLite refuses a row. The words are SQLite's.
        case refusedRow(String)
        /// A unique index of the reference has two equal rows. The words are SQLite's.
        case refusedIndex(String)
        /// The build uses more bytes of memory than allowed.
        case memoryLimit(Int)
    }
}

extension SeedIssue.Reason.Output {
    /// The part that must be corrected.
    var fault: SeedIssue.Fault {
        switch self {
        case .memoryLimit:
            .machine
        case .refusedRow, .refusedIndex, .outputOpen, .outputInUse:
            .data
        case .outputIsInput, .unusablePath, .folderNotEmpty, .isFile, .fileExists, .notRegularFile,
            .unknownReject:
            .plan
        }
    }
}
