import Files
import XML

/// A reader of text byte by byte, for parsers. It keeps the position, and validates UTF-8.
package final class TextScanner: XMLInput {
    private let file: TextFile
    private let isXML: Bool
    private let reader: ByteReader
    /// Validated bytes. Those before `index` are already read.
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    private var index = 0
    /// The number of bytes that `counted` includes.
    private var countedIndex = 0
    private var counted = TextPosition()
    /// Whether the byte after `bytes` is not UTF-8.
    private var hasBadByte = false

    /// - Parameter isXML: whether the file can declare its own encoding.
    package init(_ file: TextFile, isXML: Bool = false) {
        self.file = file
        self.isXML = isXML
        reader = file.reader
    }

    /// The file's path.
    package var path: String { file.path }

    /// The part of the file that was read, from 0 to 1, or nil if its size is unknown.
    package var fractionRead: Double? { reader.fractionRead }

    /// Returns the next byte without advancing, or nil at the end.
    ///
    /// - Throws: ``SeedIssue`` if the next byte is not UTF-8 or cannot be read.
    @inline(__always)
    package func peek() throws -> UInt8? {
        if index < bytes.count { return bytes[index] }
        return try refill() ? bytes[index] : nil
    }

    /// Skips bytes that were examined.
    @inline(__always)
    package func skip(_ count: Int = 1) { index = min(index + count, bytes.count) }

    /// The bytes in memory from the next one on. There is at least one after ``peek()`` has returned one.
    @inline(__always)
    package var available: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[index...]) }

    /// The position of the next byte.
    var position: TextPosition { position(of: 0) }

    package func position(of offset: Int) -> TextPosition {
        // After bytes that are not UTF-8, an offset may be that of a place which was discarded.
        let end = min(max(index + offset, countedIndex), bytes.count)
        counted.advance(over: UnsafeRawBufferPointer(rebasing: bytes[countedIndex..<end]))
        countedIndex = end
        return counted
    }

    /// Skips the rest of the line, whatever its content, and its LF.
    ///
    /// - Returns: whether there was a line end.
    /// - Throws: ``SeedIssue`` if the file cannot be read.
    func skipLine() throws -> Bool {
        while true {
            if let end = bytes[index...].firstIndex(of: 0x0A) {
                index = end + 1
                return true
            }
            index = bytes.count
            if hasBadByte {
                commit()
                reader.consume(1)
                hasBadByte = false
            }
            do {
                guard try refill() else { return false }
            } catch let issue as SeedIssue where issue.reason == file.badBytes {
                continue
            }
        }
    }

    /// Consumes the read bytes in the underlying reader.
    private func commit() {
        _ = position
        reader.consume(index)
        bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        countedIndex -= index
        index = 0
    }

    package func extend(to count: Int) throws -> Bool {
        let known = available.count
        if hasBadByte { index = bytes.count }
        return try refill(to: count, beyond: known) && available.count > known
    }

    /// Reads more bytes than the known ones, until `count` are available.
    private func refill(to count: Int = 1, beyond known: Int = 0) throws -> Bool {
        if hasBadByte { throw badByte() }
        commit()
        while true {
            var hasMore = try reader.fill()
            while hasMore, reader.unread.count < count { hasMore = try reader.fill() }
            let unread = reader.unread
            if let bad = UTF8Validation.firstInvalidOffset(in: unread) {
                let isCut =
                    hasMore && unread.count - bad <= 3
                    && UTF8Validation.incompleteTail(of: unread) == unread.count - bad
                bytes = UnsafeRawBufferPointer(rebasing: unread[..<bad])
                hasBadByte = !isCut
                if bad > known { return true }
                if isCut { continue }
                index = bad
                throw badByte()
            }
            bytes = unread
            return !unread.isEmpty
        }
    }

    private func badByte() -> SeedIssue {
        SeedIssue(
            file.badBytes, at: position.location(in: path),
            hint: file.likelyEncoding.map { isXML ? .undeclaredEncoding($0) : .otherEncoding($0) })
    }
}

extension TextPosition {
    /// Returns the location in a file.
    func location(in path: String) -> SeedIssue.Location {
        .init(path: path, line: line, column: column)
    }
}
