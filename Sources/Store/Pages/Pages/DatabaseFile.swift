import Files

/// The pages of a database file, read without SQLite.
///
/// See <https://www.sqlite.org/fileformat2.html#the_database_header>.
final class DatabaseFile {
    /// The size of a page in bytes.
    let pageSize: Int
    /// The bytes of a page that can have content.
    let usableSize: Int
    /// The number of pages that fit into the file.
    let pageCount: Int
    /// Whether texts are in UTF-8.
    let isUTF8: Bool

    private let path: String
    private let descriptor: Int32
    /// Pages that were read ahead, from ``firstAhead`` on.
    private let ahead: UnsafeMutableRawBufferPointer
    private var firstAhead = 0
    private var countAhead = 0
    private var latest = 0

    /// The number of bytes to read ahead if pages are requested in sequence.
    private static let bytesAhead = 1 << 16

    /// Opens a database file.
    ///
    /// - Throws: ``UnreadablePage`` if it has no valid header, `FileError`.
    init(path: String) throws {
        guard let descriptor = System.openInput(path) else {
            throw FileError(path: path, action: .open, reason: System.words())
        }
        self.path = path
        self.descriptor = descriptor
        var header = [UInt8](repeating: 0, count: 100)
        let length = header.withUnsafeMutableBytes { System.readAll(descriptor, into: $0, at: 0) }
        let size = Int(header[16]) << 8 | Int(header[17])
        pageSize = size == 1 ? 65536 : size
        usableSize = pageSize - Int(header[20])
        isUTF8 = header[56..<60].elementsEqual([0, 0, 0, 1])
        ahead = .allocate(byteCount: max(Self.bytesAhead, pageSize), alignment: 8)
        pageCount = pageSize > 0 ? Int(lseek(descriptor, 0, SEEK_END)) / pageSize : 0
        guard length == 100, pageSize >= 512, pageSize & (pageSize - 1) == 0, usableSize >= 480 else {
            throw UnreadablePage("no header")
        }
    }

    deinit {
        ahead.deallocate()
        close(descriptor)
    }

    /// Reads a page. Numbers start at 1.
    ///
    /// - Throws: ``UnreadablePage`` if the file does not have the page, `FileError`.
    func read(_ number: UInt32, into page: UnsafeMutableRawBufferPointer) throws {
        let number = Int(number)
        guard number > 0, number <= pageCount else { throw UnreadablePage("no page \(number)") }
        defer { latest = number }
        if number == latest + 1, !(firstAhead..<firstAhead + countAhead).contains(number) {
            firstAhead = number
            countAhead = min(ahead.count / pageSize, pageCount - number + 1)
            do {
                try fill(UnsafeMutableRawBufferPointer(rebasing: ahead[..<(countAhead * pageSize)]), number)
            } catch {
                countAhead = 0
                throw error
            }
        }
        guard (firstAhead..<firstAhead + countAhead).contains(number) else { return try fill(page, number) }
        let start = (number - firstAhead) * pageSize
        page.copyMemory(from: UnsafeRawBufferPointer(rebasing: ahead[start..<start + pageSize]))
    }

    private func fill(_ pages: UnsafeMutableRawBufferPointer, _ first: Int) throws {
        let count = System.readAll(descriptor, into: pages, at: (first - 1) * pageSize)
        guard count >= 0 else {
            throw FileError(path: path, action: .read, reason: System.words())
        }
        guard count == pages.count else { throw UnreadablePage("no page \(first)") }
    }
}

/// A reason that pages cannot be read here. The caller falls back to SQLite.
package struct UnreadablePage: Error {
    package let words: String

    /// Creates a doubt from its description.
    package init(_ words: String) { self.words = words }
}
