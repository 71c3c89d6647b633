import XML

/// A streaming XML reader for code that reads an element from beginning to end: first its attributes, then its
/// content.
final class ElementReader {
    let xml: XMLReader
    /// An event that was read but not used yet.
    private var waiting: XMLReader.Event?

    init(_ xml: XMLReader) { self.xml = xml }

    /// Whether all events that were read are used.
    var isInStep: Bool { waiting == nil }

    /// The name of the element or attribute, without its prefix.
    var name: ArraySlice<UInt8> { PackagePart.local(xml.name) }

    /// Returns whether the name without its prefix is the given one.
    @inline(__always)
    func isNamed(_ word: StaticString) -> Bool {
        let name = name
        guard name.count == word.utf8CodeUnitCount else { return false }
        return name.elementsEqual(UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount))
    }

    /// Returns the next event.
    ///
    /// - Throws: ``SeedIssue``.
    func event() throws -> XMLReader.Event {
        defer { waiting = nil }
        return try waiting ?? xml.next()
    }

    /// Passes the attributes of the open element to `body`, with names without prefixes.
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

    /// Skips to the end of the open element.
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
