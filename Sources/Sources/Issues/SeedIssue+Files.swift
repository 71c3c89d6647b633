import Files
import StoreFormat

extension SeedIssue {
    /// An output that cannot be written, as an issue.
    package init(_ error: OutputError, at location: Location? = nil) {
        let reason: Reason =
            switch error.problem {
            case .unusablePath(let words): .output(.unusablePath(words))
            case .isFolder: .file(.isFolder)
            case .isFile: .output(.isFile)
            case .folderNotEmpty: .output(.folderNotEmpty)
            case .notRegularFile: .output(.notRegularFile)
            case .isOpen(let process): .output(.outputOpen(process: process))
            case .inUse(let file): .output(.outputInUse(file))
            case .isInput: .output(.outputIsInput)
            case .unknownFile: .output(.unknownReject)
            }
        self.init(reason, at: location ?? .init(path: error.path))
    }

    /// A file that the system refuses, as an issue.
    package init(_ error: FileError) {
        self.init(.file(.fileSystem(error.reason)), at: .init(path: error.path))
    }

    /// A store that cannot be read, as an issue.
    package init(_ error: StoreError) {
        let reason: Reason =
            switch error.problem {
            case .missing: .file(.fileNotFound)
            case .isFolder: .file(.isFolder)
            case .unreadable(let words): .file(.fileSystem(words))
            default: .database(.sourceStore(error.problem))
            }
        self.init(reason, at: .init(path: error.path))
    }
}
