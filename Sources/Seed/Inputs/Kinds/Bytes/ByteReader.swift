import Files

/// A reader with one buffer that keeps the bytes that are not yet consumed.
///
/// ``unread`` has the bytes that were read but not consumed. ``fill()`` appends more.
package final class ByteReader {
    private let input: any ByteInput
    private var buffer: UnsafeMutableRawBufferPointer
    private var start = 0
    private var end = 0
    /// Whether the end was reached.
    private(set) var isAtEnd = false

    /// The number of bytes to read at a time, unless a row is longer.
    static let usualSize = 256 * 1024

    init(_ input: any ByteInput, bufferSize: Int = usualSize) {
        self.input = input
        buffer = .allocate(byteCount: max(bufferSize, 1), alignment: 16)
    }

    deinit { buffer.deallocate() }

    /// The bytes that were read but not consumed. They are valid until ``fill()`` is called.
    @inline(__always)
    package var unread: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: buffer[start..<end])
    }

    /// Marks the first `count` unread bytes as consumed.
    @inline(__always)
    func consume(_ count: Int) { start = min(start + max(count, 0), end) }

    /// The part of the file that was read, from 0 to 1, or nil if its size is unknown.
    var fractionRead: Double? { input.fractionRead }

    /// Appends more bytes to ``unread``, and moves or enlarges the buffer if it is full.
    ///
    /// - Returns: whether bytes were added.
    /// - Throws: ``SeedIssue`` for an I/O error or damaged compressed data.
    package func fill() throws -> Bool {
        guard !isAtEnd else { return false }
        makeRoom()
        let count: Int
        do {
            count = try input.read(into: UnsafeMutableRawBufferPointer(rebasing: buffer[end...]))
        } catch {
            // Reading does not continue after an error, so that a part of a file is never accepted as the whole.
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
    /// Returns the offset of the first occurrence of a byte from an offset on, or nil if there is none.
    @inline(__always)
    func firstOffset(of byte: UInt8, from offset: Int) -> Int? {
        guard offset >= 0, offset < count, let baseAddress else { return nil }
        guard let found = memchr(baseAddress + offset, Int32(byte), count - offset) else {
            return nil
        }
        return UnsafeRawPointer(found) - baseAddress
    }
}
