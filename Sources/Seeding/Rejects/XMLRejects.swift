import ObjectModel

/// Elements of XML files that were left out, at the same place: values of the record as attributes,
/// those from nested elements in such elements.
final class XMLRejects: RejectFile {
    private let file: ExportFile
    private let parents: [String]
    private let element: String
    private let lists: Set<String>
    private let separator: String
    private let reasonName: String

    /// - Throws: ``SeedIssue``.
    init(path: String, options: RecordOptions, reason: String) throws {
        file = try ExportFile(path: path)
        parents = Array(options.records.dropLast())
        element = options.records.last ?? "record"
        lists = Set(options.lists)
        separator = options.separator
        reasonName = reason
        try file.write("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n".utf8)
        for parent in parents { try file.write("<\(parent)>".utf8) }
        try file.write("\n".utf8)
    }

    func add(_ source: any RecordSource, reason: String) throws {
        let record = source.record
        var attributes = ""
        var content = ""
        for (index, column) in source.columns.enumerated() {
            guard case .text(let bytes) = record[index] else { continue }
            let text = String(decoding: bytes, as: UTF8.self)
            if column == "." {
                content += XMLText.escapedLossily(text)
            } else if lists.contains(column) {
                for part in text.components(separatedBy: separator) {
                    content += nested(column, part)
                }
            } else if column.utf8.contains(UInt8(ascii: "/")) {
                content += nested(column, text)
            } else {
                attributes += " \(column)=\"\(XMLText.escapedLossily(text))\""
            }
        }
        attributes += " \(reasonName)=\"\(XMLText.escapedLossily(reason))\""
        let end = content.isEmpty ? "/>" : ">" + content + "</\(element)>"
        try file.write("  <\(element)\(attributes)\(end)\n".utf8)
    }

    func close() throws {
        for parent in parents.reversed() { try file.write("</\(parent)>".utf8) }
        try file.write("\n".utf8)
        try file.close()
    }

    /// `<size><unit>kg</unit></size>` for the column `size/unit`, `<size unit="kg"/>` for
    /// `size/@unit`.
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
