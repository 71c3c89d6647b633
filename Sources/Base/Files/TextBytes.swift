/// A buffer for building UTF-8 text without a `String` for each part. The cells of millions of rows are written
/// with it.
///
/// Inlinable, because other modules write cells through it.
package struct TextBytes: ~Copyable {
    @usableFromInline var start: UnsafeMutablePointer<UInt8>
    @usableFromInline var capacity: Int
    @usableFromInline var length = 0

    /// The number of bytes.
    @inlinable package var count: Int { length }

    /// - Parameter capacity: the initial capacity in bytes.
    package init(capacity: Int = 256) {
        self.capacity = max(capacity, 64)
        start = .allocate(capacity: self.capacity)
    }

    deinit { start.deallocate() }

    /// The bytes, valid until the text changes.
    @inlinable package var bytes: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start, count: length)
    }

    /// Returns the bytes from an offset on, valid until the text changes.
    @inlinable package func bytes(from offset: Int) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: start + offset, count: length - offset)
    }

    /// Removes the bytes from an offset on.
    @inlinable package mutating func removeAll(from offset: Int = 0) { length = offset }

    /// Returns the text with invalid UTF-8 repaired.
    package func string(from offset: Int = 0) -> String {
        String(decoding: bytes(from: offset), as: UTF8.self)
    }

    // MARK: Appending

    /// Ensures capacity for more bytes.
    @inlinable @inline(__always)
    package mutating func reserve(_ more: Int) {
        if length + more > capacity { grow(more) }
    }

    @usableFromInline mutating func grow(_ more: Int) {
        capacity = max(capacity * 2, length + more)
        let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
        larger.update(from: start, count: length)
        start.deallocate()
        start = larger
    }

    /// Appends a byte.
    @inlinable @inline(__always)
    package mutating func append(_ byte: UInt8) {
        reserve(1)
        start[length] = byte
        length += 1
    }

    /// Appends bytes.
    @inlinable @inline(__always)
    package mutating func append(_ bytes: UnsafeRawBufferPointer) {
        guard let source = bytes.baseAddress else { return }
        reserve(bytes.count)
        UnsafeMutableRawPointer(start + length).copyMemory(from: source, byteCount: bytes.count)
        length += bytes.count
    }

    /// Appends a text literal.
    @inlinable @inline(__always)
    package mutating func append(_ text: StaticString) {
        append(UnsafeRawBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
    }

    /// Appends a text.
    package mutating func append(text: String) {
        var text = text
        text.withUTF8 { append(UnsafeRawBufferPointer($0)) }
    }

    /// Appends ASCII text.
    ///
    /// - Parameter isLowercased: whether to convert it to lower case.
    /// - Returns: false if there are other bytes. Nothing is appended then.
    package mutating func append(ascii bytes: UnsafeRawBufferPointer, isLowercased: Bool) -> Bool {
        reserve(bytes.count)
        var all: UInt8 = 0
        let target = start + length
        if isLowercased {
            for index in 0..<bytes.count {
                let byte = bytes[index]
                all |= byte
                target[index] = byte &- 0x41 < 26 ? byte | 0x20 : byte
            }
        } else {
            for index in 0..<bytes.count {
                all |= bytes[index]
                target[index] = bytes[index]
            }
        }
        guard all < 0x80 else { return false }
        length += bytes.count
        return true
    }

    /// Appends a byte several times.
    package mutating func append(repeating byte: UInt8, count: Int) {
        guard count > 0 else { return }
        reserve(count)
        (start + length).update(repeating: byte, count: count)
        length += count
    }
}
