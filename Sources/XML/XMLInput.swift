import Files

/// Where the bytes of a document come from: UTF-8 without byte order mark.
package protocol XMLInput: AnyObject {
    /// The bytes at hand, from the first one that was not skipped.
    var available: UnsafeRawBufferPointer { get }
    /// How much was read, from 0 to 1; nil where that is unknown.
    var fractionRead: Double? { get }

    /// Reads more behind the bytes at hand, where there is more until there are so many.
    ///
    /// - Returns: whether any came.
    func extend(to count: Int) throws -> Bool
    /// Goes over bytes at hand.
    func skip(_ count: Int)
    /// Where a byte at hand stands, asked for from front to back.
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
