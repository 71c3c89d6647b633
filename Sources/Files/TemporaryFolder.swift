import Foundation

/// A private folder that is removed, with all it holds, when the last reference to it goes away.
public final class TemporaryFolder {
    /// The absolute path, without a slash at its end.
    public let path: String

    /// Makes a folder that only this user can read, in the system's temporary folder.
    ///
    /// - Throws: ``FileError``.
    public init() throws {
        let base = FileManager.default.temporaryDirectory.path
        path = base + "/zseed-" + UUID().uuidString
        do {
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700])
        } catch {
            throw FileError(path: path, action: .create, reason: "\(error)")
        }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }
}
