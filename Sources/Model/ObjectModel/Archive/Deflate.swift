import CZlib

/// An error of zlib. In practice, it means that memory is exhausted.
package struct DeflateError: Error, Equatable, Sendable {
    /// zlib's result code.
    package let code: Int32
}

/// Compresses bytes.
enum Deflate {
    /// The level that Core Data uses. With it, the archives of real stores compress to the exact bytes of their model
    /// caches.
    private static let level: Int32 = 5

    /// Compresses to raw DEFLATE, without zlib's header and checksum (docs/internals/format.md#metadata).
    static func raw(_ bytes: [UInt8]) throws(DeflateError) -> [UInt8] {
        var stream = z_stream()
        // Negative window bits request raw DEFLATE.
        let code = deflateInit2_(
            &stream, level, Z_DEFLATED, -15, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard code == Z_OK else { throw DeflateError(code: code) }
        defer { deflateEnd(&stream) }
        guard let size = UInt32(exactly: bytes.count) else { throw DeflateError(code: Z_MEM_ERROR) }
        var input = bytes
        var output = [UInt8](repeating: 0, count: Int(deflateBound(&stream, uLong(size))))
        let capacity = UInt32(clamping: output.count)
        let result = input.withUnsafeMutableBufferPointer { source in
            output.withUnsafeMutableBufferPointer { target in
                stream.next_in = source.baseAddress
                stream.avail_in = size
                stream.next_out = target.baseAddress
                stream.avail_out = capacity
                return deflate(&stream, Z_FINISH)
            }
        }
        guard result == Z_STREAM_END else { throw DeflateError(code: result) }
        return Array(output.prefix(Int(stream.total_out)))
    }
}
