/// A file that could not be read, written or moved: the machine's fault, never the data's.
public struct FileError: Error, Equatable, Sendable, CustomStringConvertible {
    /// What was tried.
    public enum Action: String, Sendable {
        case open, read, write, create, copy, sync, rename, remove
    }

    /// The path, as it was given; the folder for temporary files for what is private there.
    public let path: String
    /// What was tried with it.
    public let action: Action
    /// The system's words.
    public let reason: String

    /// Creates an error from its parts.
    package init(path: String, action: Action, reason: String) {
        self.path = TemporaryFolder.named(path)
        self.action = action
        self.reason = reason
    }

    /// Whether the user lacks the permission, while the machine is in order.
    package var isForbidden: Bool { System.forbidden.contains(reason) }

    /// One line: what was tried, with which file, and why it failed.
    public var description: String { "cannot \(action.rawValue) \(path): \(reason)" }
}
