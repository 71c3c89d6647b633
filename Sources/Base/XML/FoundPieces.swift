import CExpat
import Files

/// The queue of pieces that Expat found, with their names and texts in one buffer.
final class FoundPieces {
    /// The offsets of a piece's name, of its text and of their end in the buffer.
    struct Piece {
        let event: XMLReader.Event
        let name: Int
        let text: Int
        var end: Int
        /// The offset of the piece in the document. Attributes have the offset of their tag.
        let offset: Int
    }

    private var room = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 * 1024, alignment: 16)
    private var used = 0
    private var pieces = UnsafeMutableBufferPointer<Piece>.allocate(capacity: 2048)
    private(set) var count = 0

    deinit {
        room.deallocate()
        pieces.deallocate()
    }

    var bytes: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: room[..<used]) }

    @inline(__always)
    subscript(index: Int) -> Piece { pieces[index] }

    /// Whether the last piece is text, which the next input may continue.
    @inline(__always)
    var endsInText: Bool { count > 0 && pieces[count - 1].event == .text }

    @inline(__always)
    func add(
        _ event: XMLReader.Event, at offset: Int, _ name: UnsafePointer<XML_Char>? = nil,
        _ text: UnsafePointer<XML_Char>? = nil
    ) {
        let start = used
        if let name { append(UnsafeRawBufferPointer(start: name, count: strlen(name))) }
        let middle = used
        if let text { append(UnsafeRawBufferPointer(start: text, count: strlen(text))) }
        if count == pieces.count { grow() }
        pieces.initializeElement(
            at: count, to: Piece(event: event, name: start, text: middle, end: used, offset: offset))
        count += 1
    }

    /// Appends characters to the last piece, which must be text.
    @inline(__always)
    func extend(_ text: UnsafeRawBufferPointer) {
        append(text)
        pieces[count - 1].end = used
    }

    /// Removes the first pieces. At most one piece remains, which is text.
    func removeFirst(_ removed: Int) {
        guard removed < count else {
            (used, count) = (0, 0)
            return
        }
        let text = pieces[removed]
        if text.text > 0 {
            room.copyMemory(from: UnsafeRawBufferPointer(rebasing: room[text.text..<used]))
            used -= text.text
        }
        pieces[0] = Piece(event: .text, name: 0, text: 0, end: used, offset: text.offset)
        count = 1
    }

    @inline(__always)
    private func append(_ bytes: UnsafeRawBufferPointer) {
        guard let start = bytes.baseAddress, !bytes.isEmpty else { return }
        if used + bytes.count > room.count { makeRoom(for: bytes.count) }
        room.baseAddress?.advanced(by: used).copyMemory(from: start, byteCount: bytes.count)
        used += bytes.count
    }

    private func makeRoom(for more: Int) {
        let larger = UnsafeMutableRawBufferPointer.allocate(
            byteCount: max(room.count * 2, used + more), alignment: 16)
        larger.copyMemory(from: bytes)
        room.deallocate()
        room = larger
    }

    private func grow() {
        let larger = UnsafeMutableBufferPointer<Piece>.allocate(capacity: pieces.count * 2)
        _ = larger.initialize(fromContentsOf: pieces)
        pieces.deallocate()
        pieces = larger
    }
}
