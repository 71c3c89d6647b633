/// A position in a text.
package struct TextPosition: Equatable, Sendable {
    /// The line, starting at 1.
    package var line = 1
    /// The column in characters, starting at 1.
    package var column = 1
    /// Whether the last byte was a CR, so that a following LF belongs to it.
    private var followsCR = false

    package init() {}

    /// Advances over UTF-8 bytes.
    package mutating func advance(over bytes: UnsafeRawBufferPointer) {
        for byte in bytes {
            switch byte {
            case 0x0A where followsCR: followsCR = false
            case 0x0A, 0x0D:
                line += 1
                column = 1
                followsCR = byte == 0x0D
            case 0x80...0xBF: break  // Not the first byte of a character.
            default:
                column += 1
                followsCR = false
            }
        }
    }
}
