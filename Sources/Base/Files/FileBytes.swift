/// Reads small files and small parts of files without Foundation, whose first use takes longer than reading such a
/// file.
package enum FileBytes {
    private static let step = 1 << 16

    /// Returns the first bytes of a file or pipe, at most `count`.
    ///
    /// - Throws: ``FileError``.
    package static func first(_ count: Int, of path: String) throws(FileError) -> [UInt8] {
        guard let descriptor = System.openInput(path) else {
            throw failure(errno, path, .open)
        }
        defer { close(descriptor) }
        var bytes: [UInt8] = []
        // The buffer is limited, because `count` may be much larger than the file.
        let buffer = UnsafeMutableRawBufferPointer.allocate(
            byteCount: min(step, max(count, 1)), alignment: 16)
        defer { buffer.deallocate() }
        while bytes.count < count {
            let length = read(
                descriptor, buffer.baseAddress, min(buffer.count, count - bytes.count))
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw failure(errno, path, .read) }
            guard length > 0 else { break }
            bytes += buffer[..<length]
        }
        return bytes
    }

    /// Passes a file to `body`, piece by piece.
    ///
    /// - Throws: ``FileError``, or the error that `body` throws.
    package static func forEachPiece(
        of path: String, _ body: ([UInt8]) throws -> Void
    ) throws {
        guard let descriptor = System.openInput(path) else {
            throw failure(errno, path, .open)
        }
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: step)
        while true {
            let length = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, step) }
            if length < 0, errno == EINTR { continue }
            guard length >= 0 else { throw failure(errno, path, .read) }
            guard length > 0 else { return }
            try body(length == step ? buffer : Array(buffer[..<length]))
        }
    }

    /// Reads bytes from an offset of a file. Returns fewer bytes if the file ends.
    ///
    /// - Throws: ``FileError``.
    package static func part(
        _ count: Int, at offset: Int, of path: String
    ) throws(FileError) -> [UInt8] {
        guard let descriptor = System.openInput(path) else {
            throw failure(errno, path, .open)
        }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: count)
        let length = bytes.withUnsafeMutableBytes {
            System.readAll(descriptor, into: $0, at: offset)
        }
        guard length >= 0 else { throw failure(errno, path, .read) }
        bytes.removeLast(count - length)
        return bytes
    }

    /// Overwrites bytes from an offset of a file.
    ///
    /// - Throws: ``FileError``.
    package static func overwrite(
        _ bytes: [UInt8], at offset: Int, of path: String
    ) throws(FileError) {
        guard let descriptor = System.openFile(path, O_WRONLY) else {
            throw failure(errno, path, .open)
        }
        defer { close(descriptor) }
        let code = bytes.withUnsafeBytes { System.writeAll($0, to: descriptor, at: offset) }
        guard code == 0 else { throw failure(code, path, .write) }
    }

    private static func failure(
        _ code: Int32, _ path: String, _ action: FileError.Action
    ) -> FileError {
        FileError(path: path, action: action, reason: System.words(code))
    }
}
