import Files
import Foundation

/// The files in one folder, and none outside of it.
///
/// Names come from rows: no absolute path, no `..`, and no symbolic link that leads out is
/// followed.
final class ConfinedFolder {
    /// The largest file, in bytes.
    static let largestFile = 256 << 20

    private let root: String
    private let path: String
    /// Where files that are asked for are noted.
    private let readFiles: ReadFiles?

    /// Opens a folder; nil where there is none.
    init?(path: String, readFiles: ReadFiles? = nil) {
        guard let root = Self.canonical(path) else { return nil }
        var status = stat()
        guard stat(root, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return nil }
        self.root = root
        self.path = path
        self.readFiles = readFiles
    }

    /// The bytes of a file.
    ///
    /// - Parameter name: its path within the folder, with `/` between its parts.
    func bytes(ofFile name: String) throws(ConversionFailure) -> [UInt8] {
        do {
            let bytes = try readBytes(ofFile: name)
            readFiles?.note(path + "/" + name, digest: FileDigest.text(of: bytes))
            return bytes
        } catch {
            readFiles?.note(path + "/" + name, digest: nil)
            throw error
        }
    }

    private func readBytes(ofFile name: String) throws(ConversionFailure) -> [UInt8] {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        let isConfined = parts.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
        guard isConfined, !name.utf8.contains(0) else { throw ConversionFailure(.value(.fileOutside)) }
        guard let path = Self.canonical(root + "/" + name) else {
            throw Self.failure(errno)
        }
        guard path.hasPrefix(root == "/" ? "/" : root + "/") else {
            throw ConversionFailure(.value(.fileOutside))
        }
        return try Self.read(path)
    }

    private static func canonical(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(cString: resolved)
    }

    private static func read(_ path: String) throws(ConversionFailure) -> [UInt8] {
        // Resolved already: a link here was put there since. O_NONBLOCK for pipes.
        guard let descriptor = System.openFile(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK) else {
            throw failure(errno)
        }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw failure(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { throw ConversionFailure(.value(.noPlainFile)) }
        guard status.st_size <= largestFile else {
            throw ConversionFailure(.value(.fileTooLarge(limit: largestFile)))
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes {
            System.readAll(descriptor, into: $0, at: 0)
        }
        guard count >= 0 else { throw failure(errno) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    private static func failure(_ code: Int32) -> ConversionFailure {
        code == ENOENT || code == ENOTDIR
            ? ConversionFailure(.value(.noSuchFile))
            : ConversionFailure(.value(.unreadableFile(String(cString: strerror(code)))))
    }
}
