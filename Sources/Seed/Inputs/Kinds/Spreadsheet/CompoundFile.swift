/// A compound file, the format of Office documents before 2007 and of encrypted documents
/// (<https://learn.microsoft.com/openspecs/windows_protocols/ms-cfb>).
struct CompoundFile {
    /// The first bytes of such a file.
    static let magic: [UInt8] = [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]

    /// The format of its content.
    let format: ForeignFormat

    /// - Throws: ``SeedIssue`` if the file cannot be read.
    init(_ file: FileInput) throws {
        let head = try file.bytes(at: 0, count: 512)
        // 2.2: the size of a sector as a power of two, and the first sector of the directory.
        let shift = head.count == 512 ? Int(head[30]) : 9
        let sector = head.count == 512 ? (0..<4).reduce(0) { $0 | Int(head[48 + $1]) << (8 * $1) } : 0
        guard [9, 12].contains(shift) else {
            format = .oldExcelWorkbook
            return
        }
        // The first entries of the directory name the parts of an encrypted document (MS-OFFCRYPTO, 2.3.4).
        let directory = try file.bytes(at: (sector + 1) << shift, count: 4096)
        let name = Array("EncryptedPackage".utf16).flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        let isEncrypted = directory.indices.contains { directory[$0...].starts(with: name) }
        format = isEncrypted ? .encryptedWorkbook : .oldExcelWorkbook
    }
}
