import Files
import SQLite

/// The bytes of SQL text that are not UTF-8, with their places in the file: the rows that are made of the text know
/// theirs no longer.
struct InvalidBytes {
    private let text: [UInt8]
    /// Those that no value was found for, in the order of the text.
    private var places: [(offset: Int, position: TextPosition)] = []

    /// How many are found.
    private static let most = 10_000
    /// How many bytes before and after one have to be the same in a value and in the text.
    private static let context = 16
    /// What may stand beside a value that has no quotes, in a `COPY` of PostgreSQL.
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

    /// Whether a value has the same bytes around one of them as the text has, as far as both are written alike: what
    /// a quote or a backslash begins may be written otherwise.
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
