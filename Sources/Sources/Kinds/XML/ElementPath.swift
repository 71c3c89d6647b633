import Files

/// The way from a record to one of its elements, as the name of a column.
struct ElementPath {
    private var name: [UInt8] = []
    private var open: [Element] = []
    private var recordPosition = TextPosition()
    /// The column of the record's own text.
    private static let ownText: StaticString = "."

    private struct Element {
        /// Where its name begins in `name`.
        let start: Int
        let position: TextPosition
        /// Whether it has attributes or child elements.
        var hasContent = false
    }

    /// A record begins; the memory of the last one is used again.
    mutating func restart(at position: TextPosition) {
        name.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        recordPosition = position
    }

    /// How many elements are open inside the record.
    var depth: Int { open.count }

    /// Where the innermost open element begins.
    var position: TextPosition { open.last?.position ?? recordPosition }

    /// Whether the innermost open element has attributes or child elements.
    var hasContent: Bool { open.last?.hasContent ?? true }

    /// A child element begins.
    mutating func open(_ element: [UInt8], at position: TextPosition) {
        if !open.isEmpty { open[open.count - 1].hasContent = true }
        open.append(Element(start: name.count, position: position))
        if open.count > 1 { name.append(UInt8(ascii: "/")) }
        name += element
    }

    /// The innermost element ends.
    mutating func close() {
        guard let last = open.popLast() else { return }
        name.removeSubrange(last.start...)
    }

    /// Gives the name of the innermost element's text to `body`.
    func withName(_ body: (UnsafeRawBufferPointer) -> Void) {
        if open.isEmpty {
            Self.ownText.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
        } else {
            name.withUnsafeBytes(body)
        }
    }

    /// Gives the name of an attribute of the innermost element to `body`.
    mutating func withAttribute(
        _ attribute: [UInt8], _ body: (UnsafeRawBufferPointer) -> Void
    ) {
        guard !open.isEmpty else { return attribute.withUnsafeBytes(body) }
        open[open.count - 1].hasContent = true
        let end = name.count
        name += "/@".utf8
        name += attribute
        name.withUnsafeBytes(body)
        name.removeSubrange(end...)
    }
}
