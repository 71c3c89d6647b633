/// A file that is flushed to disk on its own thread.
///
/// Flushing needs no processor time, so that other work can continue.
package final class FileFlush: Sendable {
    private let failure: BackgroundResult<Int32?>

    /// Begins to flush the file's current content.
    package init(_ path: String) {
        failure = BackgroundResult(named: "zseed flush") { Self.flush(path, O_RDWR) }
    }

    /// Waits for the end of the flush.
    ///
    /// - Returns: the error number if the file could not be flushed.
    package func wait() -> Int32? {
        // Flushing does not throw.
        (try? failure.wait()) ?? nil
    }

    /// Flushes a file or folder, and waits for it.
    ///
    /// - Returns: the error number if that failed.
    package static func flush(_ path: String, _ flags: Int32) -> Int32? {
        guard let descriptor = System.openFile(path, flags) else { return errno }
        defer { close(descriptor) }
        guard System.retrying({ fsync(descriptor) }) != 0 else { return nil }
        // Some file systems cannot flush folders.
        return errno == EINVAL ? nil : errno
    }
}
