import Files

/// A source of the bytes of a document, in UTF-8 without a byte order mark.
package protocol XMLInput: AnyObject {
    /// The bytes in memory, from the first one that was not skipped.
    var available: UnsafeRawBufferPointer { get }
    /// The part that was read, from 0 to 1, or nil if the size is unknown.
    var fractionRead: Double? { get }

    /// Reads more bytes until `count` are available or the input ends.
    ///
    /// - Returns: whether bytes were added.
    func extend(to count: Int) throws -> Bool
    /// Skips available bytes.
    func skip(_ count: Int)
    /// Returns the position of an available byte. The offsets of successive calls must ascend.
    func position(of offset: Int) -> TextPosition
}

/// A document in memory.
package final class XMLBytes: XMLInput {
    private let bytes: UnsafeMutableRawBufferPointer
    private var start = 0
    private var counted = (offset: 0, position: TextPosition())
    private var isRead = false

    package init(_ bytes: [UInt8]) {
        self.bytes = .allocate(byteCount: bytes.count, alignment: 16)
        self.bytes.copyBytes(from: bytes)
    }

    deinit { bytes.deallocate() }

    package var fractionRead: Double? { nil }

    package var available: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(rebasing: bytes[start..<(isRead ? bytes.count : start)])
    }

    package func extend(to count: Int) -> Bool {
        defer { isRead = true }
        return !isRead && !bytes.isEmpty
    }

    package func skip(_ count: Int) { start += count }

    package func position(of offset: Int) -> TextPosition {
        let end = max(start + offset, counted.offset)
        counted.position.advance(over: UnsafeRawBufferPointer(rebasing: bytes[counted.offset..<end]))
        counted.offset = end
        return counted.position
    }
}
