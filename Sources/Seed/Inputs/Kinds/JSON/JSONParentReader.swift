/// Reads the objects that enclose the records of a JSON file, ahead of the records.
final class JSONParentReader: ParentReader {
    private let parser: JSONParser
    private let walker: JSONWalker
    private let assembler: RecordAssembler
    private let reader: JSONRecordReader
    private let isLineDelimited: Bool
    private var document: Int
    private var number = 0

    /// - Parameters:
    ///   - way: the path of keys to the objects.
    ///   - columns: the columns to read from them.
    init(
        path: String, way: [String], columns: [String], separator: String, isLineDelimited: Bool
    ) throws {
        parser = JSONParser(
            TextScanner(try TextFile(path: path)), isLineDelimited: isLineDelimited)
        walker = JSONWalker(
            parser: parser, path: way, isLineDelimited: isLineDelimited, wantsObjects: true)
        assembler = RecordAssembler(path: path, columns: columns, separator: separator)
        reader = JSONRecordReader(parser: parser, assembler: assembler)
        self.isLineDelimited = isLineDelimited
        document = isLineDelimited ? 0 : 1
    }

    func read(_ number: Int, ofDocument document: Int) throws -> RecordAssembler {
        while self.document < document {
            if self.document > 0 { try parser.abandonLine() }
            guard try parser.nextLine() else { break }
            walker.restart()
            self.document += 1
            self.number = 0
        }
        while self.number < number {
            guard let event = try walker.next() else { break }
            try reader.read(event)
            self.number += 1
        }
        return assembler
    }

    /// Returns the enclosing objects of the records in a file.
    static func parents(
        path: String, options: RecordOptions, isLineDelimited: Bool
    ) -> ParentRecords? {
        let way = options.records
        guard let columns = options.columns else {
            return ParentRecords(collectingFrom: path, levelCount: way.count)
        }
        return ParentRecords(
            path: path, columns: columns + options.parentColumns, levelCount: way.count,
            late: options.parents?.late, separator: options.separator
        ) { level, columns in
            try JSONParentReader(
                path: path, way: Array(way.prefix(level)), columns: columns,
                separator: options.separator, isLineDelimited: isLineDelimited)
        }
    }
}
