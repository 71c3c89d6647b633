/// What makes two paths mean one file: not their text, but the device and the file's number on it.
package struct FileIdentity: Hashable, Sendable {
    private let device: UInt64
    private let number: UInt64

    /// The file that a path leads to; nil where it leads to none.
    package init?(_ path: String) {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        self.init(status)
    }

    /// The file that is open; nil where none is.
    package init?(descriptor: Int32) {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        self.init(status)
    }

    private init(_ status: stat) {
        device = UInt64(truncatingIfNeeded: status.st_dev)
        number = UInt64(truncatingIfNeeded: status.st_ino)
    }

    /// Whether both lie on one device.
    package func isOnSameDevice(as other: FileIdentity) -> Bool { device == other.device }

    /// Whether both paths lead to the same file, by whatever links, spelling or case; where one
    /// leads to no file, whether they are the same path, in one case or another: many file systems
    /// take that for the same.
    package static func isSame(_ one: String, _ other: String) -> Bool {
        let first = FileIdentity(one) ?? FileIdentity(FilePath(one).resolved.text)
        let second = FileIdentity(other) ?? FileIdentity(FilePath(other).resolved.text)
        if first != nil || second != nil { return first == second }
        return FilePath(one).resolved.text.lowercased()
            == FilePath(other).resolved.text.lowercased()
    }
}
