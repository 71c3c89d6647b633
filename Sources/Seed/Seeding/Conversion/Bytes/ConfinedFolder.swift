import Files

/// The files in one folder, and no others.
///
/// File names come from rows. An absolute path, `..`, and a symbolic link that leads out of the folder are refused.
final class ConfinedFolder {
    /// The size limit of a file, in bytes.
    static let largestFile = Limits.namedFileBytes.most

    private let root: String
    private let path: String
    /// Records the files that rows name.
    private let readFiles: ReadFiles?

    /// Opens a folder; nil if it does not exist.
    ///
    /// - Throws: `FileError` if the system cannot find out whether it exists.
    init?(path: String, readFiles: ReadFiles? = nil) throws(FileError) {
        guard let root = try System.realPath(path), try FileStatus(path: root)?.isFolder == true else {
            return nil
        }
        self.root = root
        self.path = path
        self.readFiles = readFiles
    }

    /// Returns the bytes of a file.
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
        let found: String?
        let code: Int32
        do throws(FileError) {
            found = try System.realPath(root + "/" + name)
            code = errno
        } catch {
            throw Self.failure(error.reason, name)
        }
        guard let path = found else {
            // No system has a file at such a path.
            let leadsNowhere = code == ELOOP || code == ENAMETOOLONG
            throw ConversionFailure(
                .value(leadsNowhere ? .unreadableFile(System.words(code)) : .noSuchFile))
        }
        guard path.hasPrefix(root == "/" ? "/" : root + "/") else {
            throw ConversionFailure(.value(.fileOutside))
        }
        return try Self.read(path, name)
    }

    private static func read(_ path: String, _ name: String) throws(ConversionFailure) -> [UInt8] {
        // The path is resolved, so a link here was created since. O_NONBLOCK is for pipes created since.
        guard let descriptor = System.openInput(path, O_NOFOLLOW | O_NONBLOCK) else {
            if NoFile(rawValue: errno) != nil { throw ConversionFailure(.value(.noPlainFile)) }
            throw failure(errno, name)
        }
        defer { close(descriptor) }
        guard let status = FileStatus(descriptor: descriptor) else { throw failure(errno, name) }
        guard status.isRegularFile else { throw ConversionFailure(.value(.noPlainFile)) }
        guard status.size <= largestFile else {
            throw ConversionFailure(.value(.fileTooLarge(limit: largestFile)))
        }
        var bytes = [UInt8](repeating: 0, count: Int(status.size))
        let count = bytes.withUnsafeMutableBytes {
            System.readAll(descriptor, into: $0, at: 0)
        }
        guard count >= 0 else { throw failure(errno, name) }
        bytes.removeLast(bytes.count - count)
        return bytes
    }

    /// Returns the failure for an error code. An existing file that cannot be read is not the row's mistake.
    private static func failure(_ code: Int32, _ name: String) -> ConversionFailure {
        System.isMissing(code)
            ? ConversionFailure(.value(.noSuchFile)) : failure(System.words(code), name)
    }

    private static func failure(_ words: String, _ name: String) -> ConversionFailure {
        ConversionFailure(.file(.fileSystem("\(name): \(words)")))
    }
}
