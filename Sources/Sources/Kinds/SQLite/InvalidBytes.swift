import Files
import SQLite

/// The bytes of SQL text that are not UTF-8, with their places in the file, which the rows of the database do not know.
struct InvalidBytes {
    private let text: [UInt8]
    /// Those that no value was found for, in the order of the text.
    private var places: [(offset: Int, position: TextPosition)] = []

    /// The number of places that are kept.
    private static let most = 10_000
    /// The number of bytes before and after a place that a value and the text must have in common.
    private static let context = 16
    /// The bytes beside a value without quotes, in a `COPY` of PostgreSQL.
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

    /// The place of the first invalid byte of a value; nil if the value is not in the text as it is. Equal values get
    /// their places in turn.
    mutating func place(of value: [UInt8]) -> TextPosition? {
        guard let bad = value.withUnsafeBytes({ UTF8Validation.firstInvalidOffset(in: $0) }),
            let index = places.firstIndex(where: { isEqual(value, around: bad, at: $0.offset) })
        else { return nil }
        return places.remove(at: index).position
    }

    /// Returns whether a value has the same bytes around a place as the text. The comparison ends at a quote or a
    /// backslash, since a dump may write the following bytes differently.
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
