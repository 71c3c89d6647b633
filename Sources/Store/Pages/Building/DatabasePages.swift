import Files

/// The pages of a database file that no connection has open. It adds pages at the end, and maintains SQLite's
/// bookkeeping for them.
///
/// See <https://www.sqlite.org/fileformat2.html>: the header (1.3), the pointer map pages (1.8) of databases with
/// auto-vacuum, and the lock-byte page (1.4), which is never used.
final class DatabasePages {
    let path: String
    /// The size of a page in bytes.
    let pageSize: Int
    /// The bytes of a page that can have content.
    let usableSize: Int

    /// Whether the schema format is number 4, which SQLite has written since 2006.
    let hasCurrentFormat: Bool

    private let descriptor: Int32
    private let hasPointerMap: Bool
    private let firstNew: UInt32
    private var next: UInt32
    /// Pages to be written together, and the number of the first one.
    private var buffer: [UInt8] = []
    private var bufferStart: UInt32
    /// The parent of each page from ``firstNew`` on, or 0 for a page that is not in the pointer map.
    private var parents: [UInt32] = []

    private static let bufferSize = 1 << 20

    /// Opens a database file.
    ///
    /// - Throws: ``FileError``.
    init(path: String) throws {
        self.path = path
        guard let file = System.openOutput(path, O_RDWR) else { throw Self.failure(path, .open) }
        descriptor = file
        var header = [UInt8](repeating: 0, count: 100)
        let length = header.withUnsafeMutableBytes { System.readAll(file, into: $0, at: 0) }
        guard length >= 0 else { throw Self.failure(path, .read) }
        guard length == 100 else {
            throw FileError(path: path, action: .read, reason: "it has no header")
        }
        let size = Int(header[16]) << 8 | Int(header[17])
        pageSize = size == 1 ? 65536 : max(size, 512)
        usableSize = pageSize - Int(header[20])
        hasCurrentFormat = header[47] == 4
        let count = header[28..<32].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
        hasPointerMap = header[52..<56].contains { $0 != 0 }
        firstNew = count + 1
        next = count + 1
        bufferStart = count + 1
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    // MARK: Pages

    /// Adds a page.
    ///
    /// - Parameter children: the child pages.
    /// - Returns: the number of the page.
    /// - Throws: ``FileError``.
    func append(_ content: [UInt8], children: [UInt32]) throws -> UInt32 {
        while isReserved(next) { try add([UInt8](repeating: 0, count: pageSize)) }
        let number = next
        try add(content)
        note(children, below: number)
        return number
    }

    /// Writes an existing page.
    ///
    /// - Throws: ``FileError``.
    func write(_ content: [UInt8], at number: UInt32, children: [UInt32]) throws {
        note(children, below: number)
        try write(content[...], at: offset(of: number))
    }

    /// Writes the buffered pages, the pointer map and the number of pages.
    ///
    /// - Throws: ``FileError``.
    func finish() throws {
        try flush()
        try writePointerMap()
        let count = next - 1
        let bytes = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: count >> $0) }
        try write(bytes[...], at: 28)
    }

    private func add(_ content: [UInt8]) throws {
        buffer += content
        parents.append(0)
        next += 1
        if buffer.count >= Self.bufferSize { try flush() }
    }

    private func flush() throws {
        try write(buffer[...], at: offset(of: bufferStart))
        buffer.removeAll(keepingCapacity: true)
        bufferStart = next
    }

    private func note(_ children: [UInt32], below number: UInt32) {
        for child in children { parents[Int(child - firstNew)] = number }
    }

    // MARK: The pointer map

    /// Returns whether a page cannot belong to a b-tree.
    private func isReserved(_ number: UInt32) -> Bool {
        number == lockPage || (hasPointerMap && pointerMapPage(of: number) == number)
    }

    /// The page with the lock bytes at 1 GiB.
    private var lockPage: UInt32 { UInt32(0x4000_0000 / pageSize) + 1 }

    /// Returns the pointer map page for a page. For a pointer map page it is the page itself.
    private func pointerMapPage(of number: UInt32) -> UInt32 {
        let group = UInt32(usableSize / 5) + 1
        let page = (number - 2) / group * group + 2
        return page == lockPage ? page + 1 : page
    }

    private func writePointerMap() throws {
        guard hasPointerMap else { return }
        var number = firstNew
        while number < next {
            // Collects the consecutive pages of one pointer map page.
            let map = pointerMapPage(of: number)
            var bytes: [UInt8] = []
            let first = number
            while number < next, pointerMapPage(of: number) == map, parents[Int(number - firstNew)] > 0 {
                let parent = parents[Int(number - firstNew)]
                // 5: a page of a b-tree that is not its root.
                bytes.append(5)
                bytes += [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: parent >> $0) }
                number += 1
            }
            guard !bytes.isEmpty else {
                number += 1
                continue
            }
            try write(bytes[...], at: offset(of: map) + 5 * Int(first - map - 1))
        }
    }

    // MARK: The file

    private func offset(of number: UInt32) -> Int { (Int(number) - 1) * pageSize }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws {
        let code = bytes.withUnsafeBytes { System.writeAll($0, to: descriptor, at: offset) }
        guard code == 0 else { throw Self.failure(path, .write, code) }
    }

    private static func failure(
        _ path: String, _ action: FileError.Action, _ code: Int32 = errno
    ) -> FileError {
        FileError(path: path, action: action, reason: System.words(code))
    }
}
