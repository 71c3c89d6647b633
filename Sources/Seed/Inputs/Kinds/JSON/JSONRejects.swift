import Files

/// A file with the rejected objects of JSON files: an array at the same path as in the input, or one object per
/// line (NDJSON).
///
/// Values are texts. The name of a nested key is its path (`size.unit`), and a list is a text with its separators.
/// A later run reads these as the original values. A record whose row has values from enclosing objects is written
/// within objects of its own that have these values.
final class JSONRejects: RejectFile {
    private let file: FileWriter
    private let reasonKey: String
    private let way: [String]
    private let columns: NestedColumns
    private let isLineDelimited: Bool
    /// Whether every record has enclosing objects of its own.
    private let isNested: Bool
    private var isFirst = true

    /// - Parameter way: the path of keys to the array.
    /// - Throws: `FileError`.
    init(
        path: String, way: [String], isLineDelimited: Bool, reason: String,
        source: any RecordSource
    ) throws {
        file = try FileWriter(creating: path)
        reasonKey = reason
        self.way = way
        self.isLineDelimited = isLineDelimited
        columns = NestedColumns(source.columns, levelCount: way.count)
        isNested = isLineDelimited || columns.isNested
        guard !isLineDelimited else { return }
        if !isNested {
            for key in way {
                try file.write("{".utf8)
                try text(Array(key.utf8))
                try file.write(": ".utf8)
            }
        }
        try file.write("[".utf8)
    }

    func add(_ source: any RecordSource, reason: String) throws {
        if !isLineDelimited { try file.write((isFirst ? "\n  " : ",\n  ").utf8) }
        isFirst = false
        let around = isNested ? way.indices : 0..<0
        for step in around {
            try file.write("{".utf8)
            try members(columns.levels[step], of: source.record)
            try text(Array(columns.key(way, step, of: source.record).utf8))
            try file.write(": [".utf8)
        }
        try file.write("{".utf8)
        try members(columns.own, of: source.record)
        try text(Array(reasonKey.utf8))
        try file.write(": ".utf8)
        try text(Array(reason.utf8))
        try file.write(("}" + String(repeating: "]}", count: around.count)).utf8)
        if isLineDelimited { try file.write("\n".utf8) }
    }

    func close() throws {
        if !isLineDelimited {
            let end = String(repeating: "}", count: isNested ? 0 : way.count)
            try file.write("\n]\(end)\n".utf8)
        }
        try file.finish()
    }

    private func members(_ columns: [NestedColumns.Column], of record: Record) throws {
        for column in columns {
            guard case .text(let bytes) = record[column.index] else { continue }
            try text(Array(column.name.utf8))
            try file.write(": ".utf8)
            try text(bytes)
            try file.write(", ".utf8)
        }
    }

    private func text(_ bytes: some Sequence<UInt8>) throws { try file.write(JSONTranscript.quoted(bytes)) }
}
