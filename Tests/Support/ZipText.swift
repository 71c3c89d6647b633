import CZlib
import Foundation

/// A ZIP archive built byte by byte, so that any part of it can be wrong.
package struct ZipText {
    /// A member.
    package struct Member {
        package var name: String
        package var bytes: [UInt8]
        /// 0: stored, 8: deflated.
        package var method: UInt16 = 0
        /// Values in the directory that replace the true ones.
        package var checksum: UInt32?
        package var size: UInt32?
        package var flags: UInt16 = 0

        package init(_ name: String, _ bytes: [UInt8], isDeflated: Bool = false) {
            self.name = name
            self.bytes = bytes
            method = isDeflated ? 8 : 0
        }

        package init(_ name: String, _ text: String, isDeflated: Bool = false) {
            self.init(name, Array(text.utf8), isDeflated: isDeflated)
        }
    }

    package var members: [Member]

    package init(_ members: [Member]) { self.members = members }

    /// The archive.
    package var bytes: [UInt8] {
        var file: [UInt8] = []
        var directory: [UInt8] = []
        for member in members {
            let packed = member.method == 8 ? Self.deflated(member.bytes) : member.bytes
            let name = Array(member.name.utf8)
            var shared = Self.bytes(UInt16(20)) + Self.bytes(member.flags) + Self.bytes(member.method)
            shared += [0, 0, 0, 0]  // no time
            shared += Self.bytes(member.checksum ?? Self.checksum(member.bytes))
            shared += Self.bytes(UInt32(packed.count))
            shared += Self.bytes(member.size ?? UInt32(member.bytes.count))
            shared += Self.bytes(UInt16(name.count)) + [0, 0]
            directory += [0x50, 0x4B, 0x01, 0x02, 20, 0] + shared + [0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            directory += Self.bytes(UInt32(file.count)) + name
            file += [0x50, 0x4B, 0x03, 0x04] + shared + name + packed
        }
        let start = UInt32(file.count)
        file += directory
        file += [0x50, 0x4B, 0x05, 0x06, 0, 0, 0, 0]
        file += Self.bytes(UInt16(members.count)) + Self.bytes(UInt16(members.count))
        return file + Self.bytes(UInt32(directory.count)) + Self.bytes(start) + [0, 0]
    }

    private static func bytes(_ number: some FixedWidthInteger) -> [UInt8] {
        withUnsafeBytes(of: number.littleEndian) { Array($0) }
    }

    package static func checksum(_ bytes: [UInt8]) -> UInt32 {
        UInt32(truncatingIfNeeded: crc32(0, bytes, UInt32(bytes.count)))
    }

    /// Returns bytes in Deflate format, without zlib's header.
    package static func deflated(_ bytes: [UInt8]) -> [UInt8] {
        var count = compressBound(UInt(bytes.count))
        var packed = [UInt8](repeating: 0, count: Int(count))
        compress2(&packed, &count, bytes, UInt(bytes.count), 9)
        return Array(packed[2..<(Int(count) - 4)])
    }
}
