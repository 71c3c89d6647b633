/// Reads the elements around the records of an XML file ahead of these.
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
