import XML

/// XML piece by piece, for readers that take an element from its beginning to its end: they see its
/// attributes first, and then what follows them.
final class ElementReader {
    let xml: XMLReader
    /// A piece that was seen and not used.
    private var waiting: XMLReader.Event?

    init(_ xml: XMLReader) { self.xml = xml }

    /// Whether nothing was seen that is not used yet.
    var isInStep: Bool { waiting == nil }

    /// The name of the element or attribute, without its prefix.
    var name: ArraySlice<UInt8> { PackagePart.local(xml.name) }

    /// Whether this is the name, prefix left out.
    @inline(__always)
    func isNamed(_ word: StaticString) -> Bool {
        let name = name
        guard name.count == word.utf8CodeUnitCount else { return false }
        return name.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// The next piece.
    ///
    /// - Throws: ``SeedIssue``.
    func event() throws -> XMLReader.Event {
        defer { waiting = nil }
        return try waiting ?? xml.next()
    }

    /// Gives the attributes of the element that has begun: names without prefixes.
    ///
    /// - Throws: ``SeedIssue``.
    func forEachAttribute(_ body: (ArraySlice<UInt8>, [UInt8]) throws -> Void) throws {
        while true {
            let event = try event()
            guard event == .attribute else {
                waiting = event
                return
            }
            try body(name, xml.text)
        }
    }

    /// Goes to the end of the element that has begun.
    ///
    /// - Throws: ``SeedIssue``.
    func skipElement() throws {
        var depth = 1
        while depth > 0 {
            switch try event() {
            case .startElement: depth += 1
            case .endElement: depth -= 1
            case .end: return
            case .attribute, .text: break
            }
        }
    }
}
