import CZlib

/// Raw DEFLATE data for tests.
enum Deflated {
    struct Failure: Error {}

    /// Returns many compressed zeros.
    static func zeros(count: Int) throws -> [UInt8] {
        var stream = z_stream()
        let status = deflateInit2_(
            &stream, 9, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { throw Failure() }
        defer { deflateEnd(&stream) }
        var input = [UInt8](repeating: 0, count: count)
        var output = [UInt8](repeating: 0, count: count / 500 + 1000)
        return try input.withUnsafeMutableBufferPointer { input in
            try output.withUnsafeMutableBufferPointer { output in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                guard deflate(&stream, Z_FINISH) == Z_STREAM_END else { throw Failure() }
                return Array(output.prefix(output.count - Int(stream.avail_out)))
            }
        }
    }
}
