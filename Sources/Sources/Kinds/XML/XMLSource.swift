import XML

/// The elements of one path in an XML file as rows.
///
/// Columns are the record's attributes (`name`), the text of its child elements (`name`,
/// `size/unit`), their attributes (`size/@unit`), its own text (`.`), and what is around it: the
/// parent's `../name` and `../@id`.
package final class XMLSource: StructuredSource {
    package var fractionRead: Double? { xml.fractionRead }
    package let parentNames: ParentNames?

    private let xml: XMLReader
    let assembler: RecordAssembler
    let parents: ParentRecords?
    private let reader: XMLRecordReader
    private let walker: XMLWalker
    var isFinished = false

    /// Opens an XML file.
    ///
    /// - Throws: ``SeedIssue``.
    package convenience init(path: String, options: RecordOptions) throws {
        let options = try Self.completed(options, path: path)
        try self.init(
            path: path, options: options,
            assembler: Self.assembler(path: path, options: options))
    }

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
            xml: xml, path: path, elements: way, parents: parents, lists: options.lists)
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

    /// Opens a file, whose encoding its first bytes tell.
    package static func reader(of path: String) throws -> XMLReader {
        try reader(of: try TextFile.decompressed(path), path: path)
    }

    /// The same of bytes from elsewhere.
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
