import Foundation

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#else
    import Darwin
#endif

/// A file read front to back through one buffer that keeps what is not consumed yet.
///
/// ``unread`` is what has been read and not consumed; ``fill()`` reads more behind it.
final class ByteReader {
    private let descriptor: Int32
    private let path: String
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    /// Whether the end of the file has been met.
    private(set) var isAtEnd = false

    /// Opens a file to read it, or standard input for the path `-`.
    ///
    /// - Throws: ``SeedIssue`` where the file is missing, a folder or not readable.
    init(path: String, bufferSize: Int) throws {
        self.path = path
        if path == "-" {
            descriptor = dup(STDIN_FILENO)
        } else {
            descriptor = open(path, O_RDONLY | O_CLOEXEC)
        }
        let failure = errno
        buffer = .allocate(byteCount: bufferSize, alignment: 16)
        guard descriptor >= 0 else {
            throw SeedIssue(
                failure == ENOENT ? .fileNotFound : .fileSystem(String(cString: strerror(failure))),
                at: .init(path: path))
        }
        var status = stat()
        if fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFDIR {
            throw SeedIssue(.isFolder, at: .init(path: path))
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
        buffer.deallocate()
    }

    /// What has been read and not consumed; valid until ``fill()`` is called.
    @inline(__always)
    var unread: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    }

    /// Marks the first `count` unread bytes as consumed.
    @inline(__always)
    func consume(_ count: Int) { start = min(start + max(count, 0), end) }

    /// Reads more bytes behind ``unread``, moving or growing the buffer when it is full.
    ///
    /// - Returns: whether more bytes are there.
    /// - Throws: ``SeedIssue`` for an I/O error.
    func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        makeRoom()
        while true {
            let count = read(
                descriptor, buffer.baseAddress.map { $0 + end }, buffer.count - end)
            if count > 0 {
                end += count
                return true
            }
            if count == 0 {
                isAtEnd = true
                return false
            }
            guard errno == EINTR else {
                throw SeedIssue(
                    .fileSystem(String(cString: strerror(errno))), at: .init(path: path))
            }
        }
    }

    private func makeRoom() {
        if start == end {
            start = 0
            end = 0
        }
        guard end == buffer.count else { return }
        if start > buffer.count / 2 {
            buffer.copyMemory(from: unread)
        } else {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: buffer.count * 2, alignment: 16)
            larger.copyMemory(from: unread)
            buffer.deallocate()
            buffer = larger
        }
        end -= start
        start = 0
    }
}
