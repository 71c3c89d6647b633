/// An output path that cannot be used. The user can correct it.
package struct OutputError: Error, Equatable, Sendable {
    /// The reason that the path cannot be used.
    package enum Problem: Equatable, Sendable {
        /// The path is invalid. The text gives the reason.
        case unusablePath(String)
        /// The path is a folder.
        case isFolder
        /// A file is in place of a folder.
        case isFile
        /// The folder is not empty.
        case folderNotEmpty
        /// The path is a device, pipe or socket.
        case notRegularFile
        /// Another process has the file open as a database. The number is the process's, or 0 if it is unknown.
        case isOpen(Int32)
        /// The file next to the output shows that an app may have the output open.
        case inUse(String)
        /// The path is an input, or lies in one.
        case isInput(String)
        /// A file that would be replaced is not recorded as the output of an earlier build.
        case unknownFile
    }

    /// The path, as the caller passed it.
    package let path: String
    /// The reason that it cannot be used.
    package let problem: Problem

    /// Creates an error from its parts.
    package init(_ problem: Problem, path: String) {
        self.path = path
        self.problem = problem
    }
}
