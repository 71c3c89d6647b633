import Files
import ObjectModel

/// The SHA-256 of files as hexadecimal text. It depends on the contents alone, not on dates.
enum FileDigest {
    private static let step = 1 << 20

    /// Returns the digest of a file's contents.
    ///
    /// - Returns: nil if there is no regular file at the path.
    /// - Throws: `FileError` if the file exists but cannot be read.
    static func text(ofFile path: String) throws(FileError) -> String? {
        guard try FileStatus(path: path)?.isRegularFile == true else { return nil }
        guard let descriptor = System.openInput(path) else {
            throw FileError(path: path, action: .open, reason: System.words())
        }
        defer { close(descriptor) }
        var digest = ContentDigest()
        var failed = false
        while true {
            let piece = [UInt8](unsafeUninitializedCapacity: step) { buffer, count in
                var length = read(descriptor, buffer.baseAddress, step)
                while length < 0, errno == EINTR {
                    length = read(descriptor, buffer.baseAddress, step)
                }
                failed = length < 0
                count = max(length, 0)
            }
            guard !failed else { throw FileError(path: path, action: .read, reason: System.words()) }
            guard !piece.isEmpty else { break }
            digest.update(piece)
        }
        return text(digest.finished())
    }

    /// Returns the digest of some bytes.
    static func text(of bytes: [UInt8]) -> String {
        var digest = ContentDigest()
        digest.update(bytes)
        return text(digest.finished())
    }

    private static func text(_ digest: [UInt8]) -> String {
        let digits = Array("0123456789abcdef".utf8)
        return String(
            decoding: digest.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] },
            as: UTF8.self)
    }
}
