/// Why nothing can be written to the path that somebody named; the user can do something about it.
package struct OutputError: Error, Equatable, Sendable {
    /// What speaks against it.
    package enum Problem: Equatable, Sendable {
        /// No path that a file can have; why, in words.
        case unusablePath(String)
        /// There is a folder.
        case isFolder
        /// There is a file where a folder should go.
        case isFile
        /// The folder has something in it already.
        case folderNotEmpty
        /// A device, pipe or socket.
        case notRegularFile
        /// Another process has it open as a database; its number, 0 where that is not known.
        case isOpen(Int32)
        /// The file beside the output shows that an app may have it open.
        case inUse(String)
        /// It is, or lies in, what is read.
        case isInput(String)
        /// A file that would be replaced is not known to be of an earlier build.
        case unknownFile
    }

    /// The path, as it was given.
    package let path: String
    /// What speaks against it.
    package let problem: Problem

    /// Creates an error from its parts.
    package init(_ problem: Problem, path: String) {
        self.path = path
        self.problem = problem
    }
}
