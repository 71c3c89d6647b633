import Files

extension SeedIssue {
    /// An output that cannot be written, as an issue.
    package init(_ error: OutputError, at location: Location? = nil) {
        let reason: Reason =
            switch error.problem {
            case .unusablePath(let words): .unusablePath(words)
            case .isFolder: .isFolder
            case .isFile: .isFile
            case .folderNotEmpty: .folderNotEmpty
            case .notRegularFile: .notRegularFile
            case .inUse(let file): .outputInUse(file)
            case .isInput: .outputIsInput
            case .unknownFile: .unknownReject
            }
        self.init(reason, at: location ?? .init(path: error.path))
    }

    /// A file that the system refuses, as an issue.
    package init(_ error: FileError) {
        self.init(.fileSystem(error.reason), at: .init(path: error.path))
    }
}
