import Files

/// The header of a `-wal` file.
///
/// See <https://www.sqlite.org/fileformat2.html#the_write_ahead_log>.
package struct WriteAheadLog: Equatable, Sendable {
    /// Whether the first frame belongs to this header, so that the file holds pages of a database.
    package let hasFrames: Bool

    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private static let version: UInt32 = 3_007_000
    /// The magic number. Its lowest bit is the byte order of the checksums.
    private static let magic: UInt32 = 0x377F_0682

    /// Reads the beginning of a `-wal` file. Returns nil if the file is not a write-ahead log.
    ///
    /// - Throws: ``FileError`` if the file cannot be read.
    package init?(path: String) throws {
        let bytes = try FileBytes.first(
            Self.headerSize + Self.frameHeaderSize, of: path)
        guard bytes.count >= Self.headerSize else { return nil }
        func number(_ offset: Int, isBigEndian: Bool = true) -> UInt32 {
            let part = bytes[offset..<(offset + 4)]
            return (isBigEndian ? Array(part) : part.reversed())
                .reduce(0) { $0 << 8 | UInt32($1) }
        }
        guard number(0) & ~1 == Self.magic, number(4) == Self.version else { return nil }
        var sums: (UInt32, UInt32) = (0, 0)
        for offset in stride(from: 0, to: 24, by: 8) {
            let isBigEndian = number(0) & 1 == 1
            sums.0 = sums.0 &+ number(offset, isBigEndian: isBigEndian) &+ sums.1
            sums.1 = sums.1 &+ number(offset + 4, isBigEndian: isBigEndian) &+ sums.0
        }
        guard sums == (number(24), number(28)) else { return nil }
        // A frame repeats the two salts of its header.
        hasFrames =
            bytes.count >= Self.headerSize + Self.frameHeaderSize
            && Array(bytes[40..<48]) == Array(bytes[16..<24])
    }
}
