import CZlib

/// Raw DEFLATE, as a store's model cache is compressed (docs/format.md#metadata).
enum Inflate {
    /// The greatest size of the result: no model archive comes near it.
    static let limit = PropertyList.Limit.size

    /// The bytes that were compressed.
    ///
    /// - Throws: ``ModelError`` when the data is damaged or would become larger than ``limit``.
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
