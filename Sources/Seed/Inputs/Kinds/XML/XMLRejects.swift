import Files
import ObjectModel

/// A file with the rejected elements of XML files, at the same path.
///
/// Values of the record are attributes, and values of nested elements are in such elements. Values from enclosing
/// elements are in enclosing elements, of which each record then has its own.
final class XMLRejects: RejectFile {
    private let file: FileWriter
    private let way: [String]
    private let columns: NestedColumns
    private let lists: Set<String>
    private let separator: String
    private let reasonName: String
    private var isFirst = true

    /// - Throws: `FileError`.
    init(path: String, options: RecordOptions, reason: String, source: any RecordSource) throws {
        file = try FileWriter(creating: path)
        way = options.records
        columns = NestedColumns(source.columns, levelCount: options.records.count - 1)
        lists = Set(options.lists)
        separator = options.separator
        reasonName = reason
        try file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
    }

    func add(_ source: any RecordSource, reason: String) throws {
        let record = source.record
        if isFirst {
            // The root encloses all records, so that its values are the same for all of them.
            for level in 0..<sharedLevels { try file.write(start(level, of: record).utf8) }
            try file.write("\n".utf8)
        }
        isFirst = false
        var text = "  "
        for level in sharedLevels..<max(way.count - 1, sharedLevels) {
            text += start(level, of: record)
        }
        let own = parts(columns.own, prefix: "", of: record)
        let element = way.last ?? "record"
        text += "<\(element)\(own.attributes) \(reasonName)="
        text += "\"\(XMLText.escapedLossily(reason))\""
        text += own.content.isEmpty ? "/>" : ">" + own.content + "</\(element)>"
        if way.count - 1 > sharedLevels {
            for name in way[sharedLevels..<(way.count - 1)].reversed() { text += "</\(name)>" }
        }
        try file.write((text + "\n").utf8)
    }

    func close() throws {
        for name in way.prefix(sharedLevels).reversed() { try file.write("</\(name)>".utf8) }
        try file.write("\n".utf8)
        try file.finish()
    }

    /// The number of enclosing elements that all records share.
    private var sharedLevels: Int {
        columns.isNested ? min(1, way.count - 1) : max(0, way.count - 1)
    }

    /// Returns the beginning of an enclosing element.
    private func start(_ level: Int, of record: Record) -> String {
        let prefix = ParentColumn.name(of: "", height: way.count - 1 - level)
        let values = parts(columns.levels[level], prefix: prefix, of: record)
        return "<\(way[level])\(values.attributes)>" + values.content
    }

    private func parts(
        _ columns: [NestedColumns.Column], prefix: String, of record: Record
    ) -> (attributes: String, content: String) {
        let marked = columns.filter { $0.name.hasPrefix("@") }
        var attributes = ""
        var content = ""
        for column in columns {
            guard case .text(let bytes) = record[column.index] else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            let name = column.name
            // An attribute may have two columns: `name` and `@name`.
            let twin = marked.first { $0.name.dropFirst() == name[...] }
            if let twin, case .text = record[twin.index] { continue }
            if name == "." {
                content += XMLText.escapedLossily(text)
            } else if lists.contains(prefix + name) {
                for part in text.components(separatedBy: separator) {
                    content += nested(name, part)
                }
            } else if name.hasPrefix("@") {
                attributes += " \(name.dropFirst())=\"\(XMLText.escapedLossily(text))\""
            } else if name.utf8.contains(UInt8(ascii: "/")) || twin != nil {
                content += nested(name, text)
            } else {
                attributes += " \(name)=\"\(XMLText.escapedLossily(text))\""
            }
        }
        return (attributes, content)
    }

    /// Returns `<size><unit>kg</unit></size>` for the column `size/unit`, or `<size unit="kg"/>` for `size/@unit`.
    private func nested(_ column: String, _ text: String) -> String {
        var names = column.split(separator: "/").map(String.init)
        guard let last = names.popLast() else { return "" }
        var result = "<\(last)>\(XMLText.escapedLossily(text))</\(last)>"
        if last.hasPrefix("@"), let owner = names.popLast() {
            result = "<\(owner) \(last.dropFirst())=\"\(XMLText.escapedLossily(text))\"/>"
        }
        for name in names.reversed() { result = "<\(name)>\(result)</\(name)>" }
        return result
    }
}
