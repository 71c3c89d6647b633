/// A new file that is written from beginning to end, in large blocks.
///
/// A short write continues where it stopped. Foundation would start again, which is wrong for a pipe and slow for a
/// disk that is nearly full.
@usableFromInline package final class FileWriter {
    /// The path for error messages.
    private let shownPath: String
    private var descriptor: Int32
    private let isStream: Bool
    @usableFromInline var buffer: [UInt8] = []
    @usableFromInline static let blockSize = 1 << 16

    /// Creates a file. The path must not exist.
    ///
    /// - Parameter shownPath: the path for error messages, if the file is private.
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

    /// Opens an existing file to overwrite it, or a pipe or device. The item itself is not replaced.
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

    /// Appends bytes. Inlinable, because other modules write cells one by one through it.
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

    /// Writes the remaining bytes, and flushes the file to disk.
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
