import XML

/// The elements at a path in an XML file as rows.
///
/// Columns are the record's attributes (`name`), the text of its child elements (`name`, `size/unit`), their
/// attributes (`size/@unit`), its own text (`.`), and values of enclosing elements, such as the parent's `../name`
/// and `../@id`.
package final class XMLSource: StructuredSource {
    package var fractionRead: Double? { xml.fractionRead }
    package let parentNames: ParentNames?

    private let xml: XMLReader
    let assembler: RecordAssembler
    let parents: ParentRecords?
    private let reader: XMLRecordReader
    private let walker: XMLWalker
    var isFinished = false

    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws {
        xml = try Self.reader(of: path)
        self.assembler = assembler
        let way = options.records
        let columns = options.columns.map { $0 + options.parentColumns }
        if let columns {
            parents = ParentRecords(
                path: path, columns: columns, levelCount: way.count - 1,
                late: options.parents?.late, separator: options.separator
            ) { level, columns in
                try XMLParentReader(
                    path: path, options: options, level: level, columns: columns)
            }
        } else {
            parents = ParentRecords(collectingFrom: path, levelCount: way.count - 1)
        }
        var names = options.parents ?? ParentNames(levelCount: way.count - 1)
        names.hasKeys = false
        parentNames = names
        reader = XMLRecordReader(
            xml: xml, assembler: assembler, path: path, lists: options.lists,
            marksAttributes: columns?.contains { $0.hasPrefix("@") } ?? false)
        walker = XMLWalker(
            xml: xml, path: path, elements: way, parents: parents, lists: options.lists,
            skipsAlike: columns == nil)
    }

    func readRecord() throws -> Bool {
        guard try walker.next() else { return false }
        try reader.readRecord()
        try parents?.fill(assembler)
        return true
    }

    func recover() -> Bool {
        assembler.clear(at: xml.position)
        return walker.isInStep
    }

    /// Opens a file, and determines its encoding from the first bytes.
    package static func reader(of path: String) throws -> XMLReader {
        try reader(of: try TextFile.decompressed(path), path: path)
    }

    /// Opens other bytes.
    static func reader(of input: any ByteInput, path: String) throws -> XMLReader {
        reader(of: try TextFile(input, path: path) { try XMLEncoding.declared($0, path: path) })
    }

    static func reader(of file: TextFile) -> XMLReader {
        XMLReader(TextScanner(file, isXML: true)) { error in
            let reason: SeedIssue.Reason.Document =
                switch error.problem {
                case .malformed(let words): .malformedXML(words)
                case .declares: .declaringXML
                case .tooDeep(let limit): .tooDeep(limit: limit)
                case .tooManyAttributes(let limit): .tooManyColumns(limit)
                case .tooLong(let limit): .recordTooLong(limit: limit)
                }
            return SeedIssue(.document(reason), at: error.position.location(in: file.path))
        }
    }
}

/// Determines the encoding of an XML file without byte order mark (XML 1.0, appendix F).
enum XMLEncoding {
    /// Returns the encoding that the first bytes declare, or nil for UTF-8.
    ///
    /// - Throws: ``SeedIssue`` for an unsupported encoding.
    static func declared(_ head: ArraySlice<UInt8>, path: String) throws -> TextEncoding? {
        if head.starts(with: [0x3C, 0x00]) { return .utf16LittleEndian }
        if head.starts(with: [0x00, 0x3C]) { return .utf16BigEndian }
        guard head.starts(with: "<?xml".utf8),
            let end = head.firstIndex(of: UInt8(ascii: ">"))
        else { return nil }
        let declaration = String(decoding: head[..<end], as: UTF8.self)
        guard let name = value(of: "encoding", in: declaration) else { return nil }
        guard let encoding = names[name.lowercased()] ?? TextEncoding(named: name) else {
            throw SeedIssue(
                .file(.unsupportedEncoding(name)), at: .init(path: path, line: 1, column: 1))
        }
        return encoding
    }

    /// The names in <https://www.iana.org/assignments/character-sets>. A file that declares UTF-16 but has neither
    /// a mark nor 16-bit characters is read as UTF-8.
    private static let names: [String: TextEncoding] = [
        "utf-8": .utf8, "utf8": .utf8, "us-ascii": .utf8, "ascii": .utf8, "utf-16": .utf8,
        "iso-8859-1": .latin1, "latin1": .latin1, "windows-1252": .windows1252,
        "cp1252": .windows1252, "macintosh": .macRoman, "macroman": .macRoman,
        "x-mac-roman": .macRoman,
    ]

    private static func value(of key: String, in declaration: String) -> String? {
        guard let range = declaration.range(of: key) else { return nil }
        let rest = declaration[range.upperBound...].drop { $0.isWhitespace || $0 == "=" }
        guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
        return String(rest.dropFirst().prefix { $0 != quote })
    }
}

/// Reads the elements that enclose the records of an XML file, ahead of the records.
final class XMLParentReader: ParentReader {
    private let walker: XMLWalker
    private let assembler: RecordAssembler
    private let reader: XMLRecordReader
    private var number = 0

    /// - Parameter columns: the columns to read.
    init(path: String, options: RecordOptions, level: Int, columns: [String]) throws {
        let xml = try XMLSource.reader(of: path)
        assembler = RecordAssembler(path: path, columns: columns, separator: options.separator)
        let height = options.records.count - 1 - level
        let prefix = ParentColumn.name(of: "", height: height)
        reader = XMLRecordReader(
            xml: xml, assembler: assembler, path: path,
            lists: options.lists.filter { $0.hasPrefix(prefix) }.map {
                String($0.dropFirst(prefix.count))
            }, marksAttributes: true)
        walker = XMLWalker(
            xml: xml, path: path, elements: Array(options.records.prefix(level + 1)))
    }

    func read(_ number: Int, ofDocument document: Int) throws -> RecordAssembler {
        while self.number < number, try walker.next() {
            try reader.readRecord()
            self.number += 1
        }
        return assembler
    }
}
