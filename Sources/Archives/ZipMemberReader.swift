import Files
import CMinizip

/// The bytes of a member of an archive, front to back, unpacked as they are read and checked at the end.
package final class ZipMemberReader {
    private let member: ZipArchive.Member
    private let handle: ZipHandle
    /// Keeps the file open.
    private let archive: ZipArchive
    private var isOpen = true
    private var count: UInt64 = 0

    /// How many times its size a member may unfold to, once it has ``freeSize``: what people's programs
    /// write of tables stays far below, and deflate ends at 1,032.
    static let mostTimes = UInt64(Limits.unfolding.most)
    /// How many bytes any member may unfold to.
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

    /// How much of the member was read, from 0 to 1.
    package var fractionRead: Double {
        member.size > 0 ? min(Double(count) / Double(member.size), 1) : 1
    }

    /// Reads at most as many bytes as a buffer holds.
    ///
    /// - Returns: how many; 0 only at the end, once all of them were found to be right.
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
