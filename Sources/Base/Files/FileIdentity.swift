/// The identity of a file: its device and its number on the device, independent of the path.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// Looks up the file at a path. Returns nil if there is none.
    ///
    /// - Throws: ``FileError`` if the path cannot be examined.
    package init?(_ path: String) throws(FileError) {
        guard let status = try System.status(path) else { return nil }
        self.init(status)
    }

    /// Looks up an open file. Returns nil if the descriptor is not open.
    package init?(descriptor: Int32) {
        guard let status = System.status(of: descriptor) else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Returns whether both files are on one device.
    package func isOnSameDevice(as other: FileIdentity) -> Bool { device == other.device }

    /// Returns whether two paths lead to the same file, regardless of links, spelling or case.
    ///
    /// If one of them does not lead to a file, the resolved paths are compared without regard to case, because many
    /// file systems ignore case.
    ///
    /// - Throws: ``FileError`` if a path cannot be examined.
    package static func isSame(_ one: String, _ other: String) throws(FileError) -> Bool {
        func identity(_ path: String) throws(FileError) -> FileIdentity? {
            if let identity = try FileIdentity(path) { return identity }
            return try FileIdentity(FilePath(path).resolved.text)
        }
        let (first, second) = (try identity(one), try identity(other))
        if first != nil || second != nil { return first == second }
        return try FilePath(one).resolved.text.lowercased()
            == FilePath(other).resolved.text.lowercased()
    }
}
