import Files

/// Standard input as a file that can be read from its beginning any number of times.
///
/// A plan may load two entities from standard input, and the columns of an input are read before its rows, but a
/// pipe gives its bytes only once. The bytes from a pipe are therefore kept in an unnamed temporary file, which
/// disappears with the process. A redirected file (`< items.csv`) is read in place.
package enum StandardInput {
    /// The path for standard input.
    package static let path = "-"

    /// Returns whether a path means standard input: `-`, and `/dev/stdin` if that is a stream.
    ///
    /// - Throws: ``SeedIssue`` if the path cannot be examined.
    static func isNamed(by path: String) throws -> Bool {
        if path == Self.path { return true }
        do {
            return try FileStatus(path: path)?.isStream == true
                && FileIdentity(path) == FileIdentity(descriptor: STDIN_FILENO)
        } catch let error as FileError {
            throw SeedIssue(.file(.fileSystem(error.reason)), at: .init(path: path))
        }
    }

    /// The result of the single attempt to prepare standard input.
    private enum State: Sendable {
        case open(Int32)
        case failed(SeedIssue.Reason)
    }

    private static let state: State = prepare()

    /// Returns a descriptor for reads at offsets. It must not be closed.
    ///
    /// - Throws: ``SeedIssue``.
    static func descriptor() throws -> Int32 {
        switch state {
        case .open(let descriptor): return descriptor
        case .failed(let reason): throw SeedIssue(reason, at: .init(path: path))
        }
    }

    private static func prepare() -> State {
        guard let status = FileStatus(descriptor: STDIN_FILENO) else { return failure() }
        if status.isFolder { return .failed(.file(.isFolder)) }
        if let words = NoFile.refusedStandardInput { return .failed(.file(.fileSystem(words))) }
        // A file redirected from its beginning does not need a copy.
        if status.isRegularFile, lseek(STDIN_FILENO, 0, SEEK_CUR) == 0 {
            return .open(STDIN_FILENO)
        }
        return keep()
    }

    private static func keep() -> State {
        let folder = TemporaryFolder.parent
        var name = Array((folder + "/zseed-input-XXXXXX").utf8CString)
        let copy = System.retrying { mkstemp(&name) }
        guard copy >= 0 else {
            return .failed(
                .file(
                    .fileSystem(
                        "cannot be kept in \(folder) (TMPDIR): \(System.words())")))
        }
        unlink(name)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 * 1024, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(STDIN_FILENO, buffer.baseAddress, buffer.count)
            if count == 0 { return .open(copy) }
            if count < 0 {
                if errno == EINTR { continue }
                return failure()
            }
            let bytes = UnsafeRawBufferPointer(rebasing: buffer[..<count])
            let code = System.writeAll(bytes, to: copy)
            guard code == 0 else { return failure(code) }
        }
    }

    private static func failure(_ code: Int32 = errno) -> State {
        .failed(.file(.fileSystem(System.words(code))))
    }
}
