import CZlib

/// Decompression of raw DEFLATE, the compression of a store's model cache (docs/internals/format.md#metadata).
enum Inflate {
    /// The size limit of the result, which is far above any model archive.
    static let limit = PropertyList.Limit.size

    /// Returns the decompressed bytes.
    ///
    /// - Throws: ``ModelError`` if the data are damaged or the result exceeds ``limit``.
    static func raw(_ compressed: [UInt8]) throws -> [UInt8] {
        var stream = z_stream()
        let version = ZLIB_VERSION
        guard
            inflateInit2_(&stream, -MAX_WBITS, version, Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { throw ModelError(.malformed("zlib could not start")) }
        defer { inflateEnd(&stream) }
        var input = compressed
        return try input.withUnsafeMutableBufferPointer { input in
            stream.next_in = input.baseAddress
            stream.avail_in = UInt32(clamping: input.count)
            return try inflate(&stream)
        }
    }

    private static func inflate(_ stream: inout z_stream) throws -> [UInt8] {
        var result: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            let status = chunk.withUnsafeMutableBufferPointer { chunk in
                stream.next_out = chunk.baseAddress
                stream.avail_out = UInt32(chunk.count)
                return CZlib.inflate(&stream, Z_NO_FLUSH)
            }
            result += chunk.prefix(chunk.count - Int(stream.avail_out))
            guard result.count <= limit else {
                throw ModelError(.tooMany(what: "bytes in the model cache", limit: limit))
            }
            if status == Z_STREAM_END { return result }
            guard status == Z_OK else {
                throw ModelError(.malformed("the model cache is no DEFLATE data"))
            }
        }
    }
}
