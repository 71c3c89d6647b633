import Files
import Foundation
import ObjectModel

/// A file with the rejected dictionaries of property lists, as an XML property list with the array at the same
/// path.
///
/// The name of a nested key is its path (`size.unit`), and a list is a text with its separators. Dates with
/// fractions of a second, which XML property lists cannot have, are texts. A record whose row has values from
/// enclosing dictionaries is written within dictionaries of its own that have these values.
final class PropertyListRejects: RejectFile {
    private let file: FileWriter
    private let way: [String]
    private let reasonKey: String
    private let columns: NestedColumns

    /// - Parameter way: the path of keys to the array.
    /// - Throws: `FileError`.
    init(path: String, way: [String], reason: String, source: any RecordSource) throws {
        file = try FileWriter(creating: path)
        self.way = way
        reasonKey = reason
        columns = NestedColumns(source.columns, levelCount: way.count)
        try file.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """.utf8)
        if !columns.isNested {
            for key in way { try file.write("<dict>\(Self.key(key))".utf8) }
        }
        try file.write("<array>\n".utf8)
    }

    func add(_ source: any RecordSource, reason: String) throws {
        var text = "  "
        let around = columns.isNested ? way.indices : 0..<0
        for step in around {
            text += "<dict>" + members(columns.levels[step], of: source)
            text += Self.key(columns.key(way, step, of: source.record)) + "<array>"
        }
        text += "<dict>" + members(columns.own, of: source) + Self.key(reasonKey)
        text += "<string>\(XMLText.escapedLossily(reason))</string></dict>"
        text += String(repeating: "</array></dict>", count: around.count) + "\n"
        try file.write(text.utf8)
    }

    func close() throws {
        let depth = columns.isNested ? 0 : way.count
        let end = "</array>" + String(repeating: "</dict>", count: depth) + "\n</plist>\n"
        try file.write(end.utf8)
        try file.finish()
    }

    private func members(_ columns: [NestedColumns.Column], of source: any RecordSource) -> String {
        columns.compactMap { column in
            let isDate = source.referenceDates.contains(source.columns[column.index])
            let value = Self.value(source.record[column.index], isDate: isDate)
            return value.map { Self.key(column.name) + $0 }
        }.joined()
    }

    private static func key(_ name: String) -> String {
        "<key>\(XMLText.escapedLossily(name))</key>"
    }

    private static func value(_ field: Field, isDate: Bool) -> String? {
        switch field {
        case .null: return nil
        case .integer(let number): return "<integer>\(number)</integer>"
        case .real(let number):
            if isDate, let date = ISO8601Text.text(referenceSeconds: number) {
                return number == number.rounded()
                    ? "<date>\(date)</date>" : "<string>\(date)</string>"
            }
            return "<real>\(number)</real>"
        case .text(let bytes):
            return
                "<string>\(XMLText.escapedLossily(String(decoding: bytes, as: UTF8.self)))</string>"
        case .blob(let bytes): return "<data>\(Data(bytes).base64EncodedString())</data>"
        }
    }
}
