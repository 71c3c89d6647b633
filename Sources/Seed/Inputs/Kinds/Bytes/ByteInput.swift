/// A stream of bytes: a layer of file access, decompression or transcoding.
protocol ByteInput: AnyObject {
    /// Reads at most as many bytes as the buffer holds.
    ///
    /// - Returns: the number of bytes, which is 0 only at the end.
    /// - Throws: ``SeedIssue``.
    func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int

    /// The part of the file that was read, from 0 to 1, or nil if its size is unknown.
    var fractionRead: Double? { get }
}

/// An input whose next bytes can be examined before they are read.
package final class PeekingInput: ByteInput {
    private let input: any ByteInput
    private var head: [UInt8] = []
    private var used = 0

    init(_ input: any ByteInput) {
        self.input = input
    }

    var fractionRead: Double? { input.fractionRead }

    /// Returns the next bytes without reading them. There are fewer than `count` only at the end.
    package func peek(_ count: Int) throws -> ArraySlice<UInt8> {
        if used > 0 {
            head.removeFirst(used)
            used = 0
        }
        while head.count < count {
            let more = try [UInt8](unsafeUninitializedCapacity: count - head.count) { buffer, read in
                read = try input.read(into: UnsafeMutableRawBufferPointer(buffer))
            }
            guard !more.isEmpty else { break }
            head += more
        }
        return head.prefix(count)
    }

    /// Skips bytes that were examined.
    func skip(_ count: Int) { used = min(used + max(count, 0), head.count) }

    package func read(into buffer: UnsafeMutableRawBufferPointer) throws -> Int {
        guard used < head.count else { return try input.read(into: buffer) }
        let count = min(head.count - used, buffer.count)
        buffer.copyBytes(from: head[used..<(used + count)])
        used += count
        return count
    }
}
