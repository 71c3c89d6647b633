import Foundation

/// A file on its way to the disk, on a thread of its own: flushing needs no processor, so that
/// other work may go on.
package final class FileFlush: @unchecked Sendable {
    // Written by the thread before it leaves the group, read after.
    private var failure: Int32?
    private let group = DispatchGroup()

    /// Begins to flush what was written to a file so far.
    package init(_ path: String) {
        group.enter()
        Thread.detachNewThread { [self] in
            failure = Self.flush(path, O_RDWR)
            group.leave()
        }
    }

    /// Waits for the end.
    ///
    /// - Returns: the error number where the file could not be flushed.
    package func wait() -> Int32? {
        group.wait()
        return failure
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
