import Files

/// The bytes of a file, or of standard input for the path `-`.
final class FileInput: ByteInput {
    private let descriptor: Int32
    private let path: String
    /// The offset of the next read. Every reader has its own offset, so that standard input can be read more than
    /// once.
    private var offset: off_t = 0
    private let isSeekable: Bool
    private let isShared: Bool
    /// The size of a regular file.
    private let size: off_t?

    /// Opens a file for reading.
    ///
    /// - Throws: ``SeedIssue`` if the file is missing, unreadable or a folder.
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
        // The first reader, which looks for the columns, would take the rows from the next one.
        if status.isStream, !isShared, !isSeekable {
            throw SeedIssue(
                .file(.fileSystem("is a pipe, which can be read only once: pass it as standard input, `-`")),
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

    /// Returns another descriptor of the file, which supports reads at any offset. The caller closes it.
    ///
    /// - Throws: ``SeedIssue`` if the file does not support that.
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

    /// Returns bytes at an offset of the file. There are fewer at its end.
    ///
    /// - Throws: ``SeedIssue`` if the file cannot be read.
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
