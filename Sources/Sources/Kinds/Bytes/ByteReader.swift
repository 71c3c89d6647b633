import Files

/// Bytes read front to back through one buffer that keeps what is not consumed yet.
///
/// ``unread`` is what has been read and not consumed; ``fill()`` reads more behind it.
package final class ByteReader {
    private let input: any ByteInput
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    /// Whether the end has been met.
    private(set) var isAtEnd = false

    /// The bytes that are read at a time, unless a row is longer.
    static let usualSize = 256 * 1024

    init(_ input: any ByteInput, bufferSize: Int = usualSize) {
        self.input = input
        buffer = .allocate(byteCount: max(bufferSize, 1), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// What has been read and not consumed; valid until ``fill()`` is called.
    @inline(__always)
    package var unread: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    }

    /// Marks the first `count` unread bytes as consumed.
    @inline(__always)
    func consume(_ count: Int) { start = min(start + max(count, 0), end) }

    /// How much of the file was read, from 0 to 1; nil where its size is unknown.
    var fractionRead: Double? { input.fractionRead }

    /// Reads more bytes behind ``unread``, moving or growing the buffer when it is full.
    ///
    /// - Returns: whether more bytes are there.
    /// - Throws: ``SeedIssue`` for an I/O error or damaged compressed data.
    package func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        makeRoom()
        let count: Int
        do {
            count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
        } catch {
            // What failed once gives no more: nobody shall take half of a file for all of it.
            isAtEnd = true
            throw error
        }
        end += count
        isAtEnd = count == 0
        return count > 0
    }

    private func makeRoom() {
        if start == end {
            start = 0
            end = 0
        }
        guard end == buffer.count else { return }
        if start > buffer.count / 2 {
            buffer.copyMemory(from: unread)
        } else {
            let larger = UnsafeMutableRawBufferPointer.allocate(
                byteCount: buffer.count * 2, alignment: 16)
            larger.copyMemory(from: unread)
            buffer.deallocate()
            buffer = larger
        }
        end -= start
        start = 0
    }
}

extension UnsafeRawBufferPointer {
    /// The offset of the first such byte at or behind an offset; nil where there is none.
    @inline(__always)
    func firstOffset(of byte: UInt8, from offset: Int) -> Int? {
        guard offset >= 0, offset < count, let baseAddress else { return nil }
        guard let found = memchr(baseAddress + offset, Int32(byte), count - offset) else {
            return nil
        }
        return UnsafeRawPointer(found) - baseAddress
    }
}
