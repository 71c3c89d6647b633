/// The objects of JSON arrays as rows, or a document that is one object.
///
/// A column is a key, or the path of keys to a nested value, joined by dots. An array of scalars is a list cell.
/// Other arrays are not columns. Arrays on the path to the records have the records' parents, whose columns have
/// names such as `../title`.
package final class JSONSource: StructuredSource {
    package var fractionRead: Double? { parser.fractionRead }
    package let parentNames: ParentNames?

    private let parser: JSONParser
    let assembler: RecordAssembler
    let parents: ParentRecords?
    private let reader: JSONRecordReader
    private let walker: JSONWalker
    var isFinished = false
    /// An error in the content before the first record.
    private var firstIssue: SeedIssue?

    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws {
        parser = JSONParser(TextScanner(try TextFile(path: path)))
        self.assembler = assembler
        parents = JSONParentReader.parents(path: path, options: options, isLineDelimited: false)
        parentNames = options.parents ?? ParentNames(levelCount: options.records.count)
        reader = JSONRecordReader(parser: parser, assembler: assembler)
        walker = JSONWalker(
            parser: parser, path: options.records, parents: parents, takesRoot: options.takesRoot)
        do {
            try walker.findRecords()
        } catch let issue as SeedIssue where walker.isInStep {
            firstIssue = issue
        }
    }

    func readRecord() throws -> Bool {
        if let issue = firstIssue {
            firstIssue = nil
            throw issue
        }
        guard let event = try walker.next() else {
            // The document must be well-formed after the records too.
            _ = try parser.next()
            return false
        }
        try reader.read(event)
        try parents?.fill(assembler)
        return true
    }

    func recover() -> Bool {
        assembler.clear(at: parser.position)
        return walker.isInStep
    }
}
