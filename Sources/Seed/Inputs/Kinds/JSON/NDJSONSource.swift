/// The lines of a file as rows, each with a JSON object (NDJSON, JSON Lines), or the objects of arrays in these.
///
/// Columns are those of ``JSONSource``. A malformed line is an error only of this line. Blank lines are not rows.
package final class NDJSONSource: StructuredSource {
    package var fractionRead: Double? { parser.fractionRead }
    package let parentNames: ParentNames?

    private let parser: JSONParser
    let assembler: RecordAssembler
    let parents: ParentRecords?
    private let reader: JSONRecordReader
    private let walker: JSONWalker
    var isFinished = false
    /// The number of the current line, not counting blank lines.
    private var line = 0
    private var isInLine = false
    private var isAtEnd = false
    /// Whether each line is a record itself, as opposed to enclosing records.
    private let isLineRecord: Bool

    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws {
        parser = JSONParser(TextScanner(try TextFile(path: path)), isLineDelimited: true)
        self.assembler = assembler
        isLineRecord = options.records.isEmpty
        parents = JSONParentReader.parents(path: path, options: options, isLineDelimited: true)
        parentNames = options.parents ?? ParentNames(levelCount: options.records.count)
        reader = JSONRecordReader(parser: parser, assembler: assembler)
        walker = JSONWalker(
            parser: parser, path: options.records, parents: parents, isLineDelimited: true)
    }

    func readRecord() throws -> Bool {
        while true {
            if !isInLine {
                guard try parser.nextLine() else {
                    isAtEnd = true
                    try walker.checkPath()
                    return false
                }
                walker.restart()
                line += 1
                isInLine = true
            }
            if let event = try walker.next() {
                try reader.read(event)
                if isLineRecord { try endLine() }
                try parents?.fill(assembler, document: line)
                return true
            }
            try endLine()
        }
    }

    /// Checks that nothing else follows in the line.
    private func endLine() throws {
        _ = try parser.next()
        isInLine = false
    }

    func recover() -> Bool {
        assembler.clear(at: parser.position)
        if walker.isInStep { return true }
        // After the last line nothing can be skipped, and the same error would be thrown forever.
        guard !isAtEnd else { return false }
        isInLine = false
        do {
            try parser.abandonLine()
            return true
        } catch {
            return false
        }
    }
}
