import Files

/// Objects of JSON files that were left out: one array at the place of the source's, or an object
/// a line (NDJSON).
///
/// Values are texts; that of a nested key has its path as name (`size.unit`), and a list is a text
/// with its separators: a source reads all of these as what they were. A record whose row has
/// values from around it stands in objects of its own that hold these.
final class JSONRejects: RejectFile {
    private let file: FileWriter
    private let reasonKey: String
    private let way: [String]
    private let columns: NestedColumns
    private let isLineDelimited: Bool
    /// Whether every record has objects around it of its own.
    private let isNested: Bool
    private var isFirst = true

    /// - Parameter way: the keys that lead to the array.
    /// - Throws: ``SeedIssue``.
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
