/// A new file that is written from its beginning to its end, in large blocks.
///
/// A write that comes back short goes on where it stopped: Foundation begins anew, which is wrong
/// for a pipe and slow for a disk that is nearly full.
@usableFromInline package final class FileWriter {
    /// The path that errors name.
    private let shownPath: String
    private var descriptor: Int32
    private let isStream: Bool
    @usableFromInline var buffer: [UInt8] = []
    @usableFromInline static let blockSize = 1 << 16

    /// Creates a file; nothing must be there.
    ///
    /// - Parameter shownPath: the path that errors name, where the file is a private one.
    /// - Throws: ``FileError``.
    package init(creating path: String, shownAs shownPath: String? = nil) throws(FileError) {
        self.shownPath = shownPath ?? path
        isStream = false
        TemporaryFolder.noteFiles([path])
        guard let opened = System.openFile(path, O_WRONLY | O_CREAT | O_EXCL, mode: 0o666) else {
            throw FileError(path: self.shownPath, action: .create, reason: System.words())
        }
        descriptor = opened
    }

    /// Overwrites a file that is there, or writes into a pipe or device; what is there is not
    /// replaced by another file.
    ///
    /// - Throws: ``FileError``.
    package init(into path: String, shownAs shownPath: String? = nil) throws(FileError) {
        self.shownPath = shownPath ?? path
        isStream = try FileStatus(path: path)?.isRegularFile != true
        let flags = isStream ? O_WRONLY | O_NOCTTY : O_WRONLY | O_TRUNC
        guard let opened = System.openFile(path, flags) else {
            throw FileError(path: self.shownPath, action: .open, reason: System.words())
        }
        descriptor = opened
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    /// Appends bytes. Inlinable, since rows go through it cell by cell from other modules.
    ///
    /// - Throws: ``FileError``.
    @inlinable package func write(_ bytes: some Sequence<UInt8>) throws(FileError) {
        buffer.append(contentsOf: bytes)
        if buffer.count >= Self.blockSize { try flush() }
    }

    /// Appends a byte.
    ///
    /// - Throws: ``FileError``.
    @inlinable package func write(_ byte: UInt8) throws(FileError) {
        buffer.append(byte)
        if buffer.count >= Self.blockSize { try flush() }
    }

    /// Writes what is left, to the disk itself.
    ///
    /// - Throws: ``FileError``.
    package func finish() throws(FileError) {
        try flush()
        let opened = descriptor
        descriptor = -1
        let failure = !isStream && System.retrying({ fsync(opened) }) != 0 ? errno : 0
        let closing = close(opened) == 0 || errno == EINTR ? 0 : errno
        guard failure == 0, closing == 0 else {
            throw FileError(
                path: shownPath, action: .sync,
                reason: System.words(failure == 0 ? closing : failure))
        }
    }

    @usableFromInline func flush() throws(FileError) {
        let failure = buffer.withUnsafeBytes { System.writeAll($0, to: descriptor) }
        buffer.removeAll(keepingCapacity: true)
        guard failure == 0 else {
            throw FileError(path: shownPath, action: .write, reason: System.words(failure))
        }
    }
}
