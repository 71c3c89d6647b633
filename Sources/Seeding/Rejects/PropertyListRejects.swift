import Foundation
import ObjectModel

/// Dictionaries of property lists that were left out, as an XML property list with the array at the
/// same place.
///
/// A nested key has its path as name (`size.unit`), a list is a text with its separators. Dates
/// with a fraction of a second, which XML property lists cannot hold, are texts.
final class PropertyListRejects: RejectFile {
    private let file: ExportFile
    private let depth: Int
    private let reasonKey: String

    /// - Parameter way: the keys that lead to the array.
    /// - Throws: ``SeedIssue``.
    init(path: String, way: [String], reason: String) throws {
        file = try ExportFile(path: path)
        depth = way.count
        reasonKey = reason
        try file.write(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <plist version="1.0">

            """.utf8)
        for key in way { try file.write("<dict><key>\(XMLText.escapedLossily(key))</key>".utf8) }
        try file.write("<array>\n".utf8)
    }

    func add(_ source: any RecordSource, reason: String) throws {
        let record = source.record
        var text = "  <dict>"
        for (index, column) in source.columns.enumerated() {
            let isDate = source.referenceDates.contains(column)
            guard let value = Self.value(record[index], isDate: isDate) else { continue }
            text += "<key>\(XMLText.escapedLossily(column))</key>" + value
        }
        text += "<key>\(XMLText.escapedLossily(reasonKey))</key>"
        text += "<string>\(XMLText.escapedLossily(reason))</string></dict>\n"
        try file.write(text.utf8)
    }

    func close() throws {
        let end = "</array>" + String(repeating: "</dict>", count: depth) + "\n</plist>\n"
        try file.write(end.utf8)
        try file.close()
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
