import Files
import Foundation

/// The bytes of a file, or of standard input for the path `-`.
final class FileInput: ByteInput {
    private let descriptor: Int32
    private let path: String
    /// Where the next read begins: every reader has an offset of its own, so that standard input can
    /// be read more than once.
    private var offset: off_t = 0
    private let isSeekable: Bool
    private let isShared: Bool
    /// The size of a plain file.
    private let size: off_t?

    /// Opens a file to read it.
    ///
    /// - Throws: ``SeedIssue`` where the file is missing, a folder or not readable.
    init(path: String) throws {
        self.path = path
        if try StandardInput.isNamed(by: path) {
            descriptor = try StandardInput.descriptor()
            isShared = true
        } else {
            descriptor = System.openInput(path) ?? -1
            isShared = false
        }
        let failure = errno
        isSeekable = descriptor >= 0 && lseek(descriptor, 0, SEEK_CUR) >= 0
        let status = descriptor >= 0 ? FileStatus(descriptor: descriptor) : nil
        let reason = descriptor >= 0 ? errno : failure
        size = status?.isRegularFile == true ? status.map { off_t($0.size) } : nil
        guard let status else {
            throw SeedIssue(
                System.isMissing(reason)
                    ? .file(.fileNotFound) : .file(.fileSystem(System.words(reason))),
                at: .init(path: path))
        }
        if status.isFolder {
            throw SeedIssue(.file(.isFolder), at: .init(path: path))
        }
        // Whoever is asked first for the columns would take the rows of the next one.
        if status.isStream, !isShared, !isSeekable {
            throw SeedIssue(
                .file(.fileSystem("is a pipe, which can be read once only: give it as standard input, `-`")),
                at: .init(path: path))
        }
    }

    deinit {
        if descriptor >= 0, !isShared { close(descriptor) }
    }

    var fractionRead: Double? {
        size.map { $0 > 0 ? min(Double(offset) / Double($0), 1) : 1 }
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        while true {
            let count = readOnce(buffer)
            if count >= 0 {
                offset += off_t(count)
                return count
            }
            guard errno == EINTR else {
                throw SeedIssue(
                    .file(.fileSystem(String(cString: strerror(errno)))), at: .init(path: path))
            }
        }
    }

    /// The file once more, to be read from any place and closed by whoever asks.
    ///
    /// - Throws: ``SeedIssue`` where it is no file that can be read so.
    func duplicate() throws -> Int32 {
        guard isSeekable else {
            throw SeedIssue(.file(.fileSystem("is no plain file")), at: .init(path: path))
        }
        let copy = System.retrying { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }
        guard copy >= 0 else {
            throw SeedIssue(.file(.fileSystem(System.words())), at: .init(path: path))
        }
        return copy
    }

    /// Bytes from a place in the file; fewer at its end.
    ///
    /// - Throws: ``SeedIssue`` where it cannot be read.
    func bytes(at offset: Int, count: Int) throws -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: count)
        let read = bytes.withUnsafeMutableBytes { System.readAll(descriptor, into: $0, at: offset) }
        guard read >= 0 else { throw SeedIssue(.file(.fileSystem(System.words())), at: .init(path: path)) }
        return Array(bytes.prefix(read))
    }

    private func readOnce(_ buffer: UnsafeMutableRawBufferPointer) -> Int {
        guard isSeekable else {
            return System.readSome(descriptor, into: buffer)
        }
        return pread(descriptor, buffer.baseAddress, buffer.count, offset)
    }
}
