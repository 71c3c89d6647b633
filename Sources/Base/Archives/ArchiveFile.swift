import CMinizip
import Files

/// An open file in the form that minizip reads.
///
/// It keeps its own offset. Several members can therefore be read at once, and a shared descriptor keeps its
/// position.
final class ArchiveFile {
    private let descriptor: Int32
    private let size: Int
    private var offset = 0
    private(set) var failure: String?

    /// - Parameter descriptor: an open file, which the archive file does not close.
    init(_ descriptor: Int32, size: Int) {
        self.descriptor = descriptor
        self.size = size
    }

    /// Returns whether the file has a complete end-of-directory record (APPNOTE, 4.3.16).
    ///
    /// minizip reads the missing bytes of a truncated record as zeros, so it cannot check this itself.
    static func endsLikeArchive(_ descriptor: Int32, size: Int) -> Bool {
        let length = 22
        // A comment of at most 65,535 bytes may follow.
        let start = max(size - length - 0xFFFF, 0)
        var bytes = [UInt8](repeating: 0, count: size - start)
        let count = bytes.withUnsafeMutableBytes { System.readAll(descriptor, into: $0, at: start) }
        // A file that cannot be read passes here. The first read that needs its bytes reports the error.
        guard count == bytes.count else { return count < 0 }
        guard count >= length else { return false }
        return (0...(count - length)).contains { bytes[$0...].starts(with: [0x50, 0x4B, 0x05, 0x06]) }
    }

    private func read(_ buffer: UnsafeMutableRawPointer?, _ count: UInt) -> UInt {
        guard let count = Int(exactly: count), offset >= 0, offset < size else { return 0 }
        let wanted = min(count, size - offset)
        let read = System.readAll(
            descriptor, into: UnsafeMutableRawBufferPointer(start: buffer, count: wanted), at: offset)
        guard read >= 0 else {
            failure = failure ?? System.words()
            return 0
        }
        offset += read
        return UInt(read)
    }

    /// Rejects offsets outside the file, because minizip does not check the offsets in a directory.
    private func seek(_ distance: UInt64, _ origin: Int32) -> Int {
        guard let distance = Int(exactly: distance) else { return -1 }
        let start = origin == ZLIB_FILEFUNC_SEEK_END ? size : origin == ZLIB_FILEFUNC_SEEK_CUR ? offset : 0
        let (target, overflows) = start.addingReportingOverflow(distance)
        guard !overflows, target >= 0, target <= size else { return -1 }
        offset = target
        return 0
    }

    private static func of(_ stream: UnsafeMutableRawPointer?) -> ArchiveFile? {
        stream.map { Unmanaged<ArchiveFile>.fromOpaque($0).takeUnretainedValue() }
    }

    /// The callbacks through which minizip reads this file. The file must outlive everything opened with them.
    var functions: zlib_filefunc64_def {
        var functions = zlib_filefunc64_def()
        functions.opaque = Unmanaged.passUnretained(self).toOpaque()
        functions.zopen64_file = { opaque, _, _ in opaque }
        functions.zread_file = { _, stream, buffer, count in
            UInt(ArchiveFile.of(stream)?.read(buffer, UInt(count)) ?? 0)
        }
        functions.zwrite_file = { _, _, _, _ in 0 }
        functions.ztell64_file = { _, stream in
            ZPOS64_T(ArchiveFile.of(stream)?.offset ?? 0)
        }
        functions.zseek64_file = { _, stream, offset, origin in
            ArchiveFile.of(stream)?.seek(UInt64(offset), origin) ?? -1
        }
        functions.zclose_file = { _, _ in 0 }
        functions.zerror_file = { _, stream in ArchiveFile.of(stream)?.failure == nil ? 0 : 1 }
        return functions
    }
}
