/// A text read byte by byte, for parsers: it knows where it is, and that what it gives is UTF-8.
package final class TextScanner {
    private let file: TextFile
    private let isXML: Bool
    private let reader: ByteReader
    /// Checked bytes that are not read yet; those before `index` are.
    private var bytes = UnsafeRawBufferPointer(start: nil, count: 0)
    private var index = 0
    /// How many of the bytes `counted` has gone over.
    private var countedIndex = 0
    private var counted = TextPosition()
    /// Whether the byte behind `bytes` is no UTF-8.
    private var hasBadByte = false

    /// - Parameter isXML: whether the file can say itself how it is written.
    package init(_ file: TextFile, isXML: Bool = false) {
        self.file = file
        self.isXML = isXML
        reader = file.reader
    }

    /// The file's path.
    package var path: String { file.path }

    /// How much of the file was read, from 0 to 1; nil where its size is unknown.
    var fractionRead: Double? { reader.fractionRead }

    /// The next byte; nil at the end.
    ///
    /// - Throws: ``SeedIssue`` where the next byte is no UTF-8 or cannot be read.
    @inline(__always)
    package func peek() throws -> UInt8? {
        if index < bytes.count { return bytes[index] }
        return try refill() ? bytes[index] : nil
    }

    /// Goes over a byte that was seen.
    @inline(__always)
    func skip(_ count: Int = 1) { index = min(index + count, bytes.count) }

    /// The bytes at hand from the next one on: at least one after ``peek()`` has given one.
    @inline(__always)
    var available: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: bytes[index...]) }

    /// Where the next byte stands.
    var position: TextPosition {
        counted.advance(over: UnsafeRawBufferPointer(rebasing: bytes[countedIndex..<index]))
        countedIndex = index
        return counted
    }

    /// Goes over the rest of the line, whatever it holds, and its LF.
    ///
    /// - Returns: whether there was a line end.
    /// - Throws: ``SeedIssue`` for what cannot be read.
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

    /// Gives all that was read back to the reader.
    private func commit() {
        _ = position
        reader.consume(index)
        bytes = UnsafeRawBufferPointer(start: nil, count: 0)
        index = 0
        countedIndex = 0
    }

    private func refill() throws -> Bool {
        if hasBadByte { throw badByte() }
        commit()
        while true {
            let hasMore = try reader.fill()
            let unread = reader.unread
            if let bad = UTF8Validation.firstInvalidOffset(in: unread) {
                let isCut =
                    hasMore && unread.count - bad <= 3
                    && UTF8Validation.incompleteTail(of: unread) == unread.count - bad
                bytes = UnsafeRawBufferPointer(rebasing: unread[..<bad])
                hasBadByte = !isCut
                if bad > 0 { return true }
                if isCut { continue }
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
