/// Objects of JSON files that were left out: one array at the place of the source's, or an object
/// a line (NDJSON).
///
/// Values are texts; that of a nested key has its path as name (`size.unit`), and a list is a text
/// with its separators: a source reads all of these as what they were.
final class JSONRejects: RejectFile {
    private let file: ExportFile
    private let reasonKey: String
    /// What closes the array and the objects around it; nil for NDJSON.
    private let end: String?
    private var isFirst = true

    /// - Parameter way: the keys that lead to the array; nil for an object a line.
    /// - Throws: ``SeedIssue``.
    init(path: String, way: [String]?, reason: String) throws {
        file = try ExportFile(path: path)
        reasonKey = reason
        end = way.map { "\n]" + String(repeating: "}", count: $0.count) + "\n" }
        guard let way else { return }
        for key in way {
            try file.write("{".utf8)
            try text(Array(key.utf8))
            try file.write(": ".utf8)
        }
        try file.write("[".utf8)
    }

    func add(_ source: any RecordSource, reason: String) throws {
        if end != nil { try file.write((isFirst ? "\n  " : ",\n  ").utf8) }
        isFirst = false
        try file.write("{".utf8)
        let record = source.record
        for (index, column) in source.columns.enumerated() {
            guard case .text(let bytes) = record[index] else { continue }
            try text(Array(column.utf8))
            try file.write(": ".utf8)
            try text(bytes)
            try file.write(", ".utf8)
        }
        try text(Array(reasonKey.utf8))
        try file.write(": ".utf8)
        try text(Array(reason.utf8))
        try file.write((end == nil ? "}\n" : "}").utf8)
    }

    func close() throws {
        if let end { try file.write(end.utf8) }
        try file.close()
    }

    private func text(_ bytes: some Sequence<UInt8>) throws {
        try file.write("\"".utf8)
        for byte in bytes {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): try file.write([UInt8(ascii: "\\"), byte])
            case UInt8(ascii: "\n"): try file.write("\\n".utf8)
            case UInt8(ascii: "\r"): try file.write("\\r".utf8)
            case UInt8(ascii: "\t"): try file.write("\\t".utf8)
            case 0..<0x20:
                try file.write((byte < 0x10 ? "\\u000" : "\\u00").utf8)
                try file.write(String(byte, radix: 16).utf8)
            default: try file.write(CollectionOfOne(byte))
            }
        }
        try file.write("\"".utf8)
    }
}
