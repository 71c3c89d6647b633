/// Reads JSON values as records.
final class JSONRecordReader {
    private let parser: JSONParser
    private let assembler: RecordAssembler
    /// The keys of the current value, joined by dots.
    private var name: [UInt8] = []
    /// The offset in `name` of the last key of each open object.
    private var starts: [Int] = []
    /// The JSON of the outermost list that is kept as a whole.
    private var kept = JSONTranscript()
    private var isKeeping = false
    private static let ownValue = Array(".".utf8)

    init(parser: JSONParser, assembler: RecordAssembler) {
        self.parser = parser
        self.assembler = assembler
    }

    /// Reads the value that begins with an event: an object, or a scalar as the column `.`.
    ///
    /// - Throws: ``SeedIssue`` if the text is not JSON. The assembler keeps errors in its content.
    func read(_ first: JSONParser.Event) throws {
        assembler.begin(at: parser.position)
        endKeeping()
        switch first {
        case .beginObject:
            name.removeAll(keepingCapacity: true)
            starts.removeAll(keepingCapacity: true)
            try readObject()
        case .beginArray:
            assembler.note(.document(.recordIsNoObject), at: parser.position)
            try parser.skip(after: first)
        default: setScalar(first, name: Self.ownValue)
        }
    }

    /// Reads a member of an object that the caller reads. The name of the member was the last part.
    ///
    /// - Throws: ``SeedIssue`` if the text is not JSON.
    func readMember() throws {
        name.removeAll(keepingCapacity: true)
        name += parser.text
        starts.removeAll(keepingCapacity: true)
        endKeeping()
        let event = try parser.next()
        switch event {
        case .beginObject:
            name.withUnsafeBytes { assembler.refuseParts(of: $0, at: parser.position) }
            name.append(UInt8(ascii: "."))
            try readObject()
        case .beginArray: try readList(name)
        default: setScalar(event, name: name)
        }
    }

    /// Reads the members of an open object, with ``name`` as the prefix of their columns.
    private func readObject() throws {
        let outer = parser.depth - 1
        starts.append(name.count)
        while true {
            let event = try next()
            switch event {
            case .endObject:
                starts.removeLast()
                if parser.depth == outer { return }
            case .name:
                name.removeSubrange((starts.last ?? 0)...)
                name += parser.text
            case .beginObject:
                name.withUnsafeBytes { assembler.refuseParts(of: $0, at: parser.position) }
                name.append(UInt8(ascii: "."))
                starts.append(name.count)
            case .beginArray:
                try readList(name)
            default:
                setScalar(event, name: name)
            }
        }
    }

    private func setScalar(_ event: JSONParser.Event, name: [UInt8]) {
        let position = parser.position
        name.withUnsafeBytes { name in
            switch event {
            case .string, .number:
                parser.text.withUnsafeBytes { assembler.set(name, to: $0, at: position) }
            case .boolean(let value):
                Self.withText(of: value) { assembler.set(name, to: $0, at: position) }
            default:
                assembler.setNull(name, at: position)
            }
        }
    }

    private static func withText(of value: Bool, _ body: (UnsafeRawBufferPointer) -> Void) {
        let text: StaticString = value ? "true" : "false"
        text.withUTF8Buffer { body(UnsafeRawBufferPointer($0)) }
    }

    // MARK: Lists

    /// Returns the next part, and records it if a list is kept as a whole.
    @inline(__always)
    private func next() throws -> JSONParser.Event {
        let event = try parser.next()
        if isKeeping, kept.bytes.count <= JSONParser.longestText { kept.add(event, parser.text) }
        return event
    }

    /// Skips the rest of a value whose first part was returned.
    private func skip(after event: JSONParser.Event) throws {
        guard event == .beginObject || event == .beginArray else { return }
        let outer = parser.depth - 1
        while parser.depth > outer { _ = try next() }
    }

    /// Reads an open array. An array of scalars is a list cell. Any other array is kept as JSON if that is needed.
    /// A column may also refer to one of its elements.
    private func readList(_ name: [UInt8]) throws {
        let position = parser.position
        let isInner = isKeeping
        let start = isInner ? kept.bytes.count - 1 : 0
        var event = try next()
        guard event != .endArray else {
            return name.withUnsafeBytes { assembler.setNull($0, at: position) }
        }
        let isKept =
            (event == .beginObject || event == .beginArray)
            && name.withUnsafeBytes { assembler.keepsList($0) }
        if isKept, !isInner {
            kept.add(.beginArray, [])
            kept.add(event, [])
            isKeeping = true
        }
        var count = 0
        while event != .endArray {
            if !isKept { try append(event, to: name) }
            if let last = assembler.lastPosition, count <= last {
                try readElement(event, named: name + Array(".\(count)".utf8))
            } else {
                try skip(after: event)
            }
            count += 1
            event = try next()
        }
        name.withUnsafeBytes { name in
            if isKept {
                kept.bytes[start...].withUnsafeBytes { assembler.set(name, to: $0, at: position) }
            }
            assembler.endList(name, count: count)
        }
        if isKept, !isInner { endKeeping() }
    }

    private func endKeeping() {
        guard isKeeping else { return }
        isKeeping = false
        kept = JSONTranscript()
    }

    /// Appends an element to a list cell.
    private func append(_ event: JSONParser.Event, to name: [UInt8]) throws {
        let position = parser.position
        name.withUnsafeBytes { name in
            switch event {
            case .string, .number:
                parser.text.withUnsafeBytes { assembler.append(name, $0, at: position) }
            case .boolean(let value):
                Self.withText(of: value) { assembler.append(name, $0, at: position) }
            default: assembler.refuse(.document(.notAList), for: name, at: position)
            }
        }
    }

    /// Reads an element of a list as a separate value.
    private func readElement(_ event: JSONParser.Event, named element: [UInt8]) throws {
        switch event {
        case .beginObject:
            let outer = (name, starts)
            name = element + [UInt8(ascii: ".")]
            starts.removeAll()
            try readObject()
            (name, starts) = outer
        case .beginArray: try readList(element)
        default: setScalar(event, name: element)
        }
    }
}
