/// What makes two paths mean one file: not their text, but the device and the file's number on it.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// The file that a path leads to; nil where it leads to none.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
    package init?(_ path: String) throws(FileError) {
        guard let status = try System.status(path) else { return nil }
        self.init(status)
    }

    /// The file that is open; nil where none is.
    package init?(descriptor: Int32) {
        guard let status = System.status(of: descriptor) else { return nil }
        self.init(status)
    }

    init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Whether both lie on one device.
    package func isOnSameDevice(as other: FileIdentity) -> Bool { device == other.device }

    /// Whether both paths lead to the same file, by whatever links, spelling or case; where one
    /// leads to no file, whether they are the same path, in one case or another: many file systems
    /// take that for the same.
    ///
    /// - Throws: ``FileError`` where that cannot be told.
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
