import Files

/// The path from a record to one of its elements, as the name of a column.
struct ElementPath {
    private var name: [UInt8] = []
    private var open: [Element] = []
    private var recordPosition = TextPosition()
    /// The column of the record's own text.
    private static let ownText: StaticString = "."

    private struct Element {
        /// The offset of its name in `name`.
        let start: Int
        let position: TextPosition
        /// Whether it has attributes or child elements.
        var hasContent = false
    }

    /// Begins a record, reusing the memory of the last one.
    mutating func restart(at position: TextPosition) {
        name.removeAll(keepingCapacity: true)
        open.removeAll(keepingCapacity: true)
        recordPosition = position
    }

    /// The number of open elements inside the record.
    var depth: Int { open.count }

    /// The position of the innermost open element.
    var position: TextPosition { open.last?.position ?? recordPosition }

    /// Whether the innermost open element has attributes or child elements.
    var hasContent: Bool { open.last?.hasContent ?? true }

    /// Begins a child element.
    mutating func open(_ element: [UInt8], at position: TextPosition) {
        if !open.isEmpty { open[open.count - 1].hasContent = true }
        open.append(Element(start: name.count, position: position))
        if open.count > 1 { name.append(UInt8(ascii: "/")) }
        name += element
    }

    /// Ends the innermost element.
    mutating func close() {
        guard let last = open.popLast() else { return }
        name.removeSubrange(last.start...)
    }

    /// Passes the column name of the innermost element's text to `body`.
    func withName(_ body: (UnsafeRawBufferPointer) -> Void) {
        if open.isEmpty {
            Self.ownText.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
        } else {
            name.withUnsafeBytes(body)
        }
    }

    /// Passes the column name of an attribute of the innermost element to `body`.
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
