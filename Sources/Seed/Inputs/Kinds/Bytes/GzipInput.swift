import CZlib

/// The content of a gzip file (RFC 1952), decompressed while it is read. A file may have several members in
/// sequence, as from `cat a.gz b.gz`.
///
/// No zlib pointer leaves this file.
final class GzipInput: ByteInput {
    /// The first bytes of every gzip file.
    static let magic: [UInt8] = [0x1F, 0x8B]

    private let input: any ByteInput
    private let path: String
    private let compressed = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 64 * 1024, alignment: 16)
    /// The zlib stream, at a fixed address because zlib keeps a pointer to it.
    private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
    private var isOpen = false
    /// Whether the current member has ended, so that another member or the end may follow.
    private var isBetweenMembers = false
    private var isAtEnd = false

    /// Prepares for decompression.
    ///
    /// - Throws: ``SeedIssue`` if zlib cannot start.
    init(_ input: any ByteInput, path: String) throws {
        self.input = input
        self.path = path
        stream.initialize(to: z_stream())
        // A window of 15 bits, plus 16 to read the gzip header.
        let status = inflateInit2_(
            stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else {
            throw SeedIssue(.file(.fileSystem("zlib cannot start")), at: .init(path: path))
        }
        isOpen = true
    }

    deinit {
        if isOpen { inflateEnd(stream) }
        stream.deinitialize(count: 1)
        stream.deallocate()
        compressed.deallocate()
    }

    var fractionRead: Double? { input.fractionRead }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard !isAtEnd, !buffer.isEmpty else { return 0 }
        let capacity = UInt32(clamping: buffer.count)
        stream.pointee.next_out = buffer.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_out = capacity
        while stream.pointee.avail_out == capacity {
            guard try refill() else {
                isAtEnd = true
                guard isBetweenMembers else { throw issue(.file(.truncatedGzip)) }
                return 0
            }
            try startMember()
            try decompress()
        }
        return Int(capacity - stream.pointee.avail_out)
    }

    /// Reads more compressed bytes after all were used, and returns whether there are any.
    private func refill() throws -> Bool {
        guard stream.pointee.avail_in == 0 else { return true }
        let count = try input.read(into: compressed)
        stream.pointee.next_in = compressed.baseAddress?.assumingMemoryBound(to: UInt8.self)
        stream.pointee.avail_in = UInt32(clamping: count)
        return count > 0
    }

    private func startMember() throws {
        guard isBetweenMembers else { return }
        guard inflateReset(stream) == Z_OK else { throw damaged() }
        isBetweenMembers = false
    }

    private func decompress() throws {
        switch inflate(stream, Z_NO_FLUSH) {
        case Z_OK, Z_BUF_ERROR: break
        case Z_STREAM_END: isBetweenMembers = true
        case Z_MEM_ERROR: throw issue(.file(.fileSystem("zlib is out of memory")))
        default: throw damaged()
        }
    }

    private func damaged() -> SeedIssue {
        let words = stream.pointee.msg.map { String(cString: $0) } ?? "damaged data"
        return issue(.file(.damagedGzip(words)))
    }

    private func issue(_ reason: SeedIssue.Reason) -> SeedIssue {
        isAtEnd = true
        return SeedIssue(reason, at: .init(path: path))
    }
}
