/// The objects of JSON arrays as rows.
///
/// A column is a key, or the keys that lead to a nested value with points between them. An array of
/// scalars is a list cell. Arrays of anything else are no columns. Arrays on the way to the records
/// hold their parents, whose columns are `../title`.
package final class JSONSource: StructuredSource {
    package var fractionRead: Double? { parser.fractionRead }
    package let parentNames: ParentNames?

    private let parser: JSONParser
    let assembler: RecordAssembler
    let parents: ParentRecords?
    private let reader: JSONRecordReader
    private let walker: JSONWalker
    var isFinished = false
    /// What was found wrong with the content on the way to the first record.
    private var firstIssue: SeedIssue?

    init(path: String, options: RecordOptions, assembler: RecordAssembler) throws {
        parser = JSONParser(TextScanner(try TextFile(path: path)))
        self.assembler = assembler
        parents = JSONParentReader.parents(path: path, options: options, isLineDelimited: false)
        parentNames = options.parents ?? ParentNames(levelCount: options.records.count)
        reader = JSONRecordReader(parser: parser, assembler: assembler)
        walker = JSONWalker(parser: parser, path: options.records, parents: parents)
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
            // What follows the records must be well-formed.
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
