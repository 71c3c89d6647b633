/// A file with the rejected rows of CSV files, with the same delimiter, header and skipped lines, in UTF-8.
final class DelimitedRejects: RejectFile {
    private let writer: CSVWriter
    private let comment: [UInt8]

    /// - Throws: `FileError`.
    init(path: String, source: any RecordSource, options: CSVOptions, reason: String) throws {
        var delimiter = UInt8(ascii: ",")
        if case .byte(let byte) = options.delimiter { delimiter = byte }
        writer = try CSVWriter(path: path, delimiter: delimiter)
        comment = Array((options.comment ?? "").utf8)
        // If the file is read with the input's own `encoding:`, it must be refused instead of misread.
        if options.encoding ?? .utf8 != .utf8 { try writer.byteOrderMark() }
        for _ in 0..<options.skippedLines { writer.blankLine() }
        if options.hasHeader { try writer.row(source.columns + [reason]) }
    }

    /// Adds a row. If the row is too long, its extra cells follow the reason, so that the columns fit.
    func add(_ source: any RecordSource, reason: String) throws {
        let record = source.record
        for index in source.columns.indices { try add(record[index], isFirst: index == 0) }
        try writer.field(reason)
        for index in source.columns.count..<max(source.columns.count, record.count) {
            try add(record[index])
        }
        try writer.endRow()
    }

    private func add(_ field: Field, isFirst: Bool = false) throws {
        guard case .text(let bytes) = field else { return try writer.field("") }
        // Without quotes the row would be a comment.
        let isQuoted = isFirst && !comment.isEmpty && bytes.starts(with: comment)
        try writer.field(bytes, prefix: "", isQuoted: isQuoted)
    }

    func close() throws { try writer.close() }
}
