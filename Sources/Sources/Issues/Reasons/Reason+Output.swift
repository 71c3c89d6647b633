extension SeedIssue.Reason {
    /// Why a result cannot be, or not be where it should.
    package enum Output: Equatable, Sendable {
        /// The output would overwrite one of the inputs.
        case outputIsInput
        /// Another process has the output open; its number, 0 where that is not known.
        case outputOpen(process: Int32)
        /// The output has a `-wal` or `-journal` with content: an app may still use it.
        case outputInUse(String)
        /// No path that an output can have; why, in words.
        case unusablePath(String)
        /// The output folder of an export has something in it already.
        case folderNotEmpty
        /// A file where a folder should go.
        case isFile
        /// A file that would be overwritten.
        case fileExists
        /// A device, pipe or socket where a file should go.
        case notRegularFile
        /// A file where a reject file should go, and no build is known to have written it as it is.
        case unknownReject
        /// A row that SQLite refuses; its words.
        case refusedRow(String)
        /// A unique index of the reference finds two equal rows; SQLite's words.
        case refusedIndex(String)
        /// More bytes of memory are in use than the build may need.
        case memoryLimit(Int)
    }
}

extension SeedIssue.Reason.Output {
    /// Who has to act on such an issue.
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
