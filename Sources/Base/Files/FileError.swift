/// A file that could not be read, written or moved. The cause is the machine, never the data.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file operation that failed.
    public enum Action: String, Sendable {
        case open, read, write, create, copy, sync, rename, remove
    }

    /// The path, as the caller passed it. For a private file, the folder for temporary files.
    public let path: String
    /// The operation that failed.
    public let action: Action
    /// The system's text for the error.
    public let reason: String

    /// Creates an error from its parts.
    package init(path: String, action: Action, reason: String) {
        self.path = TemporaryFolder.named(path)
        self.action = action
        self.reason = reason
    }

    /// Whether the cause is a missing permission of the user.
    package var isForbidden: Bool { System.forbidden.contains(reason) }

    /// One line with the operation, the file and the reason.
    public var description: String { "cannot \(action.rawValue) \(path): \(reason)" }
}
