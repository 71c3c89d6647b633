import Files
import SQLite

/// The invalid UTF-8 bytes of SQL text, with their positions in the file, which the rows of the database do not
/// have.
struct InvalidBytes {
    private let text: [UInt8]
    /// The positions that were not matched to a value yet, in the order of the text.
    private var places: [(offset: Int, position: TextPosition)] = []

    /// The number of positions that are kept.
    private static let most = 10_000
    /// The number of bytes before and after a position that must match.
    private static let context = 16
    /// The bytes next to an unquoted value in a PostgreSQL `COPY`.
    private static let ends = Array("\t\n\r\"".utf8)

    /// Reads a file again.
    ///
    /// - Throws: `FileError`, `DatabaseError`.
    init(path: String) throws {
        text = try Connection.script(path)
        var position = TextPosition()
        var start = 0
        text.withUnsafeBytes { bytes in
            while places.count < Self.most {
                let rest = UnsafeRawBufferPointer(rebasing: bytes[start...])
                guard let offset = UTF8Validation.firstInvalidOffset(in: rest) else { return }
                position.advance(over: UnsafeRawBufferPointer(rebasing: rest[..<offset]))
                places.append((start + offset, position))
                position.advance(over: UnsafeRawBufferPointer(rebasing: rest[offset...offset]))
                start += offset + 1
            }
        }
    }

    /// Returns the position of the first invalid byte of a value, or nil if the text does not contain the value
    /// literally. Equal values get their positions in turn.
    mutating func place(of value: [UInt8]) -> TextPosition? {
        guard let bad = value.withUnsafeBytes({ UTF8Validation.firstInvalidOffset(in: $0) }),
            let index = places.firstIndex(where: { isEqual(value, around: bad, at: $0.offset) })
        else { return nil }
        return places.remove(at: index).position
    }

    /// Returns whether a value has the same bytes as the text around a position. The comparison ends at a quote or
    /// a backslash, because a dump may write the bytes after it differently.
    private func isEqual(_ value: [UInt8], around bad: Int, at offset: Int) -> Bool {
        for step in [-1, 1] {
            for distance in 0..<Self.context {
                let (own, other) = (bad + step * distance, offset + step * distance)
                guard text.indices.contains(other) else { break }
                if text[other] == UInt8(ascii: "\\") || text[other] == UInt8(ascii: "'") { break }
                guard value.indices.contains(own) else {
                    if !Self.ends.contains(text[other]) { return false }
                    break
                }
                if value[own] != text[other] { return false }
            }
        }
        return true
    }
}
