import CMinizip
import Files

/// A stream of the uncompressed bytes of an archive member, with its size and checksum verified at the end.
package final class ZipMemberReader {
    private let member: ZipArchive.Member
    private let handle: ZipHandle
    /// Keeps the file open while the member is read.
    private let archive: ZipArchive
    private var isOpen = true
    private var count: UInt64 = 0

    /// The largest ratio of uncompressed to compressed size for a member larger than ``freeSize``.
    ///
    /// Spreadsheets that real programs write stay far below it. The limit of deflate is 1,032.
    static let mostTimes = UInt64(Limits.unfolding.most)
    /// The number of bytes that any member may expand to, regardless of the ratio.
    static let freeSize = Limits.freelyUnfolded

    init(_ member: ZipArchive.Member, _ handle: ZipHandle, archive: ZipArchive) throws {
        self.member = member
        self.handle = handle
        self.archive = archive
        var position = member.position
        guard unzGoToFilePos64(handle.zip, &position) == UNZ_OK,
            unzOpenCurrentFile(handle.zip) == UNZ_OK
        else {
            isOpen = false
            throw failure(.damagedMember)
        }
    }

    deinit {
        if isOpen { unzCloseCurrentFile(handle.zip) }
    }

    /// The part of the member that was read, from 0 to 1.
    package var fractionRead: Double {
        member.size > 0 ? min(Double(count) / Double(member.size), 1) : 1
    }

    /// Reads at most as many bytes as the buffer holds.
    ///
    /// - Returns: the number of bytes. 0 means the end of the member, with the size and checksum verified.
    /// - Throws: ``ArchiveError``.
    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard isOpen, !buffer.isEmpty else { return 0 }
        let read = unzReadCurrentFile(
            handle.zip, buffer.baseAddress, UInt32(clamping: min(buffer.count, 1 << 30)))
        guard read >= 0 else {
            close()
            throw failure(.damagedMember)
        }
        guard read > 0 else {
            let isWhole = count == member.size
            let status = close()
            if status == UNZ_CRCERROR { throw failure(.wrongChecksum) }
            guard isWhole, status == UNZ_OK else { throw failure(.truncatedMember) }
            return 0
        }
        count += UInt64(read)
        if count > Self.freeSize, count / Self.mostTimes > member.compressedSize {
            close()
            throw failure(.unfoldsTooFar(times: Int(Self.mostTimes)))
        }
        return Int(read)
    }

    @discardableResult
    private func close() -> Int32 {
        isOpen = false
        return unzCloseCurrentFile(handle.zip)
    }

    private func failure(_ problem: ArchiveError.Problem) -> ArchiveError {
        ArchiveError(handle.file.failure.map { .unreadable($0) } ?? problem, member: member.name)
    }
}
