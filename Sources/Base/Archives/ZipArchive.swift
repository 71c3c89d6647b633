import CMinizip
import Files

/// A ZIP or ZIP64 archive, read through minizip: the names of its members, and their bytes as a stream.
///
/// Member names are never used as paths. No minizip pointer leaves this room.
/// See <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>.
package final class ZipArchive {
    /// A file in the archive.
    package struct Member: Sendable {
        /// The name as the archive has it, with invalid UTF-8 replaced.
        package let name: String
        /// The uncompressed size in bytes, according to the directory.
        package let size: UInt64
        let compressedSize: UInt64
        let method: Int
        let isEncrypted: Bool
        let position: unz64_file_pos
    }

    /// The members in directory order.
    package let members: [Member]

    private let descriptor: Int32
    private let ownsDescriptor: Bool
    private let size: Int

    /// The largest number of members that zseed reads.
    static let memberLimit = Limits.archiveMembers.most

    /// Reads the directory of an archive.
    ///
    /// - Parameters:
    ///   - descriptor: an open file that supports reads at any offset.
    ///   - takesOver: whether the archive closes the file when it is released.
    /// - Throws: ``ArchiveError``.
    package init(_ descriptor: Int32, takesOver: Bool) throws {
        self.descriptor = descriptor
        ownsDescriptor = takesOver
        guard let size = System.size(of: descriptor) else {
            throw ArchiveError(.unreadable(System.words()))
        }
        self.size = size
        guard ArchiveFile.endsLikeArchive(descriptor, size: size) else { throw ArchiveError(.noDirectory) }
        let handle = try ZipHandle(descriptor, size: size)
        members = try handle.members()
    }

    deinit {
        if ownsDescriptor { System.closeFile(descriptor) }
    }

    /// Returns the member with a name.
    ///
    /// An exact match wins over one that differs in case. Open Packaging Conventions ignore case.
    package func member(_ name: String) -> Member? {
        members.first { $0.name == name } ?? members.first { $0.name.lowercased() == name.lowercased() }
    }

    /// Opens a member for reading from its beginning.
    ///
    /// - Throws: ``ArchiveError``.
    package func open(_ member: Member) throws -> ZipMemberReader {
        guard !member.isEncrypted else { throw ArchiveError(.encrypted, member: member.name) }
        // 0: stored, 8: deflated.
        guard [0, 8].contains(member.method) else {
            throw ArchiveError(.unknownMethod(member.method), member: member.name)
        }
        return try ZipMemberReader(member, try ZipHandle(descriptor, size: size), archive: self)
    }
}

/// minizip's handle of an archive.
final class ZipHandle {
    let file: ArchiveFile
    let zip: unzFile

    /// - Throws: ``ArchiveError``.
    init(_ descriptor: Int32, size: Int) throws {
        file = ArchiveFile(descriptor, size: size)
        var functions = file.functions
        guard let zip = unzOpen2_64(nil, &functions) else {
            throw ArchiveError(file.failure.map { .unreadable($0) } ?? .noDirectory)
        }
        self.zip = zip
    }

    deinit { unzClose(zip) }

    /// Returns all members.
    ///
    /// - Throws: ``ArchiveError``.
    func members() throws -> [ZipArchive.Member] {
        var members: [ZipArchive.Member] = []
        var info = unz_global_info64()
        guard unzGetGlobalInfo64(zip, &info) == UNZ_OK else { throw broken() }
        guard info.number_entry <= ZipArchive.memberLimit else {
            throw ArchiveError(.tooManyMembers(limit: ZipArchive.memberLimit))
        }
        guard info.number_entry > 0 else { return [] }
        var status = unzGoToFirstFile(zip)
        while status == UNZ_OK {
            members.append(try member())
            guard members.count <= ZipArchive.memberLimit else { throw broken() }
            status = unzGoToNextFile(zip)
        }
        guard status == UNZ_END_OF_LIST_OF_FILE, members.count == Int(info.number_entry) else {
            throw broken()
        }
        var names: Set<String> = []
        for member in members where !names.insert(member.name).inserted {
            throw ArchiveError(.repeatedMember, member: member.name)
        }
        return members
    }

    private func member() throws -> ZipArchive.Member {
        var info = unz_file_info64()
        // Names have at most 65,535 bytes.
        var name = [CChar](repeating: 0, count: 1 << 16)
        guard unzGetCurrentFileInfo64(zip, &info, &name, UInt(name.count), nil, 0, nil, 0) == UNZ_OK
        else { throw broken() }
        var position = unz64_file_pos()
        guard unzGetFilePos64(zip, &position) == UNZ_OK else { throw broken() }
        let bytes = name.prefix(Int(info.size_filename)).map(UInt8.init(bitPattern:))
        return ZipArchive.Member(
            name: String(decoding: bytes, as: UTF8.self), size: info.uncompressed_size,
            compressedSize: info.compressed_size, method: Int(info.compression_method),
            // Bit 0: the member is encrypted. Bit 13: the directory is encrypted.
            isEncrypted: info.flag & 0x2001 != 0, position: position)
    }

    private func broken() -> ArchiveError {
        ArchiveError(file.failure.map { .unreadable($0) } ?? .brokenDirectory)
    }
}
