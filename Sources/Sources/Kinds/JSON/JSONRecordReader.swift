/// Reads JSON values as records.
final class JSONRecordReader {
    private let parser: JSONParser
    private let assembler: RecordAssembler
    /// The keys that lead to where we are, with points between them.
    private var name: [UInt8] = []
    /// Where the last key of each open object begins in `name`.
    private var starts: [Int] = []
    private static let ownValue = Array(".".utf8)

    init(parser: JSONParser, assembler: RecordAssembler) {
        self.parser = parser
        self.assembler = assembler
    }

    /// Reads the value that begins with a piece: an object, or a scalar as the column `.`.
    ///
    /// - Throws: ``SeedIssue`` where the text is no JSON; what is wrong with its content is kept by
    ///   the assembler.
    func read(_ first: JSONParser.Event) throws {
        assembler.begin(at: parser.position)
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

    /// Reads a member of an object that somebody else goes through; its name was the last piece.
    ///
    /// - Throws: ``SeedIssue`` where the text is no JSON.
    func readMember() throws {
        name.removeAll(keepingCapacity: true)
        name += parser.text
        starts.removeAll(keepingCapacity: true)
        let event = try parser.next()
        switch event {
        case .beginObject:
            name.append(UInt8(ascii: "."))
            try readObject()
        case .beginArray: try readList(name)
        default: setScalar(event, name: name)
        }
    }

    /// Reads the members of an object that has begun, behind what ``name`` holds already.
    private func readObject() throws {
        let outer = parser.depth - 1
        starts.append(name.count)
        while true {
            let event = try parser.next()
            switch event {
            case .endObject:
                starts.removeLast()
                if parser.depth == outer { return }
            case .name:
                name.removeSubrange((starts.last ?? 0)...)
                name += parser.text
            case .beginObject:
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

    /// An array: a list cell if it holds nothing but scalars.
    private func readList(_ name: [UInt8]) throws {
        let position = parser.position
        var event = try parser.next()
        guard event != .endArray else {
            return name.withUnsafeBytes { assembler.setNull($0, at: position) }
        }
        while event != .endArray {
            let elementPosition = parser.position
            try name.withUnsafeBytes { name in
                switch event {
                case .string, .number:
                    parser.text.withUnsafeBytes { assembler.append(name, $0, at: elementPosition) }
                case .boolean(let value):
                    Self.withText(of: value) { assembler.append(name, $0, at: elementPosition) }
                default:
                    assembler.refuse(.document(.notAList), for: name, at: elementPosition)
                    try parser.skip(after: event)
                }
            }
            event = try parser.next()
        }
    }
}
