import Foundation
import Threads

/// A file on its way to the disk, on a thread of its own: flushing needs no processor, so that
/// other work may go on.
package final class FileFlush: Sendable {
    private let failure: BackgroundResult<Int32?>

    /// Begins to flush what was written to a file so far.
    package init(_ path: String) {
        failure = BackgroundResult(named: "zseed flush") { Self.flush(path, O_RDWR) }
    }

    /// Waits for the end.
    ///
    /// - Returns: the error number where the file could not be flushed.
    package func wait() -> Int32? {
        // Flushing throws nothing.
        (try? failure.wait()) ?? nil
    }

    /// Flushes a file or folder at once.
    ///
    /// - Returns: the error number where that failed.
    package static func flush(_ path: String, _ flags: Int32) -> Int32? {
        guard let descriptor = System.openFile(path, flags) else { return errno }
        defer { close(descriptor) }
        guard System.retrying({ fsync(descriptor) }) != 0 else { return nil }
        // A folder on a file system that cannot flush folders.
        return errno == EINVAL ? nil : errno
    }
}
